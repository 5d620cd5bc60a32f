package dev.linden.op;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.Arrays;
import java.util.List;

/**
 * A built-in called with values instead of slots: for constant folding, for {@code eval} of a
 * built-in by name, and for tests. Arguments are in parameter order, null where absent.
 */
public final class ValuesCall implements Invocation, CallSite {
  private final Op op;
  private final List<? extends Value> arguments;
  private final List<String> names;
  private final Workers workers;
  private final Environment environment;
  private final Value[] results;

  public ValuesCall(
      Op op,
      List<? extends Value> arguments,
      List<String> names,
      Workers workers,
      Environment environment) {
    this.op = op;
    this.arguments = arguments;
    this.names = names;
    this.workers = workers;
    this.environment = environment;
    this.results = new Value[op.results()];
  }

  /** Runs the kernel and gives its results; the arguments must have passed the operator's rule. */
  public List<Value> run() {
    op.kernel().run(this);
    return Arrays.asList(results);
  }

  /** Exact type and dimensions of a value. */
  public static Info describe(Value value) {
    if (value instanceof MatrixValue m) {
      return Info.matrix(m.size());
    } else if (value instanceof ListValue list) {
      return Info.list(list.size());
    } else if (value instanceof FrameValue f) {
      return Info.frame(Size.of(f.frame().rows(), f.frame().cols()));
    }
    return Info.constant((Scalar) value);
  }

  @Override
  public int count() {
    return arguments.size();
  }

  @Override
  public boolean has(int i) {
    return i < arguments.size() && arguments.get(i) != null;
  }

  @Override
  public String name(int i) {
    return op.variadicName(names, i);
  }

  @Override
  public Info in(int i) {
    return describe(arguments.get(i));
  }

  @Override
  public DataType dataType(int i) {
    return arguments.get(i).dataType();
  }

  @Override
  public ValueType valueType(int i) {
    return scalar(i).type();
  }

  @Override
  public Matrix matrix(int i) {
    return ((MatrixValue) arguments.get(i)).matrix();
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
    if (!has(i)) {
      throw new LindenBug(op.name() + " reads its absent argument " + i);
    }
    return arguments.get(i);
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
