package dev.linden.op;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Calls of operators without a script: arguments by position as Java values (null: absent),
 * defaults filled in as the checker does.
 */
final class Calls {
  private Calls() {}

  /** What the rule says; an argument may also be an {@link Info}. */
  static Info infer(String name, Object... arguments) {
    List<Info> results = inferAll(name, arguments);
    return results.get(0);
  }

  static List<Info> inferAll(String name, Object... arguments) {
    Op op = op(name);
    return op.infer(new Site(op, withDefaults(op, arguments), new FakeEnvironment(), List.of()));
  }

  /** The only result of a call; checks on the way that it is what the rule promised. */
  static Value run(String name, Object... arguments) {
    return runIn(new FakeEnvironment(), List.of(), name, arguments).get(0);
  }

  static List<Value> runIn(
      FakeEnvironment environment, List<String> names, String name, Object... arguments) {
    Op op = op(name);
    List<Object> all = withDefaults(op, arguments);
    List<Info> promised = op.infer(new Site(op, all, environment, names));
    Run run = new Run(op, all, environment, names);
    op.kernel().run(run);
    if (run.results.size() != op.results() || promised.size() != op.results()) {
      throw new AssertionError(
          name + " has " + run.results + " where the rule promised " + promised);
    }
    for (int k = 0; k < promised.size(); k++) {
      checkPromise(name, promised.get(k), run.results.get(k));
    }
    return run.results;
  }

  private static void checkPromise(String name, Info promised, Value found) {
    boolean kept = promised.data() == found.dataType();
    if (kept && found instanceof Scalar scalar) {
      kept = promised.value() == ValueType.UNKNOWN || promised.value() == scalar.type();
      kept &= promised.constant() == null || promised.constant().equals(scalar);
    } else if (kept && found instanceof MatrixValue value) {
      Size size = promised.size();
      Matrix matrix = value.matrix();
      kept = !Sizes.differ(size.rows(), matrix.rows()) && !Sizes.differ(size.cols(), matrix.cols());
      kept &= !size.nnzKnown() || matrix.nnz() <= size.nnz();
    } else if (kept && found instanceof ListValue list) {
      kept = !Sizes.differ(promised.size().rows(), list.size());
    }
    if (!kept) {
      throw new AssertionError(name + " gave " + found + " where the rule promised " + promised);
    }
  }

  static Op op(String name) {
    Op op = Catalogue.find(name);
    if (op == null) {
      throw new AssertionError("no operator " + name);
    }
    return op;
  }

  private static List<Object> withDefaults(Op op, Object[] given) {
    List<Object> all = new ArrayList<>(Arrays.asList(given));
    for (int i = given.length; i < op.parameters().size(); i++) {
      if (!op.parameters().get(i).variadic()) {
        all.add(null);
      }
    }
    for (int i = 0; i < Math.min(all.size(), op.parameters().size()); i++) {
      if (all.get(i) == null) {
        all.set(i, op.parameters().get(i).defaultValue());
      }
    }
    return all;
  }

  static Value value(Object argument) {
    if (argument instanceof Value value) {
      return value;
    }
    if (argument instanceof Matrix matrix) {
      return new MatrixValue(matrix);
    }
    if (argument instanceof Integer number) {
      return Scalar.of((long) number);
    }
    if (argument instanceof Long number) {
      return Scalar.of((long) number);
    }
    if (argument instanceof Double number) {
      return Scalar.of((double) number);
    }
    if (argument instanceof Boolean flag) {
      return Scalar.of((boolean) flag);
    }
    return Scalar.of((String) argument);
  }

  private static Info info(Object argument) {
    if (argument instanceof Info info) {
      return info;
    }
    Value value = value(argument);
    if (value instanceof Scalar scalar) {
      return Info.constant(scalar);
    }
    if (value instanceof ListValue list) {
      return Info.list(list.size());
    }
    Matrix matrix = ((MatrixValue) value).matrix();
    return Info.matrix(Size.of(matrix.rows(), matrix.cols(), matrix.nnz()));
  }

  private static String nameAt(Op op, List<String> names, int i) {
    int at = i - (op.parameters().size() - 1);
    return at >= 0 && at < names.size() ? names.get(at) : null;
  }

  private record Site(Op op, List<Object> arguments, Environment environment, List<String> names)
      implements CallSite {
    @Override
    public int count() {
      return arguments.size();
    }

    @Override
    public boolean has(int i) {
      return i < arguments.size() && arguments.get(i) != null;
    }

    @Override
    public Info in(int i) {
      return info(arguments.get(i));
    }

    @Override
    public String name(int i) {
      return nameAt(op, names, i);
    }
  }

  private static final class Run implements Invocation {
    private final Op op;
    private final List<Value> arguments = new ArrayList<>();
    private final Environment environment;
    private final List<String> names;
    private final List<Value> results = new ArrayList<>();

    Run(Op op, List<Object> arguments, Environment environment, List<String> names) {
      this.op = op;
      this.environment = environment;
      this.names = names;
      for (Object argument : arguments) {
        this.arguments.add(argument == null ? null : Calls.value(argument));
      }
    }

    @Override
    public int count() {
      return arguments.size();
    }

    @Override
    public boolean has(int i) {
      return arguments.get(i) != null;
    }

    @Override
    public String name(int i) {
      return nameAt(op, names, i);
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
      return arguments.get(i);
    }

    @Override
    public boolean reusable(int i) {
      return false;
    }

    @Override
    public Workers workers() {
      return Workers.serial();
    }

    @Override
    public Environment environment() {
      return environment;
    }

    @Override
    public void result(double value) {
      results.add(Scalar.of(value));
    }

    @Override
    public void result(long value) {
      results.add(Scalar.of(value));
    }

    @Override
    public void result(boolean value) {
      results.add(Scalar.of(value));
    }

    @Override
    public void result(String value) {
      results.add(Scalar.of(value));
    }

    @Override
    public void result(Matrix value) {
      results.add(new MatrixValue(value));
    }

    @Override
    public void result(Value value) {
      results.add(value);
    }

    @Override
    public void result(int k, Value value) {
      results.add(k, value);
    }
  }
}
