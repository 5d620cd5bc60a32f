package dev.linden.matrix.rowcodes;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Plain;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.cells.OwnCells;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.OwnFolds;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.product.OwnProducts;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.reorg.OwnSlices;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.NonZeros;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Each distinct row once, and which of them every row is: a representation that is neither dense
 * nor sparse, for tests of the seam. It does some operations itself, declines others, and leaves
 * all the rest to be unpacked.
 */
final class RowCodes extends Packed implements OwnCells, OwnFolds, OwnProducts, OwnSlices {
  /** Dense or sparse as the whole matrix is: operators tell the zeros of one from the other's. */
  private final Plain distinct;

  private final int[] codes;
  private final long nnz;

  RowCodes(Plain distinct, int[] codes) {
    super(codes.length, distinct.cols());
    this.distinct = distinct;
    this.codes = codes;
    long[] counts = new long[distinct.rows()];
    NonZeros row = new NonZeros(distinct);
    for (int i = 0; i < counts.length; i++) {
      row.moveTo(i);
      counts[i] = (long) row.end() - row.start();
    }
    nnz = Arrays.stream(codes).mapToLong(code -> counts[code]).sum();
  }

  /** Other cells for the distinct rows, in the form that suits the whole. */
  private Matrix withDistinct(Matrix cells, Workers workers) {
    RowCodes result = new RowCodes(cells.plain(workers), codes);
    boolean sparse = Formats.sparse(rows(), cols(), result.nnz);
    if (sparse == result.isSparse()) {
      return result;
    }
    Plain adapted = sparse ? Formats.toCsr(cells, workers) : Formats.toDense(cells, workers);
    return new RowCodes(adapted, codes);
  }

  /** The row of a result for each distinct row. */
  private Matrix spread(Matrix perDistinct, Workers workers) {
    return Formats.adapt(Reorg.rowsAt(perDistinct, codes, workers), workers);
  }

  @Override
  public Packing packing() {
    return RowCodesPacking.INSTANCE;
  }

  @Override
  public Plain unpack(int rowStart, int rowEnd, Workers workers) {
    int[] part = Arrays.copyOfRange(codes, rowStart, rowEnd);
    return Reorg.rowsAt(distinct, part, workers).plain(workers);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    RowCodesPacking.write(distinct, codes, out);
  }

  @Override
  public long nnz() {
    return nnz;
  }

  @Override
  public double get(int row, int col) {
    return distinct.get(codes[row], col);
  }

  @Override
  public boolean isSparse() {
    return distinct.isSparse();
  }

  @Override
  public long bytes() {
    return distinct.bytes() + 4L * codes.length + 48;
  }

  // ---- cells

  @Override
  public Matrix map(UnaryFunction f, Workers workers) {
    return withDistinct(Elementwise.unary(f, distinct, false, workers), workers);
  }

  @Override
  public Matrix withScalar(BinaryFunction f, boolean left, double y, Workers workers) {
    Matrix result =
        left
            ? Elementwise.scalarRight(f, distinct, y, false, workers)
            : Elementwise.scalarLeft(f, y, distinct, false, workers);
    return withDistinct(result, workers);
  }

  @Override
  public Matrix withMatrix(BinaryFunction f, boolean left, Matrix y, Workers workers) {
    if (y.rows() != 1 || rows() == 1) {
      return null;
    }
    Matrix result =
        left
            ? Elementwise.binary(f, distinct, y, false, false, workers)
            : Elementwise.binary(f, y, distinct, false, false, workers);
    return withDistinct(result, workers);
  }

  @Override
  public Matrix choose(Matrix yes, double yesScalar, Matrix no, double noScalar, Workers workers) {
    return null;
  }

  // ---- aggregates

  /** A sum would have to be a sum of multiples: in another order than that of plain cells. */
  @Override
  public Double all(Aggregate.Kind kind, Workers workers) {
    return kind == Aggregate.Kind.MIN || kind == Aggregate.Kind.MAX
        ? (Double) Aggregate.all(kind, rows(kind, workers), workers)
        : null;
  }

  @Override
  public Matrix rows(Aggregate.Kind kind, Workers workers) {
    return spread(Aggregate.rows(kind, distinct, workers), workers);
  }

  @Override
  public Matrix cols(Aggregate.Kind kind, Workers workers) {
    return null;
  }

  // ---- products

  @Override
  public Matrix times(boolean transpose, Matrix b, Workers workers) {
    return transpose ? null : spread(MatMult.multiply(distinct, b, workers), workers);
  }

  @Override
  public Matrix timesFromLeft(Matrix a, boolean transpose, Workers workers) {
    return null;
  }

  @Override
  public Matrix timesItself(boolean left, Workers workers) {
    return null;
  }

  @Override
  public Matrix chain(Matrix v, Matrix w, Matrix y, Workers workers) {
    return null;
  }

  // ---- slices

  @Override
  public Matrix slice(int rowStart, int rowEnd, int colStart, int colEnd, Workers workers) {
    Matrix columns = Indexing.slice(distinct, 0, distinct.rows(), colStart, colEnd, workers);
    return new RowCodes(columns.plain(workers), Arrays.copyOfRange(codes, rowStart, rowEnd));
  }

  @Override
  public Matrix rowsAt(int[] source, Workers workers) {
    return new RowCodes(distinct, Arrays.stream(source).map(row -> codes[row]).toArray());
  }

  @Override
  public Matrix transpose(Workers workers) {
    return null;
  }

  @Override
  public Matrix append(List<Matrix> parts, boolean rows, Workers workers) {
    return null;
  }
}
