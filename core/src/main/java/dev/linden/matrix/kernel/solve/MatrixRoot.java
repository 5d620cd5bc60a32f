package dev.linden.matrix.kernel.solve;

import dev.linden.base.InputError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.matrix.kernel.rows.Flat;
import java.util.List;

/** The principal square root of a matrix: Y with Y Y = A and eigenvalues of positive real part. */
public final class MatrixRoot {
  private static final int MOST_STEPS = 100;

  /** Relative change below which the iteration has converged; its steps halve no error below. */
  private static final double CONVERGED = 1e-14;

  /** The root must give the matrix back this well, relative to its largest cell. */
  private static final double TOLERANCE = 1e-8;

  private MatrixRoot() {}

  public static Matrix of(Matrix a, Workers workers) {
    int n = Flat.order(a, "sqrtMatrix");
    double[] cells = Flat.cells(a, "sqrtMatrix", workers);
    double largest = Flat.largestFinite(cells, n, "sqrtMatrix", workers);
    if (n == 0) {
      return a;
    }
    return MirrorImages.of(n, cells, largest, workers).symmetric()
        ? symmetric(a, workers)
        : general(a, cells, workers);
  }

  /** V sqrt(w) t(V); eigenvalues that rounding has made a little negative count as zero. */
  private static Matrix symmetric(Matrix a, Workers workers) {
    List<Matrix> eigen = Decompose.eigen(a, workers);
    int n = a.rows();
    Matrix vectors = eigen.get(1);
    double largest = Math.max(Math.abs(eigen.get(0).get(0, 0)), eigen.get(0).get(n - 1, 0));
    double[] scaled = Flat.cells(vectors, "sqrtMatrix", workers);
    for (int j = 0; j < n; j++) {
      double value = eigen.get(0).get(j, 0);
      if (value < -n * Math.ulp(largest)) {
        throw noRoot(a);
      }
      for (int i = 0; i < n; i++) {
        scaled[i * n + j] *= Math.sqrt(Math.max(0, value));
      }
    }
    Matrix left = Flat.matrix(n, n, scaled, workers);
    return MatMult.multiply(left, Reorg.transpose(vectors, workers), workers);
  }

  /** Denman and Beavers: Y' = (Y + inv(Z)) / 2 and Z' = (Z + inv(Y)) / 2 from Y = A, Z = I. */
  private static Matrix general(Matrix a, double[] cells, Workers workers) {
    int n = a.rows();
    double[] y = cells.clone();
    double[] z = new double[n * n];
    for (int i = 0; i < n; i++) {
      z[i * n + i] = 1;
    }
    for (int step = 0; step < MOST_STEPS; step++) {
      double[] yInverse = inverse(n, y, a, workers);
      double[] zInverse = inverse(n, z, a, workers);
      double change = 0;
      double size = 0;
      for (int p = 0; p < y.length; p++) {
        double next = (y[p] + zInverse[p]) / 2;
        change = Math.max(change, Math.abs(next - y[p]));
        size = Math.max(size, Math.abs(next));
        y[p] = next;
        z[p] = (z[p] + yInverse[p]) / 2;
      }
      if (change <= CONVERGED * size) {
        break;
      }
    }
    Matrix root = Flat.matrix(n, n, y, workers);
    if (!isRoot(root, cells, workers)) {
      throw noRoot(a);
    }
    return root;
  }

  private static double[] inverse(int n, double[] cells, Matrix a, Workers workers) {
    try {
      Matrix inverse = Solve.inverse(Flat.matrix(n, n, cells.clone(), workers), workers);
      return Flat.cells(inverse, "sqrtMatrix", workers);
    } catch (InputError e) {
      throw noRoot(a);
    }
  }

  private static boolean isRoot(Matrix root, double[] cells, Workers workers) {
    double[] square = Flat.cells(MatMult.multiply(root, root, workers), "sqrtMatrix", workers);
    double error = 0;
    double size = 0;
    for (int p = 0; p < cells.length; p++) {
      error = Math.max(error, Math.abs(square[p] - cells[p]));
      size = Math.max(size, Math.abs(cells[p]));
    }
    return error <= TOLERANCE * size; // false for NaN
  }

  private static InputError noRoot(Matrix a) {
    return new InputError("the " + a.shape() + " matrix has no real square root that can be found");
  }
}
