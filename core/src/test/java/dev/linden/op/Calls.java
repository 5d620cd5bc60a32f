package dev.linden.op;

import static java.util.stream.Collectors.toList;

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
    return op.infer(site(op, withDefaults(op, arguments), new FakeEnvironment(), List.of()));
  }

  /** The only result of a call; checks on the way that it is what the rule promised. */
  static Value run(String name, Object... arguments) {
    return runIn(new FakeEnvironment(), List.of(), name, arguments).get(0);
  }

  static List<Value> runIn(
      FakeEnvironment environment, List<String> names, String name, Object... arguments) {
    Op op = op(name);
    List<Object> all = withDefaults(op, arguments);
    List<Info> promised = op.infer(site(op, all, environment, names));
    List<Value> values = all.stream().map(a -> a == null ? null : value(a)).collect(toList());
    List<Value> found = new ValuesCall(op, values, names, Workers.serial(), environment).run();
    if (found.contains(null) || promised.size() != op.results()) {
      throw new AssertionError(name + " has " + found + " where the rule promised " + promised);
    }
    for (int k = 0; k < promised.size(); k++) {
      checkPromise(name, promised.get(k), found.get(k));
    }
    return found;
  }

  private static CallSite site(
      Op op, List<Object> arguments, Environment environment, List<String> names) {
    List<Info> infos = arguments.stream().map(a -> a == null ? null : info(a)).collect(toList());
    return new KnownCall(op, infos, names, environment);
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

  static Info info(Object argument) {
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
}
