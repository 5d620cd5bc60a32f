package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.matrix.Matrix;
import dev.linden.op.Footprint;
import dev.linden.op.MatrixValue;
import dev.linden.op.Size;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Distributed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Tuple2;

/** Matrices whose non-zeros are in few blocks come from files in partitions that are alike. */
class SkewTest {
  private static final int SIDE = 200;
  private static final int COLS = 1200;

  @TempDir Path folder;

  @BeforeEach
  void readShortStretches() {
    System.setProperty("linden.spark.stretch", "1000000");
  }

  @AfterEach
  void readUsualStretches() {
    System.clearProperty("linden.spark.stretch");
  }

  private static Linden linden(String exec) {
    return Linden.builder()
        .resultsStay(true)
        .settings(
            Settings.DEFAULTS
                .with("exec", exec)
                .with("spark.master", "local[2]")
                .with("spark.block-size", Integer.toString(SIDE)))
        .build();
  }

  /** One row of blocks is dense, the others nearly empty. */
  private String written(int rows, String format) {
    String path = folder.resolve("x." + format).toString();
    try (Linden local = linden("local")) {
      local
          .prepare(
              """
              D = rand(rows=%d, cols=%d, min=1, max=2, seed=1)
              S = rand(rows=%d, cols=%d, sparsity=0.0005, seed=2)
              write(rbind(S, round(10 * D) / 10, S), "%s", format="%s")
              """
                  .formatted(SIDE, COLS, (rows - SIDE) / 2, COLS, path, format),
              List.of(),
              List.of())
          .call()
          .execute();
    }
    return path;
  }

  /** Sizes of the partitions, ascending. */
  private static double[] sizes(MatrixValue matrix, ToDoubleFunction<Matrix> size) {
    List<Double> sizes = new ArrayList<>();
    for (List<Tuple2<BlockIndex, Matrix>> partition :
        ((Distributed) matrix.remote()).blocks().glom().collect()) {
      sizes.add(partition.stream().mapToDouble(block -> size.applyAsDouble(block._2())).sum());
    }
    return sizes.stream().mapToDouble(d -> d).sorted().toArray();
  }

  private static double stored(Matrix block) {
    return Footprint.least(Size.of(block.rows(), block.cols()).withNnz(block.nnz()));
  }

  private static void assertAlike(double[] sizes) {
    int count = sizes.length;
    double median = (sizes[(count - 1) / 2] + sizes[count / 2]) / 2;
    assertTrue(sizes[count - 1] <= 3 * median, Arrays.toString(sizes));
  }

  @ParameterizedTest
  @CsvSource({"100200, text", "100200, mm", "30200, csv"})
  void noPartitionOfASkewedFileIsMuchHeavierThanTheOthers(int rows, String format) {
    String path = written(rows, format);
    double expected;
    try (Linden local = linden("local")) {
      expected = sum(local, path);
    }
    try (Linden spark = linden("spark")) {
      assertEquals(expected, sum(spark, path), 1e-9 * expected);
      MatrixValue read = matrix(spark, "X = read(\"" + path + "\")");
      double[] stored = sizes(read, SkewTest::stored);
      assertTrue(stored.length > 1, Arrays.toString(stored));
      assertAlike(stored);
      assertAlike(sizes(read, Matrix::cells));
      MatrixValue computed = matrix(spark, "X = abs(read(\"" + path + "\") * 3)");
      assertAlike(sizes(computed, SkewTest::stored));
    }
  }

  /** The X of a script. */
  private static MatrixValue matrix(Linden linden, String script) {
    return (MatrixValue)
        linden.prepare(script, List.of(), List.of("X")).call().execute().value("X");
  }

  private static double sum(Linden linden, String path) {
    return linden
        .prepare(
            "X = read(\"" + path + "\"); s = sum(X * sqrt(seq(1, nrow(X)))) + sum(X != 0)",
            List.of(),
            List.of("s"))
        .call()
        .execute()
        .number("s");
  }
}
