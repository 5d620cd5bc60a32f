package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Environment.WriteRequest;
import dev.linden.op.MatrixValue;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.store.FileStores;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of matrix through every format, on one thread and on several, in small chunks. */
public class RoundTripTest extends FileTest {
  private static final long SEED = 77;

  static Stream<String> formats() {
    return FileFormats.ALL.stream().map(FileFormat::word);
  }

  public static Map<String, Matrix> matrices() {
    Map<String, Matrix> matrices = new LinkedHashMap<>();
    matrices.put("dense", random(120, 33, 0.95));
    matrices.put("half full", random(90, 41, 0.41));
    matrices.put("sparse", Formats.toCsr(random(250, 60, 0.1), Workers.serial()));
    matrices.put("sparse cells in dense form", random(250, 60, 0.1));
    matrices.put(
        "ultra-sparse",
        new Coo(
            5000,
            70,
            new int[] {0, 17, 17, 4999},
            new int[] {69, 0, 1, 69},
            new double[] {1, Double.NaN, -2.5e-300, Double.NEGATIVE_INFINITY}));
    matrices.put("compressed rows with empty ones", Csr.empty(60, 50));
    matrices.put("all zero", Dense.zeros(40, 40));
    matrices.put("one cell", Dense.of(1, 1, 3.5));
    matrices.put("one zero", Dense.of(1, 1, 0));
    matrices.put("no rows", Dense.zeros(0, 4));
    matrices.put("column", random(500, 1, 0.8));
    matrices.put("row", random(1, 2500, 0.8));
    matrices.put(
        "special values",
        Dense.of(
            3,
            4,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            -Double.MAX_VALUE,
            0.1,
            1e23,
            9007199254740993d,
            -1e-5,
            1e7,
            Double.MIN_NORMAL,
            1 / 3.0));
    return matrices;
  }

  private static Dense random(int rows, int cols, double density) {
    Random random = new Random(SEED);
    Dense matrix = Dense.zeros(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        if (random.nextDouble() < density) {
          double value = random.nextBoolean() ? random.nextInt(1000) : random.nextGaussian();
          matrix.set(i, j, value);
        }
      }
    }
    return matrix;
  }

  @ParameterizedTest
  @MethodSource("formats")
  void bringsEveryMatrixBack(String format) {
    for (Map.Entry<String, Matrix> entry : matrices().entrySet()) {
      Matrix matrix = entry.getValue();
      for (int chunkBytes : new int[] {1000, 1 << 20}) {
        Files small = new Files(FileStores::of, chunkBytes);
        for (Workers workers : List.of(Workers.serial(), FOUR_THREADS)) {
          small.write(
              new MatrixValue(matrix),
              new WriteRequest(path("a"), options("format", format)),
              workers);
          Matrix back = ((MatrixValue) small.read(request(path("a")), workers)).matrix();
          String what = entry.getKey() + " as " + format + ", seed " + SEED;
          assertEquals(matrix.shape(), back.shape(), what);
          assertEquals(matrix.nnz(), back.nnz(), what);
          Formats.Format expected = Formats.choose(matrix.rows(), matrix.cols(), matrix.nnz());
          assertEquals(expected == Formats.Format.DENSE, back instanceof Dense, what);
          assertEquals(expected == Formats.Format.COO, back instanceof Coo, what);
          for (int i = 0; i < matrix.rows(); i++) {
            for (int j = 0; j < matrix.cols(); j++) {
              if (Double.compare(matrix.get(i, j), back.get(i, j)) != 0) {
                assertEquals(matrix.get(i, j), back.get(i, j), what + " at " + i + "," + j);
              }
            }
          }
        }
      }
    }
  }
}
