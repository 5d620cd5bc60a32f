package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Environment.ReadRequest;
import dev.linden.op.Environment.WriteRequest;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the tests of readers and writers share: a directory, and short ways to say read and write.
 */
public abstract class FileTest {
  protected static final Workers FOUR_THREADS = new Workers(4, ArrayPool.none());

  @TempDir protected Path directory;

  protected final Files files = new Files();

  protected String path(String name) {
    return directory.resolve(name).toString();
  }

  /** Writes a file as it is and gives its path. */
  protected String file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  protected String file(String name, byte[] content) {
    try {
      Path file = directory.resolve(name);
      java.nio.file.Files.createDirectories(file.getParent());
      java.nio.file.Files.write(file, content);
      return file.toString();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  protected String content(String name) {
    try {
      return java.nio.file.Files.readString(directory.resolve(name));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  protected boolean exists(String name) {
    return java.nio.file.Files.exists(directory.resolve(name));
  }

  protected List<String> names() {
    try (Stream<Path> entries = java.nio.file.Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Names and values by turns. */
  protected static Map<String, Scalar> options(Object... namesAndValues) {
    Map<String, Scalar> options = new LinkedHashMap<>();
    for (int k = 0; k < namesAndValues.length; k += 2) {
      Object value = namesAndValues[k + 1];
      Scalar scalar;
      if (value instanceof String text) {
        scalar = Scalar.of(text);
      } else if (value instanceof Boolean flag) {
        scalar = Scalar.of(flag.booleanValue());
      } else if (value instanceof Integer number) {
        scalar = Scalar.of(number.longValue());
      } else {
        scalar = Scalar.of(((Double) value).doubleValue());
      }
      options.put((String) namesAndValues[k], scalar);
    }
    return options;
  }

  protected static ReadRequest request(String path, Object... options) {
    return new ReadRequest(path, options(options), List.of());
  }

  protected Value readValue(String path, Object... options) {
    return files.read(request(path, options), FOUR_THREADS);
  }

  protected Matrix read(String path, Object... options) {
    return ((MatrixValue) readValue(path, options)).matrix();
  }

  protected Info describe(String path, Object... options) {
    return files.describe(request(path, options));
  }

  protected void write(Value value, String path, Object... options) {
    files.write(value, new WriteRequest(path, options(options)), FOUR_THREADS);
  }

  protected void write(Matrix matrix, String path, Object... options) {
    write(new MatrixValue(matrix), path, options);
  }

  protected static void assertMatrix(Matrix actual, int rows, int cols, double... cells) {
    assertEquals(rows + "x" + cols, actual.shape());
    assertArrayEquals(cells, cells(actual));
    assertEquals(
        java.util.Arrays.stream(cells).filter(cell -> cell != 0).count(), actual.nnz(), "nnz");
  }

  protected static double[] cells(Matrix matrix) {
    double[] cells = new double[Math.toIntExact(matrix.cells())];
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.cols(); j++) {
        cells[i * matrix.cols() + j] = matrix.get(i, j);
      }
    }
    return cells;
  }

  protected static void assertSame(Matrix expected, Matrix actual) {
    assertEquals(expected.shape(), actual.shape());
    assertEquals(expected.nnz(), actual.nnz());
    assertArrayEquals(cells(expected), cells(actual));
  }

  /** The error says this; {@code DIR} stands for the temporary directory. */
  protected void assertError(String expected, Runnable action) {
    InputError error = assertThrows(InputError.class, action::run);
    assertEquals(expected, error.getMessage().replace(directory.toString(), "DIR"));
  }

  protected static Dense example() {
    return Dense.of(2, 3, 1, 0, 2.5, 0, -3, 1e10);
  }
}
