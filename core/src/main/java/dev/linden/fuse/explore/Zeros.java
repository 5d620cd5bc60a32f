package dev.linden.fuse.explore;

import dev.linden.hop.Hop;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Formats;
import dev.linden.op.Size;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/** Which matrices make the result of a cell-wise operator zero wherever they are zero. */
public final class Zeros {
  private Zeros() {}

  /** A matrix that is stored by its non-zeros, as far as is known. */
  public static boolean isSparse(Hop hop) {
    if (!Shape.isKnownMatrix(hop)) {
      return false;
    }
    Size size = hop.info().size();
    return size.nnzKnown() && Formats.sparse(size.rows(), size.cols(), size.nnz());
  }

  /**
   * The matrices whose zeros are zeros of a cell-wise operator's result.
   *
   * @param known the same for the operands
   */
  public static Set<Hop> of(Hop cellwise, Function<Hop, Set<Hop>> known) {
    Hop.Compute call = (Hop.Compute) cellwise;
    Hop first = cellwise.inputs().get(0);
    Hop second = cellwise.inputs().size() > 1 ? cellwise.inputs().get(1) : null;
    if (Shape.isChoice(cellwise)) {
      Set<Hop> yes = union(known.apply(first), known.apply(second));
      return intersection(known.apply(cellwise.inputs().get(2)), yes);
    }
    Set<Hop> x = known.apply(first);
    if (second == null) {
      return call.op().unary().keepsZeros() ? x : Set.of();
    }
    BinaryFunction f = call.op().binary();
    Set<Hop> y = known.apply(second);
    if (second instanceof Hop.Literal right && Shape.isNumber(right)) {
      return f.apply(0, right.value().asDouble()) == 0 ? x : Set.of();
    }
    if (first instanceof Hop.Literal left && Shape.isNumber(left)) {
      return f.apply(left.value().asDouble(), 0) == 0 ? y : Set.of();
    }
    if (f.absorbsZeros()) {
      return union(x, y);
    }
    return f.keepsZeros() ? intersection(x, y) : Set.of();
  }

  private static Set<Hop> union(Set<Hop> a, Set<Hop> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.isEmpty() ? b : a;
    }
    Set<Hop> both = new HashSet<>(a);
    both.addAll(b);
    return both;
  }

  private static Set<Hop> intersection(Set<Hop> a, Set<Hop> b) {
    Set<Hop> common = new HashSet<>(a);
    common.retainAll(b);
    return common;
  }
}
