package dev.linden.op;

import java.util.List;
import java.util.Set;

/** What to say when an argument has a data type that its parameter does not take. */
final class WrongType {
  private WrongType() {}

  static OpError error(Op op, int argument, Info given) {
    Set<DataType> wanted = op.parameter(argument).types();
    return new OpError(argument, message(op, argument, given, wanted), hint(op, given, wanted));
  }

  private static String message(Op op, int argument, Info given, Set<DataType> wanted) {
    if (op == IndexOps.INDEX || op == IndexOps.ASSIGN) {
      return argument == 0
          ? "only " + anyOf(wanted) + " can be indexed, but this is " + given.describeOne()
          : "an index must be a number"
              + (wanted.contains(DataType.LIST) ? ", a name or a list of names" : "")
              + ", but this is "
              + given.describeOne();
    }
    return op.label()
        + " needs "
        + anyOf(wanted)
        + where(op, argument)
        + ", but "
        + given.describeOne()
        + " is given";
  }

  private static String anyOf(Set<DataType> types) {
    List<String> words = types.stream().sorted().map(type -> "a " + type.word()).toList();
    int last = words.size() - 1;
    return last == 0
        ? words.get(0)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }

  private static String where(Op op, int argument) {
    if (!op.isSign()) {
      return " for " + op.parameter(argument).name();
    }
    if (op.parameters().size() == 1) {
      return "";
    }
    return argument == 0 ? " on the left" : " on the right";
  }

  private static String hint(Op op, Info given, Set<DataType> wanted) {
    if (given.isMatrix() && wanted.contains(DataType.SCALAR)) {
      return "as.scalar(...) turns a 1x1 matrix into a scalar";
    }
    if (given.data() == DataType.FRAME && wanted.contains(DataType.MATRIX)) {
      return "as.matrix(...) makes a matrix of a frame of numbers, transformencode of any";
    }
    if (given.data() == DataType.LIST) {
      return "as.scalar(L[i]) and as.matrix(L[i]) take an element out of a list";
    }
    if (!given.isScalar() || given.isString() || !wanted.contains(DataType.MATRIX)) {
      return null;
    }
    if (op == CastOps.AS_SCALAR) {
      return "a scalar needs no cast";
    }
    if (op == IndexOps.INDEX || op == IndexOps.ASSIGN) {
      return null;
    }
    return op == ProductOps.MATMULT
        ? "to multiply by a number, use *"
        : "as.matrix(...) turns a scalar into a 1x1 matrix";
  }
}
