package dev.linden.matrix.kernel;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** Folds all cells, each row, or each column. Sums are compensated; results carry the same bits for any number of threads. */
public final class Aggregate {
  private Aggregate() {}

  /** What is computed. */
  public enum Kind {
    SUM,
    SUM_OF_SQUARES,
    MEAN,
    MIN,
    MAX,
    PROD,
    /** Unbiased; 0 for a single cell. */
    VAR,
    SD
  }

  public static double all(Kind kind, Matrix a, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** n x 1. */
  public static Matrix rows(Kind kind, Matrix a, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** 1 x m. */
  public static Matrix cols(Kind kind, Matrix a, Workers workers) {
    throw new UnsupportedOperationException();
  }

  /** 1-based column of the largest (or smallest) cell per row; ties give the last, NaN cells are skipped. */
  public static Matrix rowIndexOfExtreme(boolean largest, Matrix a, Workers workers) {
    throw new UnsupportedOperationException();
  }

  public static double trace(Matrix a) {
    throw new UnsupportedOperationException();
  }
}
