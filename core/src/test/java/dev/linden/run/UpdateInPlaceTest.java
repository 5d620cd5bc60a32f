package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.linden.api.Linden;
import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.testkit.PlainJvm;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Left indexing writes into the matrix when nobody else refers to it. Bytes tell: a copy per write
 * would allocate the whole matrix each time.
 */
class UpdateInPlaceTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Small objects of one instruction. */
  private static final long PER_STEP = 2_000;

  private String printed;

  /** Bytes allocated by a second run. */
  private long allocated(String script) {
    String[] found = PlainJvm.run(UpdateInPlaceTest.class, script).split("\\R");
    printed = found[0];
    return Long.parseLong(found[1]);
  }

  /** Prints what the script prints, and the bytes. */
  public static void main(String[] script) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Linden linden =
        Linden.builder()
            .threads(1)
            .output(new PrintStream(bytes, true, StandardCharsets.UTF_8))
            .build()) {
      Compiled compiled = linden.engine().compile(new Source("<script>", script[0]), Map.of());
      compiled.run();
      bytes.reset();
      long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      compiled.run();
      long after = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      System.out.println(bytes.toString(StandardCharsets.UTF_8).strip());
      System.out.println(after - before);
    }
  }

  /** Figure 1 of the paper on cumulative aggregates, left: O(n m). */
  @Test
  void cumsumByRows() {
    int n = 1000;
    int m = 100;
    long bytes =
        allocated(
            """
            cumsumN2 = function(matrix[double] A) return (matrix[double] B) {
              B = A; csums = matrix(0, 1, ncol(A))
              for (i in 1:nrow(A)) {
                csums = csums + A[i, ]
                B[i, ] = csums
              }
            }
            A = rand(rows=1000, cols=100, seed=1)
            B = cumsumN2(A)
            print(max(abs(B - cumsum(A))) < 1e-9)
            """);
    assertEquals("TRUE", printed);
    long cells = 8L * n * m;
    // the matrices of the script, and per row a slice and a sum
    assertTrue(bytes < 6 * cells + n * (2 * 8L * m + 3 * PER_STEP), "allocated " + bytes);
  }

  /** The same figure, right: O(n log n m). */
  @Test
  void cumsumByDoubling() {
    int n = 1024;
    int m = 50;
    long bytes =
        allocated(
            """
            cumsumNlogN = function(matrix[double] A) return (matrix[double] B) {
              B = A; m = nrow(A); k = 1
              while (k < m) {
                B[(k + 1):m, ] = B[(k + 1):m, ] + B[1:(m - k), ]
                k = 2 * k
              }
            }
            A = rand(rows=1024, cols=50, seed=1)
            B = cumsumNlogN(A)
            print(max(abs(B - cumsum(A))) < 1e-9)
            """);
    assertEquals("TRUE", printed);
    long cells = 8L * n * m;
    assertTrue(bytes < (6 + 10 * 4) * cells + 20 * PER_STEP, "allocated " + bytes);
  }

  @Test
  void cellsOfADenseMatrix() {
    long bytes =
        allocated(
            """
            X = matrix(0, 500, 100)
            i = 1
            while (i <= 500) {
              X[i, 7] = i
              i = i + 1
            }
            print(sum(X))
            """);
    assertEquals("125250.0", printed);
    assertTrue(bytes < 8L * 500 * 100 + 500 * 2 * PER_STEP, "allocated " + bytes);
  }

  /** 60,000 non-zeros: a write that copied them would take 720 KB. */
  @Test
  void cellsAndRowsOfASparseMatrix() {
    long bytes =
        allocated(
            """
            X = rand(rows=2000, cols=600, sparsity=0.05, seed=1)
            r = rand(rows=1, cols=600, sparsity=0.05, seed=2)
            for (i in 1:1000) {
              X[i, i %% 600 + 1] = 1
              X[i + 1000, ] = r
            }
            print(sum(X[1001:2000, ] - matrix(1, 1000, 1) %*% r) == 0)
            """);
    assertEquals("TRUE", printed);
    long nonZeros = 12L * 60_000;
    assertTrue(bytes < 40 * nonZeros + 1000 * (4 * PER_STEP + 12 * 60), "allocated " + bytes);
  }

  @Test
  void aSharedMatrixIsCopiedOnce() {
    long bytes =
        allocated(
            """
            X = matrix(1, 500, 100)
            Y = X
            for (i in 1:500) {
              Y[i, 1] = 0
            }
            print(sum(X) - sum(Y))
            """);
    assertEquals("500.0", printed);
    assertTrue(bytes < 2 * 8L * 500 * 100 + 500 * 2 * PER_STEP, "allocated " + bytes);
  }
}
