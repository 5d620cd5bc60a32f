package dev.linden.opt.rule;

import dev.linden.hop.Hop;
import dev.linden.matrix.CellFacts;
import dev.linden.op.CellwiseOps;
import dev.linden.op.DatagenOps;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.ReorgOps;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.Set;

/**
 * What can be said about the cells of a value before it exists, by how it is computed. The answer
 * is no, or infinity, when nothing is known; that of an input always is.
 */
final class Values {
  /** How far the questions follow the operands; facts worth having are near. */
  private static final int DEPTH = 6;

  /** Products of two such numbers, and sums of many, stay far from overflow. */
  private static final double MODEST = 0x1p500;

  private static final double SMALLEST_FACTOR = 0x1p-20;
  private static final double LARGEST_FACTOR = 0x1p20;

  /** The cells of the first operand, some perhaps left out, and perhaps zeros. */
  private static final Set<Op> MOVES_CELLS =
      Set.of(ReorgOps.TRANSPOSE, ReorgOps.REV, ReorgOps.DIAG, IndexOps.INDEX);

  private static final Set<Op> ROUNDS =
      Set.of(CellwiseOps.ROUND, CellwiseOps.FLOOR, CellwiseOps.CEIL);
  private static final Set<Op> CHANGES_SIGN = Set.of(CellwiseOps.NEGATE, CellwiseOps.ABS);
  private static final Set<Op> SUMS = Set.of(CellwiseOps.PLUS, CellwiseOps.MINUS);

  private Values() {}

  // ---- scalars

  /**
   * A constant that sums may be multiplied by instead of their terms: it brings no overflow that
   * was not there, and no -0.
   */
  static boolean isHarmlessFactor(Hop constant) {
    double value = constant.info().constant().asDouble();
    return value >= SMALLEST_FACTOR && value <= LARGEST_FACTOR;
  }

  /** Whether the value is known to be 0 or 1 in every cell. */
  static boolean isLogical(Hop hop) {
    if (hop.info().isScalar()) {
      return hop.info().value() == ValueType.BOOLEAN;
    }
    return hop instanceof Hop.Compute call && isLogical(call.op());
  }

  private static boolean isLogical(Op op) {
    return op.unary() != null && op.unary().facts().has(CellFacts.Trait.TRUTH)
        || op.binary() != null && op.binary().facts().has(CellFacts.Trait.TRUTH);
  }

  /** No function value that is a number has a larger magnitude. */
  private static double largestResult(Op op) {
    return op.unary() == null
        ? Double.POSITIVE_INFINITY
        : Math.max(-op.unary().facts().least(), op.unary().facts().most());
  }

  // ---- how large cells can be

  /** No cell is infinite or nearly so; NaN is possible. */
  static boolean isModest(Hop hop) {
    return bound(hop) <= MODEST;
  }

  /** No cell that is a number has a larger magnitude. */
  static double bound(Hop hop) {
    return bound(hop, DEPTH);
  }

  private static double bound(Hop hop, int depth) {
    if (hop.info().isScalar()) {
      double constant = constant(hop);
      return Double.isNaN(constant) ? Double.POSITIVE_INFINITY : Math.abs(constant);
    }
    if (depth == 0 || !(hop instanceof Hop.Compute call)) {
      return Double.POSITIVE_INFINITY;
    }
    Op op = call.op();
    if (isLogical(op)) {
      return 1;
    } else if (largestResult(op) < Double.POSITIVE_INFINITY) {
      return largestResult(op);
    } else if (MOVES_CELLS.contains(op) || CHANGES_SIGN.contains(op)) {
      return bound(input(call, 0), depth - 1);
    } else if (ROUNDS.contains(op)) {
      return bound(input(call, 0), depth - 1) + 1;
    } else if (SUMS.contains(op)) {
      return bound(input(call, 0), depth - 1) + bound(input(call, 1), depth - 1);
    } else if (op == CellwiseOps.TIMES) {
      return product(bound(input(call, 0), depth - 1), bound(input(call, 1), depth - 1));
    } else if (isSquare(call)) {
      double root = bound(input(call, 0), depth - 1);
      return root * root;
    } else if (op == DatagenOps.MATRIX) {
      return input(call, 0).info().isString()
          ? Double.POSITIVE_INFINITY
          : bound(input(call, 0), depth - 1);
    } else if (op == DatagenOps.SEQ) {
      return Math.max(bound(input(call, 0), 1), bound(input(call, 1), 1));
    } else if (isUniform(call)) {
      return Math.max(bound(input(call, 2), 1), bound(input(call, 3), 1));
    }
    return Double.POSITIVE_INFINITY;
  }

  private static double product(double a, double b) {
    return Double.isInfinite(a) || Double.isInfinite(b) ? Double.POSITIVE_INFINITY : a * b;
  }

  // ---- which cells can't occur

  static boolean hasNoNaN(Hop hop) {
    return hasNoNaN(hop, DEPTH);
  }

  private static boolean hasNoNaN(Hop hop, int depth) {
    if (hop.info().isScalar()) {
      return !Double.isNaN(constant(hop));
    }
    if (depth == 0 || !(hop instanceof Hop.Compute call)) {
      return false;
    }
    Op op = call.op();
    if (isLogical(op) || op == DatagenOps.SEQ) {
      return true;
    } else if (op == DatagenOps.MATRIX || isUniform(call)) {
      return Double.isFinite(bound(hop, depth)) && hasNoNaN(input(call, 0), depth - 1);
    } else if (SUMS.contains(op) || op == CellwiseOps.TIMES) {
      return Double.isFinite(bound(hop, depth))
          && hasNoNaN(input(call, 0), depth - 1)
          && hasNoNaN(input(call, 1), depth - 1);
    }
    boolean keepsNumbers =
        MOVES_CELLS.contains(op)
            || CHANGES_SIGN.contains(op)
            || ROUNDS.contains(op)
            || isSquare(call)
            || op == CellwiseOps.SIGN
            || op == CellwiseOps.SIGMOID
            || op == CellwiseOps.EXP;
    return keepsNumbers && hasNoNaN(input(call, 0), depth - 1);
  }

  /** All cells are integers and exact as such. */
  static boolean isWhole(Hop hop) {
    return isWhole(hop, DEPTH) && bound(hop) <= 0x1p53;
  }

  private static boolean isWhole(Hop hop, int depth) {
    if (hop.info().isScalar()) {
      double constant = constant(hop);
      return constant == Math.rint(constant) && Double.isFinite(constant);
    }
    if (depth == 0 || !(hop instanceof Hop.Compute call)) {
      return false;
    }
    Op op = call.op();
    if (isLogical(op)) {
      return true;
    } else if (ROUNDS.contains(op)) {
      return hasNoNaN(input(call, 0), depth - 1);
    } else if (op == DatagenOps.SEQ) {
      Hop increment = input(call, 2);
      return isWhole(input(call, 0), 1)
          && Double.isFinite(constant(input(call, 1)))
          && (increment == null || isWhole(increment, 1));
    } else if (SUMS.contains(op) || op == CellwiseOps.TIMES) {
      return isWhole(input(call, 0), depth - 1) && isWhole(input(call, 1), depth - 1);
    }
    boolean keeps = MOVES_CELLS.contains(op) || CHANGES_SIGN.contains(op) || isSquare(call);
    boolean filled = op == DatagenOps.MATRIX && !input(call, 0).info().isString();
    return (keeps || filled) && isWhole(input(call, 0), depth - 1);
  }

  /** No cell is below zero; NaN is possible. */
  static boolean isNonNegative(Hop hop) {
    return hop instanceof Hop.Compute call
        && (isLogical(call.op())
            || (call.op().unary() != null && call.op().unary().facts().least() >= 0)
            || isSquare(call));
  }

  static boolean hasNoNegativeZero(Hop hop) {
    return hasNoNegativeZero(hop, DEPTH);
  }

  private static boolean hasNoNegativeZero(Hop hop, int depth) {
    if (hop.info().isScalar()) {
      double constant = constant(hop);
      return !Double.isNaN(constant) && Double.compare(constant, -0.0) != 0;
    }
    if (depth == 0 || !(hop instanceof Hop.Compute call)) {
      return false;
    }
    Op op = call.op();
    if (isNonNegative(hop) || op == CellwiseOps.ROUND) {
      return true;
    } else if (op == CellwiseOps.PLUS) {
      // Only the sum of two negative zeros is one.
      return hasNoNegativeZero(input(call, 0), depth - 1)
          || hasNoNegativeZero(input(call, 1), depth - 1);
    } else if (op == DatagenOps.SEQ) {
      return hasNoNegativeZero(input(call, 0), 1);
    } else if (isUniform(call)) {
      return hasNoNegativeZero(input(call, 2), 1);
    }
    // A difference is -0 only for -0 minus 0.
    boolean firstDecides =
        MOVES_CELLS.contains(op)
            || op == CellwiseOps.MINUS
            || op == CellwiseOps.SQRT
            || (op == DatagenOps.MATRIX && !input(call, 0).info().isString());
    return firstDecides && hasNoNegativeZero(input(call, 0), depth - 1);
  }

  // ---- parts of calls

  private static boolean isSquare(Hop.Compute call) {
    return call.op() == CellwiseOps.POWER && constant(input(call, 1)) == 2;
  }

  private static boolean isUniform(Hop.Compute call) {
    if (call.op() != DatagenOps.RAND) {
      return false;
    }
    Scalar pdf = input(call, 4).info().constant();
    return pdf != null
        && pdf.asText().equals("uniform")
        && Double.isFinite(constant(input(call, 2)))
        && Double.isFinite(constant(input(call, 3)));
  }

  /** The constant number, or NaN. */
  private static double constant(Hop hop) {
    Info info = hop.info();
    return info.isConstant() && !info.isString() ? info.constant().asDouble() : Double.NaN;
  }

  private static Hop input(Hop.Compute call, int i) {
    return i < call.inputs().size() ? call.inputs().get(i) : null;
  }
}
