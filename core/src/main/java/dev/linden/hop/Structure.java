package dev.linden.hop;

import dev.linden.op.DatagenOps;
import dev.linden.op.GroupOps;
import dev.linden.op.Info;
import dev.linden.op.ReorgOps;
import dev.linden.op.Size;

/** Where the non-zeros of a matrix lie, by how it is computed. */
final class Structure {
  private Structure() {}

  /** {@code diag(x)} of a column: products with it scale rows or columns. */
  static boolean isDiagonal(Hop hop) {
    return hop instanceof Hop.Compute call
        && call.op() == ReorgOps.DIAG
        && call.inputs().get(0).info().size().cols() == 1;
  }

  /** {@code table(seq(1, n), v)}: a single one in each row, so that products pick rows. */
  static boolean selectsRows(Hop hop) {
    return hop instanceof Hop.Compute call
        && call.op() == GroupOps.TABLE
        && call.inputs().get(0) instanceof Hop.Compute rows
        && rows.op() == DatagenOps.SEQ;
  }

  /** A product with fewer non-zeros than its operands' counts alone allow. */
  static Info product(Hop a, Hop b, Info product) {
    long most = isDiagonal(a) ? b.info().size().nnz() : isDiagonal(b) ? a.info().size().nnz() : -1;
    Size size = product.size();
    boolean tighter = most >= 0 && (!size.nnzKnown() || most < size.nnz());
    return tighter ? product.withSize(size.withNnz(most)) : product;
  }
}
