package dev.linden.opt;

import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Property;
import dev.linden.op.ValueType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Which values need not be computed when nothing reads them. */
public final class Droppable {
  /** Known to be droppable, or computed anyway: questions about many values visit each hop once. */
  private final Set<Hop> fine = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Set<String> uncertain;

  /**
   * @param uncertain variables that may have no value
   */
  Droppable(Set<String> uncertain) {
    this.uncertain = uncertain;
  }

  /**
   * Computing the value can neither fail nor be noticed, so that a script that does not need it
   * behaves the same without.
   */
  public static boolean isDroppable(Hop hop) {
    return new Droppable(Set.of()).test(hop);
  }

  /** The value is computed whatever becomes of those that need it. */
  void computed(Hop hop) {
    fine.add(hop);
  }

  /** The same, given what has been said to be computed. */
  boolean test(Hop hop) {
    if (fine.contains(hop)) {
      return true;
    }
    boolean droppable = isFine(hop);
    if (droppable) {
      fine.add(hop);
    }
    return droppable;
  }

  private boolean isFine(Hop hop) {
    if (hop instanceof Hop.Literal || hop instanceof Hop.Exists) {
      return true;
    }
    if (hop instanceof Hop.Read read) {
      return !uncertain.contains(read.variable());
    }
    if (hop instanceof Hop.Result result) {
      return test(result.call());
    }
    if (!(hop instanceof Hop.Compute call) || !call.op().isPure() || !canNotFail(call)) {
      return false;
    }
    for (Hop input : call.inputs()) {
      if (input != null && !test(input)) {
        return false;
      }
    }
    return true;
  }

  private static boolean canNotFail(Hop.Compute call) {
    if (call.info() == null) {
      return false;
    }
    if (call.info().isConstant()) {
      return true;
    }
    Op op = call.op();
    // An int may leave its range, and a value of unknown type may turn out as text.
    boolean typesFit =
        !call.info().isScalar()
            || call.info().value() == ValueType.DOUBLE
            || call.info().value() == ValueType.BOOLEAN;
    return op.has(Property.FAILS_BY_SIZE_ONLY)
        && typesFit
        && call.inputs().stream()
            .allMatch(
                input -> input == null || isCertain(input, op.has(Property.TAKES_ANY_NUMBER)));
  }

  /** A matrix of known size; a constant, or where no value is refused any number. */
  private static boolean isCertain(Hop input, boolean anyNumber) {
    Info info = input.info();
    if (info.isMatrix()) {
      return info.size().known();
    }
    boolean number =
        info.isScalar() && info.value() != ValueType.STRING && info.value() != ValueType.UNKNOWN;
    return info.isConstant() || (number && anyNumber);
  }
}
