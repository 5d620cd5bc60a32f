package dev.linden.matrix.compress;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Plain;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.encode.Encoder;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.operator.CountedFolds;
import dev.linden.matrix.compress.operator.MappedGroups;
import dev.linden.matrix.compress.operator.Products;
import dev.linden.matrix.compress.operator.RowFolds;
import dev.linden.matrix.kernel.cells.OwnCells;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.OwnFolds;
import dev.linden.matrix.kernel.product.OwnProducts;
import dev.linden.matrix.kernel.reorg.OwnSlices;
import dev.linden.matrix.kernel.reorg.Reorg;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Columns in groups of codes and dictionaries; see the page of this package. */
public final class CompressedMatrix extends Packed
    implements OwnCells, OwnFolds, OwnProducts, OwnSlices {
  private static final long serialVersionUID = 1L;

  private final List<Group> groups;

  /** Whether the plain form is sparse: zeros then have no sign, and absorb infinities. */
  private final boolean sparse;

  private final long nnz;

  /** Where each column is; found when a single cell is asked for. */
  private transient volatile Places places;

  private CompressedMatrix(int rows, int cols, List<Group> groups, boolean sparse, long nnz) {
    super(rows, cols);
    this.groups = groups;
    this.sparse = sparse;
    this.nnz = nnz;
  }

  /** Every column is in one of the groups. */
  static CompressedMatrix of(
      int rows, int cols, List<Group> groups, boolean sparse, Workers workers) {
    List<Group> adapted = groups.stream().map(group -> group.adapted(sparse, workers)).toList();
    return new CompressedMatrix(rows, cols, adapted, sparse, nnz(adapted));
  }

  /** The same, dense or sparse as the non-zeros suggest. */
  static CompressedMatrix adapted(int rows, int cols, List<Group> groups, Workers workers) {
    return of(rows, cols, groups, Formats.sparse(rows, cols, nnz(groups)), workers);
  }

  private static long nnz(List<Group> groups) {
    return groups.stream().mapToLong(Group::nnz).sum();
  }

  /** A matrix in the groups of a scheme; it keeps its zeros as they are. */
  public static CompressedMatrix compress(Plain matrix, Scheme scheme, Workers workers) {
    List<Group> groups = Encoder.encode(matrix, scheme, workers);
    return of(matrix.rows(), matrix.cols(), groups, matrix.isSparse(), workers);
  }

  /** Not to be changed. */
  public List<Group> groups() {
    return groups;
  }

  @Override
  public Packing packing() {
    return CompressedPacking.INSTANCE;
  }

  @Override
  public long nnz() {
    return nnz;
  }

  @Override
  public boolean isSparse() {
    return sparse;
  }

  @Override
  public long bytes() {
    return groups.stream().mapToLong(Group::bytes).sum() + 96;
  }

  @Override
  public double get(int row, int col) {
    Places known = places;
    if (known == null) {
      known = Places.of(groups, cols());
      places = known;
    }
    return groups.get(known.groups[col]).get(row, known.places[col]);
  }

  /** The group of each column, and its place there. */
  private record Places(int[] groups, int[] places) {
    static Places of(List<Group> groups, int cols) {
      Places result = new Places(new int[cols], new int[cols]);
      for (int g = 0; g < groups.size(); g++) {
        int[] columns = groups.get(g).columns();
        for (int j = 0; j < columns.length; j++) {
          result.groups[columns[j]] = g;
          result.places[columns[j]] = j;
        }
      }
      return result;
    }
  }

  @Override
  public Plain unpack(int rowStart, int rowEnd, Workers workers) {
    return Unpacking.rows(this, rowStart, rowEnd, workers);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    CompressedPacking.write(this, out);
  }

  // ---- cells

  private Matrix withGroups(List<Group> others, Workers workers) {
    return adapted(rows(), cols(), others, workers);
  }

  @Override
  public Matrix map(UnaryFunction f, Workers workers) {
    return withGroups(MappedGroups.map(f, groups, workers), workers);
  }

  @Override
  public Matrix withScalar(BinaryFunction f, boolean left, double y, Workers workers) {
    return withGroups(MappedGroups.withScalar(f, left, y, groups, sparse, workers), workers);
  }

  @Override
  public Matrix withMatrix(BinaryFunction f, boolean left, Matrix y, Workers workers) {
    // zeros of Y that it does not store may absorb cells of X, which is for those who see both
    if (y.rows() != 1 || rows() == 1 || y.isSparse()) {
      return null;
    }
    double[] row = Formats.toDense(y, workers).panel(0);
    return withGroups(MappedGroups.withRow(f, left, row, groups, sparse, workers), workers);
  }

  // ---- aggregates

  @Override
  public Double all(Aggregate.Kind kind, Workers workers) {
    return CountedFolds.all(kind, groups, workers);
  }

  @Override
  public Matrix rows(Aggregate.Kind kind, Workers workers) {
    return cells() == 0 ? null : RowFolds.rows(kind, groups, rows(), cols(), workers);
  }

  @Override
  public Matrix cols(Aggregate.Kind kind, Workers workers) {
    return CountedFolds.cols(kind, groups, cols(), workers);
  }

  // ---- products

  private Products products() {
    return new Products(groups, rows(), cols(), sparse);
  }

  /** As the plain product would be; null stays null. */
  private Matrix result(Dense product, Workers workers) {
    return product == null || !sparse ? product : Formats.adapt(product, workers);
  }

  @Override
  public Matrix times(boolean transpose, Matrix b, Workers workers) {
    Products products = products();
    Dense product = transpose ? products.transposedTimes(b, workers) : products.times(b, workers);
    return result(product, workers);
  }

  /** A %*% X is the transpose of t(X) %*% t(A). */
  @Override
  public Matrix timesFromLeft(Matrix a, boolean transpose, Workers workers) {
    Matrix transposed = Reorg.transpose(a, workers);
    Products products = products();
    Dense product =
        transpose
            ? products.times(transposed, workers)
            : products.transposedTimes(transposed, workers);
    return product == null ? null : result((Dense) Reorg.transpose(product, workers), workers);
  }

  @Override
  public Matrix timesItself(boolean left, Workers workers) {
    return left ? result(products().timesItself(workers), workers) : null;
  }

  @Override
  public Matrix chain(Matrix v, Matrix w, Matrix y, Workers workers) {
    return result(products().chain(v, w, y, workers), workers);
  }

  // ---- slices

  @Override
  public Matrix slice(int rowStart, int rowEnd, int colStart, int colEnd, Workers workers) {
    return Slicing.slice(this, rowStart, rowEnd, colStart, colEnd, workers);
  }

  @Override
  public Matrix rowsAt(int[] source, Workers workers) {
    return Slicing.rowsAt(this, source, workers);
  }

  @Override
  public Matrix transpose(Workers workers) {
    return null;
  }

  @Override
  public Matrix append(List<Matrix> parts, boolean rows, Workers workers) {
    return rows ? null : Slicing.cbind(parts, workers);
  }
}
