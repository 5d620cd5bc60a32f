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
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.Tuples;
import dev.linden.matrix.compress.encode.Encoder;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.encode.SharedGroups;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.EachGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.compress.operator.CountedFolds;
import dev.linden.matrix.compress.operator.GroupRows;
import dev.linden.matrix.compress.operator.MappedGroups;
import dev.linden.matrix.compress.operator.Products;
import dev.linden.matrix.compress.operator.RowFolds;
import dev.linden.matrix.compress.operator.SelfProduct;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.cells.OwnCells;
import dev.linden.matrix.kernel.cells.OwnTuples;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.OwnFolds;
import dev.linden.matrix.kernel.product.OwnProducts;
import dev.linden.matrix.kernel.reorg.OwnSlices;
import dev.linden.matrix.kernel.rows.OwnRows;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Columns in groups of codes and dictionaries; see the page of this package. */
public final class CompressedMatrix extends Packed
    implements OwnCells, OwnFolds, OwnProducts, OwnSlices, OwnRows, OwnTuples {
  private static final long serialVersionUID = 1L;

  private static final int BYTES_PER_GROUP = 1 << 12;

  private final List<Group> groups;

  /** Whether the plain form is sparse: zeros then have no sign, and absorb infinities. */
  private final boolean sparse;

  private final long nnz;

  /** What its product with itself needs; found when somebody asks. */
  private transient volatile SelfProduct.Bytes self;

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
    return of(rows, cols, groups, sparse, nnz(groups, workers), workers);
  }

  private static CompressedMatrix of(
      int rows, int cols, List<Group> groups, boolean sparse, long nnz, Workers workers) {
    List<Group> adapted =
        EachGroup.of(
            groups, workers, g -> g.adapted(sparse, workers), g -> g.adapted(sparse, workers));
    return new CompressedMatrix(rows, cols, adapted, sparse, nnz);
  }

  /** The same, dense or sparse as the non-zeros suggest. */
  public static CompressedMatrix adapted(int rows, int cols, List<Group> groups, Workers workers) {
    long nnz = nnz(groups, workers);
    return of(rows, cols, groups, Formats.sparse(rows, cols, nnz), nnz, workers);
  }

  private static long nnz(List<Group> groups, Workers workers) {
    return EachGroup.of(groups, workers, Group::nnz, Group::nnz).stream()
        .mapToLong(nnz -> nnz)
        .sum();
  }

  /** A matrix in the groups of a scheme; it keeps its zeros as they are. */
  public static CompressedMatrix compress(Plain matrix, Scheme scheme, Workers workers) {
    List<Group> groups = Encoder.encode(matrix, scheme, workers);
    return of(matrix.rows(), matrix.cols(), groups, matrix.isSparse(), workers);
  }

  /** A block in such groups, with dictionaries of its own; see {@link SharedGroups}. */
  public static CompressedMatrix encodeBlock(Plain block, Scheme scheme, Workers workers) {
    List<Group> groups = SharedGroups.encode(block, scheme, workers);
    return new CompressedMatrix(block.rows(), block.cols(), groups, block.isSparse(), block.nnz());
  }

  /** What {@link #encodeBlock} gave, with the dictionaries of all blocks. */
  public CompressedMatrix share(SharedGroups shared, Workers workers) {
    List<Group> all = shared.share(groups, () -> plain(workers), workers);
    return new CompressedMatrix(rows(), cols(), all, sparse, nnz);
  }

  /** The same with dictionaries that travel with it. */
  public CompressedMatrix withoutHomes() {
    List<Group> own =
        groups.stream()
            .map(
                group ->
                    group instanceof CodedGroup coded && coded.dictionary().home() != null
                        ? coded.with(coded.dictionary().at(null))
                        : group)
            .toList();
    return new CompressedMatrix(rows(), cols(), own, sparse, nnz);
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

  /** Objects of groups while they are made anew, and codes of some rows of each. */
  @Override
  public double workingBytes() {
    return super.workingBytes() + groups.size() * (double) BYTES_PER_GROUP;
  }

  @Override
  public double unpackingBytes() {
    return super.unpackingBytes() + Integer.BYTES * (double) rows() * groups.size();
  }

  /**
   * Tables of tuples, or sums of ranges of rows for each tuple; rows of the other operand in the
   * order of groups, columns of the result twice; and terms of columns that stay plain.
   */
  @Override
  public double bytesPerColumn() {
    double tuples = 0;
    double plain = 0;
    for (Group group : groups) {
      tuples += group instanceof CodedGroup coded ? coded.codes().size() : 0;
      plain += group instanceof PlainGroup ? rows() : 0;
    }
    return Double.BYTES * (2 * tuples + rows() / 4.0 + 4.0 * cols() + plain);
  }

  @Override
  public double bytesOfSelf() {
    return self().shared();
  }

  @Override
  public double bytesOfSelfPerThread() {
    return self().each();
  }

  private SelfProduct.Bytes self() {
    SelfProduct.Bytes known = self;
    if (known == null) {
      known = SelfProduct.bytes(groups, rows());
      self = known;
    }
    return known;
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

  // ---- blocks

  /**
   * A block of a larger matrix whose dictionaries have more cells than it has: what looks at all
   * tuples takes longer than what unpacks the block, and results would have large dictionaries.
   */
  private boolean isSmallerThanTuples() {
    double shared = 0;
    for (Group group : groups) {
      if (group instanceof CodedGroup coded && coded.dictionary().home() != null) {
        shared += (double) coded.dictionary().size() * group.width();
      }
    }
    return 2 * shared > cells();
  }

  /** The same for pairs of tuples. */
  private boolean isSmallerThanPairs() {
    double shared = 0;
    for (Group group : groups) {
      if (group instanceof CodedGroup coded && coded.dictionary().home() != null) {
        shared += coded.dictionary().size();
      }
    }
    double perRow = sparse ? (double) nnz / Math.max(1, rows()) : cols();
    return shared * shared > rows() * perRow * perRow;
  }

  // ---- cells

  private Matrix withGroups(List<Group> others, Workers workers) {
    return adapted(rows(), cols(), others, workers);
  }

  @Override
  public Matrix map(UnaryFunction f, Workers workers) {
    return isSmallerThanTuples() ? null : withGroups(MappedGroups.map(f, groups, workers), workers);
  }

  @Override
  public Matrix withScalar(BinaryFunction f, boolean left, double y, Workers workers) {
    return isSmallerThanTuples()
        ? null
        : withGroups(MappedGroups.withScalar(f, left, y, groups, sparse, workers), workers);
  }

  @Override
  public Matrix withMatrix(BinaryFunction f, boolean left, Matrix y, Workers workers) {
    if (isSmallerThanTuples()) {
      return null;
    }
    if (y.rows() == 1 && rows() != 1) {
      double[] row = Formats.toDense(y, workers).panel(0);
      return withGroups(MappedGroups.withRow(f, left, row, groups, sparse, workers), workers);
    }
    return y instanceof CompressedMatrix other && y.rows() == rows() && y.cols() == cols()
        ? left ? withShared(f, other, workers) : other.withShared(f, this, workers)
        : null;
  }

  /** {@code f(X, Y)} if both have the same codes; else null. */
  private Matrix withShared(BinaryFunction f, CompressedMatrix y, Workers workers) {
    List<Group> result =
        MappedGroups.ofShared(
            List.of(groups, y.groups),
            (operands, to) -> {
              f.apply(operands[0], 0, operands[1], 0, to, 0, to.length);
              for (int k = 0; k < to.length && f.absorbsZeros(); k++) {
                boolean notStored =
                    sparse && operands[0][k] == 0 || y.sparse && operands[1][k] == 0;
                to[k] = notStored ? 0 : to[k];
              }
            },
            cells -> Elementwise.binary(f, cells.get(0), cells.get(1), false, false, workers),
            workers);
    return result == null ? null : withGroups(result, workers);
  }

  @Override
  public Matrix choose(Matrix yes, double yesScalar, Matrix no, double noScalar, Workers workers) {
    List<List<Group>> operands = new ArrayList<>(List.of(groups));
    for (Matrix other : Arrays.asList(yes, no)) {
      if (other instanceof CompressedMatrix compressed) {
        operands.add(compressed.groups);
      } else if (other != null) {
        return null;
      }
    }
    int ofNo = yes == null ? 1 : 2;
    List<Group> result =
        MappedGroups.ofShared(
            operands,
            (cells, to) -> {
              for (int k = 0; k < to.length; k++) {
                double a = yes == null ? yesScalar : cells[1][k];
                double b = no == null ? noScalar : cells[ofNo][k];
                to[k] = cells[0][k] != 0 ? a : b;
              }
            },
            cells ->
                Elementwise.ifelse(
                    cells.get(0),
                    0,
                    yes == null ? null : cells.get(1),
                    yesScalar,
                    no == null ? null : cells.get(ofNo),
                    noScalar,
                    workers),
            workers);
    return result == null ? null : withGroups(result, workers);
  }

  // ---- aggregates

  @Override
  public Double all(Aggregate.Kind kind, Workers workers) {
    return isSmallerThanTuples() ? null : CountedFolds.all(kind, groups, workers);
  }

  @Override
  public Matrix rows(Aggregate.Kind kind, Workers workers) {
    return cells() == 0 || isSmallerThanTuples()
        ? null
        : RowFolds.rows(kind, groups, rows(), cols(), workers);
  }

  @Override
  public Matrix cols(Aggregate.Kind kind, Workers workers) {
    return isSmallerThanTuples() ? null : CountedFolds.cols(kind, groups, cols(), workers);
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
    if (transpose && isSmallerThanTuples()) {
      return null;
    }
    Products products = products();
    Dense product = transpose ? products.transposedTimes(b, workers) : products.times(b, workers);
    return result(product, workers);
  }

  @Override
  public Matrix timesFromLeft(Matrix a, boolean transpose, Workers workers) {
    if (!transpose && isSmallerThanTuples()) {
      return null;
    }
    return result(products().timesFromLeft(a, transpose, workers), workers);
  }

  @Override
  public Matrix timesItself(boolean left, Workers workers) {
    return left && !isSmallerThanPairs() ? result(products().timesItself(workers), workers) : null;
  }

  @Override
  public Matrix chain(Matrix v, Matrix w, Matrix y, Workers workers) {
    return isSmallerThanTuples() ? null : result(products().chain(v, w, y, workers), workers);
  }

  // ---- rows and tuples, for fused operators

  private GroupRows groupRows() {
    return new GroupRows(groups, rows(), cols(), sparse);
  }

  @Override
  public void cells(int start, int end, double[] to, int at) {
    for (Group group : groups) {
      group.decode(start, end, to, at, cols(), false);
    }
  }

  @Override
  public boolean multipliesRows() {
    return !isSmallerThanTuples() && groups.stream().noneMatch(Group::hasSpecial);
  }

  @Override
  public Supplier<Writer> times(double[] b, int n) {
    return groupRows().times(b, n);
  }

  @Override
  public Supplier<Sums> sums(int n) {
    return groupRows().sums(n);
  }

  @Override
  public int leastRowsOfSums() {
    return groupRows().leastRowsOfSums();
  }

  @Override
  public List<Part> parts(Workers workers) {
    return groups.stream().map(CompressedMatrix::part).toList();
  }

  private static Part part(Group group) {
    if (group instanceof CodedGroup coded) {
      Dictionary dictionary = coded.dictionary();
      Dense tuples = Dense.wrap(dictionary.size(), dictionary.width(), dictionary.cells());
      return new Part(group.columns(), tuples, coded.codes().counts());
    }
    return new Part(group.columns(), ((PlainGroup) group).cells(), null);
  }

  /** Of groups whose codes are the same object: functions of a matrix share them with it. */
  @Override
  public boolean hasCodesOf(Matrix other) {
    if (other == this) {
      return true;
    }
    if (!(other instanceof CompressedMatrix matrix)
        || matrix.rows() != rows()
        || matrix.groups.size() != groups.size()) {
      return false;
    }
    for (int g = 0; g < groups.size(); g++) {
      Group one = groups.get(g);
      Group two = matrix.groups.get(g);
      boolean coded =
          one instanceof CodedGroup a && two instanceof CodedGroup b && a.codes() == b.codes();
      boolean plain = one instanceof PlainGroup && two instanceof PlainGroup;
      if (!(coded || plain) || !Arrays.equals(one.columns(), two.columns())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Matrix withTuples(List<? extends Matrix> tuples, Workers workers) {
    List<Group> result = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      Plain cells = tuples.get(g).plain(workers);
      if (groups.get(g) instanceof CodedGroup coded) {
        double[] values = Formats.toDense(cells, workers).inOneArray();
        result.add(coded.with(new Tuples(cells.rows(), cells.cols(), values)));
      } else {
        result.add(new PlainGroup(groups.get(g).columns(), cells));
      }
    }
    return withGroups(result, workers);
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
    return rows ? Stacking.rbind(parts, workers) : Slicing.cbind(parts, workers);
  }
}
