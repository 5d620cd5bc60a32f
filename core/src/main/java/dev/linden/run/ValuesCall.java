package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.CallSite;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A built-in called with values instead of slots: {@code eval} of a built-in by name. */
final class ValuesCall implements Invocation, CallSite {
  private final Value[] arguments;
  private final Value[] results;
  private final Workers workers;
  private final Environment environment;

  private ValuesCall(Op op, Value[] arguments, Workers workers, Environment environment) {
    this.arguments = arguments;
    this.results = new Value[Math.max(1, op.results())];
    this.workers = workers;
    this.environment = environment;
  }

  static List<Value> run(
      Op op, List<Value> given, List<String> names, Workers workers, Environment environment) {
    ValuesCall call = new ValuesCall(op, bind(op, given, names), workers, environment);
    op.infer(call);
    op.kernel().run(call);
    return Arrays.asList(call.results).subList(0, op.results());
  }

  private static Value[] bind(Op op, List<Value> given, List<String> names) {
    List<Parameter> parameters = op.parameters();
    boolean variadic = !parameters.isEmpty() && parameters.get(parameters.size() - 1).variadic();
    List<Value> bound = new ArrayList<>();
    for (Parameter parameter : parameters) {
      bound.add(parameter.variadic() ? null : parameter.defaultValue());
    }
    if (variadic) {
      bound.remove(bound.size() - 1);
    }
    for (int i = 0; i < given.size(); i++) {
      String name = names == null || names.isEmpty() ? null : names.get(i);
      int at = name == null ? i : position(op, name);
      if (at < bound.size()) {
        bound.set(at, given.get(i));
      } else if (variadic) {
        bound.add(given.get(i));
      } else {
        throw new InputError(op.name() + " takes " + bound.size() + " arguments, but " + given.size() + " are given");
      }
    }
    for (int i = 0; i < bound.size(); i++) {
      if (bound.get(i) == null && i < parameters.size() && !parameters.get(i).optional()) {
        throw new InputError(op.name() + " needs a value for " + parameters.get(i).name());
      }
    }
    return bound.toArray(new Value[0]);
  }

  private static int position(Op op, String name) {
    for (int i = 0; i < op.parameters().size(); i++) {
      if (op.parameters().get(i).name().equals(name)) {
        return i;
      }
    }
    throw new InputError(op.name() + " has no parameter " + name);
  }

  @Override
  public int count() {
    return arguments.length;
  }

  @Override
  public boolean has(int i) {
    return i < arguments.length && arguments[i] != null;
  }

  @Override
  public String name(int i) {
    return null;
  }

  @Override
  public Info in(int i) {
    return KernelCall.describe(arguments[i]);
  }

  @Override
  public DataType dataType(int i) {
    return arguments[i].dataType();
  }

  @Override
  public ValueType valueType(int i) {
    return scalar(i).type();
  }

  @Override
  public Matrix matrix(int i) {
    return ((MatrixValue) arguments[i]).matrix();
  }

  @Override
  public double number(int i) {
    return scalar(i).asDouble();
  }

  @Override
  public long integer(int i) {
    return scalar(i).asLong();
  }

  @Override
  public boolean flag(int i) {
    return scalar(i).asBoolean();
  }

  @Override
  public String text(int i) {
    return scalar(i).asText();
  }

  @Override
  public Value value(int i) {
    return arguments[i];
  }

  @Override
  public boolean reusable(int i) {
    return false;
  }

  @Override
  public Workers workers() {
    return workers;
  }

  @Override
  public Environment environment() {
    return environment;
  }

  @Override
  public void result(double value) {
    result(0, Scalar.of(value));
  }

  @Override
  public void result(long value) {
    result(0, Scalar.of(value));
  }

  @Override
  public void result(boolean value) {
    result(0, Scalar.of(value));
  }

  @Override
  public void result(String value) {
    result(0, Scalar.of(value));
  }

  @Override
  public void result(Matrix value) {
    result(0, new MatrixValue(value));
  }

  @Override
  public void result(Value value) {
    result(0, value);
  }

  @Override
  public void result(int k, Value value) {
    results[k] = value;
  }
}
