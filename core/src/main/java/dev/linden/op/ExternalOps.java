package dev.linden.op;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.List;

/** Functions in host code: every declaration in a script is an operator of its own. */
public final class ExternalOps {
  /** A parameter or result as the script declares it. */
  public record Declared(String name, DataType data, ValueType value) {
    private String describeOne() {
      return info().describeOne();
    }

    private Info info() {
      return switch (data) {
        case MATRIX -> Info.matrix();
        case FRAME -> Info.frame(Size.UNKNOWN);
        case LIST -> Info.list();
        case SCALAR -> Info.scalar(value);
      };
    }
  }

  private ExternalOps() {}

  /** The operator that calls the class for a function of that name. */
  public static Op of(
      String function, String className, List<Declared> parameters, List<Declared> results) {
    return Op.define("external " + function, "The function of class " + className + ".")
        .parameters(
            parameters.stream().map(p -> Parameter.of(p.name, p.data)).toArray(Parameter[]::new))
        .results(results.size())
        .rule(call -> results.stream().map(Declared::info).toList())
        .kernel(call -> run(function, className, results, call))
        .naming(Naming.OWN, Naming.OWN)
        // Nobody knows what the class does besides computing its results.
        .properties(Property.EFFECT, Property.BARRIER)
        .build();
  }

  private static void run(
      String function, String className, List<Declared> declared, Invocation call) {
    List<Value> arguments = new ArrayList<>();
    for (int i = 0; i < call.count(); i++) {
      arguments.add(call.value(i));
    }
    List<Value> results =
        call.environment().callExternal(className, function, arguments, declared.size());
    for (int k = 0; k < declared.size(); k++) {
      call.result(k, checked(function, className, k, declared.get(k), results.get(k)));
    }
  }

  private static Value checked(
      String function, String className, int k, Declared declared, Value given) {
    String result =
        "result " + (k + 1) + " (" + declared.name + ") of " + function + ", class " + className;
    if (given == null) {
      throw new InputError(result + ", has no value");
    }
    boolean fits = given.dataType() == declared.data;
    if (fits && given instanceof Scalar scalar) {
      boolean text = scalar.type() == ValueType.STRING;
      fits = declared.value == ValueType.UNKNOWN || text == (declared.value == ValueType.STRING);
    }
    if (!fits) {
      throw new InputError(
          result
              + ", is declared as "
              + declared.describeOne()
              + ", but is "
              + ValuesCall.describe(given).withoutConstant().describeOne());
    }
    return given instanceof Scalar scalar ? converted(scalar, declared.value) : given;
  }

  private static Scalar converted(Scalar scalar, ValueType type) {
    return switch (type) {
      case DOUBLE -> Scalar.of(scalar.asDouble());
      case INT -> Scalar.of(scalar.toInteger());
      case BOOLEAN -> Scalar.of(scalar.asBoolean());
      default -> scalar;
    };
  }
}
