package dev.linden.matrix.kernel;

import java.util.Iterator;
import java.util.ServiceLoader;

/**
 * Large dense products by a library, typically a native one. Found by {@link ServiceLoader}, once;
 * without one the packed kernel of this package does the work. An implementation runs on the
 * calling thread only, work is split before it is called, and for the same arguments gives the same
 * bits every time.
 */
public interface Gemm {
  /** Whether the library should be asked for a product of this size. */
  boolean suits(int rows, int cols, int inner);

  /**
   * C = op(A) * op(B), or C += op(A) * op(B) with {@code add}. C has {@code rows} x {@code cols}
   * cells. All are blocks of row-major matrices: the first cell and the distance from row to row.
   */
  void multiply(
      int rows,
      int cols,
      int inner,
      double[] a,
      int aOffset,
      int aStride,
      boolean transposeA,
      double[] b,
      int bOffset,
      int bStride,
      boolean transposeB,
      double[] c,
      int cOffset,
      int cStride,
      boolean add);

  /** The library of this JVM, or null. */
  static Gemm library() {
    return Found.LIBRARY;
  }

  /** Looks for a library when first asked. */
  final class Found {
    private static final Gemm LIBRARY = find();

    private Found() {}

    private static Gemm find() {
      Iterator<Gemm> all = ServiceLoader.load(Gemm.class, Gemm.class.getClassLoader()).iterator();
      return all.hasNext() ? all.next() : null;
    }
  }
}
