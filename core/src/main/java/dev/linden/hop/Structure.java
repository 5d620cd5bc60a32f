package dev.linden.hop;

import dev.linden.op.DatagenOps;
import dev.linden.op.GroupOps;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.ProductOps;
import dev.linden.op.ReorgOps;
import dev.linden.op.Size;
import java.util.List;

/** Where the non-zeros of a matrix lie, by how it is computed. */
final class Structure {
  private Structure() {}

  /** {@code diag(x)} of a column: products with it scale rows or columns. */
  private static boolean isDiagonal(Hop hop) {
    return hop instanceof Hop.Compute call
        && call.op() == ReorgOps.DIAG
        && call.inputs().get(0).info().size().cols() == 1;
  }

  /** {@code table(seq(1, n), v)}: a single one in each row, so that products pick rows. */
  private static boolean selectsRows(Hop hop) {
    return hop instanceof Hop.Compute call
        && call.op() == GroupOps.TABLE
        && call.inputs().get(0) instanceof Hop.Compute rows
        && rows.op() == DatagenOps.SEQ;
  }

  /** The factor of a product whose cells the other one only scales or picks; else null. */
  static Hop operandWithSameShare(Hop.Compute call) {
    if (call.op() != ProductOps.MATMULT) {
      return null;
    }
    Hop a = call.inputs().get(0);
    Hop b = call.inputs().get(1);
    return isDiagonal(a) || selectsRows(a) ? b : isDiagonal(b) ? a : null;
  }

  /** Results with fewer non-zeros than what the operands' counts alone allow. */
  static List<Info> refined(Op op, List<Hop> inputs, List<Info> results) {
    if (op != ProductOps.MATMULT) {
      return results;
    }
    Hop a = inputs.get(0);
    Hop b = inputs.get(1);
    Info product = results.get(0);
    long most = isDiagonal(a) ? b.info().size().nnz() : isDiagonal(b) ? a.info().size().nnz() : -1;
    Size size = product.size();
    boolean tighter = most >= 0 && (!size.nnzKnown() || most < size.nnz());
    return tighter ? List.of(product.withSize(size.withNnz(most))) : results;
  }
}
