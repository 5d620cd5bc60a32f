package dev.linden.op;

import dev.linden.base.Settings;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.AlwaysCompressed;
import dev.linden.matrix.compress.Compression;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RandomMatrices.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Calls of every operator with random operands of a given shape and storage: for tests about all
 * operators. Most follow from the parameters; the others are written down here.
 */
final class OperatorExamples {
  /** How the main operand is stored. */
  enum Storage {
    DENSE(1, Form.DENSE),
    SPARSE(0.1, Form.CSR),
    GROWING(0.1, Form.MCSR),
    ULTRA_SPARSE(0.0005, Form.COO),
    EMPTY(0, Form.COO),
    /** In groups, each cell one of a few values. */
    COMPRESSED(1, Form.DENSE),
    COMPRESSED_SPARSE(0.1, Form.CSR),
    /** In the groups that would be planned for such cells. */
    ECONOMICAL(1, Form.DENSE),
    ECONOMICAL_SPARSE(0.1, Form.CSR),
    /** Each row a unit vector, as codes. */
    UNITS(0.1, Form.CSR);

    final double density;
    final Form form;

    Storage(double density, Form form) {
      this.density = density;
      this.form = form;
    }

    /** The cells as they are stored; in groups where these suit them. */
    Matrix of(Dense cells) {
      switch (this) {
        case COMPRESSED, COMPRESSED_SPARSE -> {
          return new AlwaysCompressed().pack((Plain) form.of(rounded(cells)), Workers.serial());
        }
        case ECONOMICAL, ECONOMICAL_SPARSE -> {
          return Compression.compress(form.of(rounded(cells)), Workers.serial());
        }
        case UNITS -> {
          Matrix units = form.of(units(cells));
          return Compression.ofUnitRows(units, Settings.Compression.ALWAYS, Workers.serial());
        }
        default -> {
          return form.of(cells);
        }
      }
    }

    private static Dense rounded(Dense cells) {
      for (int i = 0; i < cells.rows(); i++) {
        for (int j = 0; j < cells.cols(); j++) {
          cells.set(i, j, Math.rint(cells.get(i, j)));
        }
      }
      return cells;
    }

    /** A one in the column of the largest cell. */
    private static Dense units(Dense cells) {
      Dense units = Dense.zeros(cells.rows(), cells.cols());
      for (int i = 0; i < cells.rows(); i++) {
        int one = 0;
        for (int j = 1; j < cells.cols(); j++) {
          one = cells.get(i, j) > cells.get(i, one) ? j : one;
        }
        units.set(i, one, 1);
      }
      return units;
    }
  }

  /**
   * Operators without matrix work of their own: files, texts, calls by name; those of frames, whose
   * memory is not planned; and a few that no example here fits yet.
   */
  static final Set<String> EXEMPT =
      Set.of(
          "applySchema",
          "names",
          "setNames",
          "detectSchema",
          "dropInvalidLength",
          "dropInvalidType",
          "frame",
          "map",
          "tokenize",
          "transformapply",
          "transformcolmap",
          "transformdecode",
          "transformencode",
          "transformmeta",
          "typeof",
          "valueSwap",
          "read",
          "read.csv",
          "readMM",
          "write",
          "toString",
          "print",
          "plot",
          "stop",
          "assert",
          "eval",
          "evalList",
          "time",
          "exists");

  private static final ListValue IMAGES = numbers(30, 3, 16, 16);
  private static final ListValue FILTERS = numbers(8, 3, 5, 5);
  private static final ListValue ZEROS = numbers(0, 0);
  private static final ListValue ONES = numbers(1, 1);
  private static final ListValue TWOS = numbers(2, 2);

  private interface Arguments {
    Object[] of(OperatorExamples e);
  }

  private static final Map<String, Arguments> SPECIAL = new HashMap<>();

  static {
    SPECIAL.put("%*%", e -> args(e.main(), e.matrix(e.cols, e.inner)));
    SPECIAL.put("t(A)%*%B", e -> args(e.main(), e.matrix(e.rows, e.inner)));
    SPECIAL.put("A%*%t(B)", e -> args(e.main(), e.matrix(e.inner, e.cols)));
    SPECIAL.put("t(X)%*%(X%*%v)", e -> args(e.main(), e.dense(e.cols, 1)));
    SPECIAL.put("t(X)%*%(w*(X%*%v))", e -> args(e.main(), e.dense(e.cols, 1), e.dense(e.rows, 1)));
    SPECIAL.put("t(X)%*%((X%*%v)-y)", e -> args(e.main(), e.dense(e.cols, 1), e.dense(e.rows, 1)));
    for (String name : List.of("inv", "det", "lu", "eigen", "cholesky")) {
      SPECIAL.put(name, e -> args(e.positiveDefinite(Math.min(e.rows, e.cols))));
    }
    SPECIAL.put(
        "solve",
        e -> {
          int n = Math.min(e.rows, e.cols);
          return args(e.positiveDefinite(n), e.dense(n, 2));
        });
    SPECIAL.put(
        "matrix", e -> args(e.main(), (long) e.cols, (long) e.rows, e.random.nextBoolean()));
    SPECIAL.put(
        "rand",
        e ->
            args(
                (long) e.rows,
                (long) e.cols,
                -1.0,
                1.0,
                e.random.nextBoolean() ? "uniform" : "normal",
                7L,
                e.density));
    SPECIAL.put("compress for", e -> args(e.main(), "right 300, left 300", e.random.nextBoolean()));
    SPECIAL.put("seq", e -> args(1L, (long) e.rows * e.cols));
    SPECIAL.put("sample", e -> args((long) e.rows * e.cols, (long) e.rows * e.cols / 2));
    SPECIAL.put(
        "table", e -> args(e.positions(e.rows * e.cols, 300), e.positions(e.rows * e.cols, 100)));
    SPECIAL.put("removeEmpty", e -> args(e.main(), e.random.nextBoolean() ? "rows" : "cols"));
    SPECIAL.put("replace", e -> args(e.main(), 0.0, 2.0));
    SPECIAL.put(
        "aggregate",
        e -> args(e.main(), e.positions(e.rows, 20), e.random.nextBoolean() ? "sum" : "variance"));
    SPECIAL.put("outer", e -> args(e.dense(e.rows, 1), e.dense(1, e.cols), "*"));
    for (String name : List.of("median", "interQuartileMean")) {
      SPECIAL.put(name, e -> args(e.matrix(e.rows * e.cols, 1)));
    }
    SPECIAL.put("quantile", e -> args(e.matrix(e.rows * e.cols, 1), 0.3));
    SPECIAL.put("interQuantile", e -> args(e.matrix(e.rows * e.cols, 1), 0.2));
    SPECIAL.put("moment", e -> args(e.matrix(e.rows * e.cols, 1), 3L));
    SPECIAL.put("centralMoment", e -> args(e.matrix(e.rows * e.cols, 1), 3L));
    SPECIAL.put("cov", e -> args(e.dense(e.rows * e.cols, 1), e.dense(e.rows * e.cols, 1)));
    SPECIAL.put("as.scalar", e -> args(e.dense(1, 1)));
    SPECIAL.put("cdf", e -> args(e.main(), "normal"));
    SPECIAL.put("icdf", e -> args(0.3, "normal"));
    SPECIAL.put("invcdf", e -> args(0.3, "normal"));
    SPECIAL.put("cumsumprod", e -> args(e.matrix(e.rows * e.cols / 2, 2)));
    SPECIAL.put("unique", e -> args(e.main(), e.word("rc", "r", "c")));
    SPECIAL.put("countDistinct", e -> args(e.main(), e.word("rc", "r", "c")));
    SPECIAL.put("[]", e -> args(e.main(), 2L, (long) e.rows - 1, 2L, (long) e.cols - 1));
    SPECIAL.put(
        "[]<-",
        e ->
            e.random.nextBoolean()
                ? args(e.main(), 3.5, 2L, null, 2L, null)
                : args(e.main(), e.matrix(1, e.cols), 2L, null, null, null));
    SPECIAL.put("ppred", e -> args(e.main(), 0.5, ">="));
    SPECIAL.put("X[i,j]", e -> args(e.main(), 2L, 2L));
    SPECIAL.put("list", e -> args(e.main(), e.main()));
    SPECIAL.put("remove", e -> args(e.list(), 1L));
    SPECIAL.put("append", e -> args(e.main(), e.main()));
    SPECIAL.put("roll", e -> args(e.main(), 5L));
    SPECIAL.put("order", e -> args(e.main(), 1L, false, e.random.nextBoolean()));
    SPECIAL.put("rev", e -> args(e.main()));
    SPECIAL.put("fft", e -> args(e.dense(64, 64)));
    SPECIAL.put("ifft", e -> args(e.dense(64, 64)));
    SPECIAL.put("fft_linearized", e -> args(e.dense(64, 64)));
    SPECIAL.put("ifft_linearized", e -> args(e.dense(64, 64)));
    // 30 images of 3 channels of 16x16, 8 filters of 5x5, windows of 2x2
    SPECIAL.put("conv2d", e -> args(e.images(), e.matrix(8, 75), IMAGES, FILTERS, ONES, ZEROS));
    SPECIAL.put(
        "conv2d_backward_filter",
        e -> args(e.images(), e.matrix(30, 8 * 144), IMAGES, FILTERS, ONES, ZEROS));
    SPECIAL.put(
        "conv2d_backward_data",
        e -> args(e.matrix(8, 75), e.matrix(30, 8 * 144), IMAGES, FILTERS, ONES, ZEROS));
    for (String name : List.of("max_pool", "avg_pool")) {
      SPECIAL.put(name, e -> args(e.images(), IMAGES, TWOS, TWOS, ZEROS));
      SPECIAL.put(
          name + "_backward",
          e -> args(e.images(), e.matrix(30, 3 * 64), IMAGES, TWOS, TWOS, ZEROS));
    }
    for (String name : List.of("bias_add", "bias_multiply")) {
      SPECIAL.put(name, e -> args(e.images(), e.dense(3, 1)));
    }
    SPECIAL.put(
        "batch_norm2d",
        e ->
            args(
                e.images(),
                e.channels(),
                e.channels(),
                e.channels(),
                e.channels(),
                e.word("train", "test"),
                0.01,
                0.9));
    SPECIAL.put(
        "batch_norm2d_backward",
        e -> args(e.images(), e.images(), e.channels(), 0.01, e.channels(), e.channels()));
    // classes 1, 2, ... of the rows; all features are numeric
    SPECIAL.put(
        "growForest",
        e ->
            args(
                e.main(),
                e.positions(e.rows, 3),
                e.kinds(),
                5L,
                0.5,
                e.random.nextBoolean(),
                1.0,
                6L,
                1L,
                2L,
                0.5,
                1.0,
                e.word("gini", "entropy"),
                7L));
    SPECIAL.put("forestValues", e -> args(e.main(), Dense.of(1, 6, 1, 0.5, 0, 1, 0, 2), true));
    SPECIAL.put(
        "growBoosted",
        e ->
            args(
                e.main(),
                e.positions(e.rows, 3),
                e.word("squared", "softmax"),
                Double.NaN,
                5L,
                0.1,
                6L,
                2L,
                0.0,
                255L,
                0.8,
                1.0,
                true,
                0L,
                0.1,
                7L));
    SPECIAL.put(
        "boostedScores",
        e ->
            args(
                e.main(),
                Dense.of(
                    3, 8, 1, 1, 1, 2, 3, 1, 0.5, 0, 1, 2, 1, 0, 0, 0, -1, 0, 1, 3, 1, 0, 0, 0, 1,
                    0)));
    // sequences of 8 steps with 12 features, 10 units
    SPECIAL.put(
        "lstm",
        e ->
            args(
                e.matrix(e.sequences(), 96),
                e.matrix(22, 40),
                e.dense(1, 40),
                e.dense(e.sequences(), 10),
                e.dense(e.sequences(), 10),
                e.random.nextBoolean()));
    SPECIAL.put(
        "lstm_backward",
        e ->
            args(
                e.matrix(e.sequences(), 96),
                e.matrix(22, 40),
                e.dense(1, 40),
                e.dense(e.sequences(), 10),
                e.dense(e.sequences(), 10),
                true,
                e.dense(e.sequences(), 80),
                e.dense(e.sequences(), 10),
                e.dense(8, e.sequences() * 10),
                e.dense(8, e.sequences() * 10),
                e.dense(8, e.sequences() * 40)));
    SPECIAL.put("stft", e -> args(e.matrix(20, 512), 64L, 16L));
    SPECIAL.put(
        "einsum",
        e ->
            e.random.nextBoolean()
                ? args("ij,jk->ik", e.main(), e.matrix(e.cols, e.inner))
                : args("ij,ij->j", e.main(), e.main()));
    SPECIAL.put("toString", e -> args(e.main()));
  }

  private final long seed;
  private final Random random;
  private final RandomMatrices matrices;
  private final int rows;
  private final int cols;
  private final int inner;
  private final double density;
  private final UnaryOperator<Dense> cellsOfMain;
  private final Function<Dense, Matrix> storing;
  private final String name;

  OperatorExamples(long seed, int rows, int cols, Storage storage) {
    this(
        seed,
        rows,
        cols,
        storage.density,
        UnaryOperator.identity(),
        cells -> cells.cols() <= 1 || cells.cells() < 1024 ? cells : storage.of(cells),
        storage.name());
  }

  /**
   * @param cellsOfMain other cells for those operands that may have any
   * @param storing how such operands are stored
   */
  OperatorExamples(
      long seed,
      int rows,
      int cols,
      double density,
      UnaryOperator<Dense> cellsOfMain,
      Function<Dense, Matrix> storing,
      String name) {
    this.seed = seed;
    this.rows = rows;
    this.cols = cols;
    this.density = density;
    this.cellsOfMain = cellsOfMain;
    this.storing = storing;
    this.name = name;
    random = new Random(seed);
    matrices = new RandomMatrices(seed);
    inner = random.nextBoolean() ? 1 : 40;
  }

  /** The arguments of a call by position; null when there is none for this shape. */
  List<Object> arguments(Op op) {
    Arguments special = SPECIAL.get(op.name());
    if (special != null) {
      return withDefaults(op, special.of(this));
    }
    Matrix shared = main();
    List<Object> all = new ArrayList<>();
    for (Parameter parameter : op.parameters()) {
      if (parameter.variadic()) {
        all.add(shared);
        all.add(main());
      } else if (parameter.defaultValue() != null) {
        all.add(parameter.defaultValue());
      } else if (parameter.optional()) {
        all.add(null);
      } else if (parameter.types().contains(DataType.MATRIX)) {
        all.add(all.isEmpty() ? shared : main());
      } else if (parameter.types().contains(DataType.LIST)) {
        all.add(list());
      } else {
        all.add(2.0);
      }
    }
    if (op.name().startsWith("q") && DistributionOps.ALL.contains(op)) {
      all.set(0, probabilities());
    }
    return all;
  }

  /** A quarter of the cells, since quantiles take microseconds each. */
  private Matrix probabilities() {
    Dense cells = Dense.zeros((rows + 1) / 2, (cols + 1) / 2);
    for (int i = 0; i < cells.rows(); i++) {
      for (int j = 0; j < cells.cols(); j++) {
        cells.set(i, j, 0.01 + 0.98 * random.nextDouble());
      }
    }
    return cells;
  }

  private static List<Object> withDefaults(Op op, Object[] given) {
    List<Object> all = new ArrayList<>(Arrays.asList(given));
    for (int i = given.length; i < op.parameters().size(); i++) {
      Parameter parameter = op.parameters().get(i);
      if (!parameter.variadic()) {
        all.add(parameter.defaultValue());
      }
    }
    return all;
  }

  private static Object[] args(Object... all) {
    return all;
  }

  private static ListValue numbers(long... all) {
    return new ListValue(Arrays.stream(all).mapToObj(Scalar::of).toList(), null);
  }

  private Matrix images() {
    return matrix(30, 768);
  }

  private Matrix channels() {
    return dense(3, 1);
  }

  private int sequences() {
    return Math.min(rows, 400);
  }

  private Matrix main() {
    return matrix(rows, cols);
  }

  private Matrix matrix(int r, int c) {
    return storing.apply(cellsOfMain.apply(matrices.dense(r, c, density)));
  }

  private Matrix dense(int r, int c) {
    return matrices.dense(r, c, 1);
  }

  /** Numeric features, and classes. */
  private Matrix kinds() {
    Dense kinds = Dense.zeros(1, cols + 1);
    for (int j = 0; j <= cols; j++) {
      kinds.set(0, j, j < cols ? 1 : 2);
    }
    return kinds;
  }

  private Matrix positions(int r, int most) {
    Dense column = Dense.zeros(r, 1);
    for (int i = 0; i < r; i++) {
      column.set(i, 0, 1 + random.nextInt(most));
    }
    return column;
  }

  /** Stored as the storage says, though all its cells matter little: a heavy diagonal. */
  private Matrix positiveDefinite(int n) {
    Dense cells = Dense.zeros(n, n);
    Dense other = matrices.dense(n, n, Math.min(density, 0.1));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        cells.set(i, j, other.get(i, j));
        cells.set(j, i, other.get(i, j));
      }
      cells.set(i, i, 8.0 * n);
    }
    return storing.apply(cells);
  }

  private ListValue list() {
    return new ListValue(List.of(new MatrixValue(main()), new MatrixValue(main())), null);
  }

  private String word(String... words) {
    return words[random.nextInt(words.length)];
  }

  /** All operators that have examples: those of scripts, and of plans. */
  static List<Op> operators() {
    Set<Op> all = new LinkedHashSet<>(Catalogue.all());
    all.addAll(ProductOps.PHYSICAL);
    all.addAll(CompressionOps.PHYSICAL);
    all.add(IndexOps.CELL);
    all.removeIf(op -> EXEMPT.contains(op.name()));
    return List.copyOf(all);
  }

  @Override
  public String toString() {
    return name + " " + rows + "x" + cols + " seed " + seed;
  }
}
