package dev.linden.matrix;

import java.util.Arrays;

/**
 * Row-major cells in one or more arrays ("row panels"), so that no matrix is limited by the size of
 * one Java array. All panels but the last hold {@code panelRows} rows.
 */
public final class Dense extends Plain {
  /** Cells of one panel at most: 2^27 doubles are 1 GB. */
  static final int MAX_PANEL_CELLS = 1 << 27;

  private static final long UNKNOWN = -1;

  private final double[][] panels;
  private final int panelRows;
  private long nnz;

  private Dense(int rows, int cols, double[][] panels, int panelRows, long nnz) {
    super(rows, cols);
    this.panels = panels;
    this.panelRows = panelRows;
    this.nnz = nnz;
  }

  /** All zeros. */
  public static Dense zeros(int rows, int cols) {
    return allocate(rows, cols, Workers.serial());
  }

  /** All zeros, from arrays of the workers' pool where it has fitting ones. */
  public static Dense allocate(int rows, int cols, Workers workers) {
    return allocate(rows, cols, workers, true);
  }

  /**
   * For a kernel that writes every cell: contents are undefined, which spares the clearing of
   * recycled arrays.
   */
  public static Dense allocateUncleared(int rows, int cols, Workers workers) {
    return allocate(rows, cols, workers, false);
  }

  /**
   * All zeros in panels of this many rows: for tests, which can't fill panels of the usual size.
   */
  static Dense inPanels(int rows, int cols, int panelRows) {
    return allocate(rows, cols, Math.min(rows, panelRows), Workers.serial(), true);
  }

  /** These panels, which may even be one array several times: for tests that only read. */
  static Dense ofPanels(int rows, int cols, double[][] panels, int panelRows) {
    return new Dense(rows, cols, panels, panelRows, UNKNOWN);
  }

  private static Dense allocate(int rows, int cols, Workers workers, boolean clear) {
    return allocate(rows, cols, panelRows(rows, cols), workers, clear);
  }

  private static Dense allocate(int rows, int cols, int perPanel, Workers workers, boolean clear) {
    int count = perPanel == 0 ? 1 : Math.max(1, (int) ((rows + (long) perPanel - 1) / perPanel));
    double[][] panels = new double[count][];
    for (int p = 0; p < count; p++) {
      int panelRowCount = Math.min(perPanel, rows - p * perPanel);
      int cells = panelRowCount * cols;
      panels[p] = clear ? workers.arrays().cleared(cells) : workers.arrays().uncleared(cells);
    }
    return new Dense(rows, cols, panels, perPanel, UNKNOWN);
  }

  private static int panelRows(int rows, int cols) {
    if (cols == 0) {
      return rows;
    }
    return (int) Math.min(rows, Math.max(1, MAX_PANEL_CELLS / cols));
  }

  /** Wraps row-major cells without copying; they must fit one panel. */
  public static Dense wrap(int rows, int cols, double[] cells) {
    if (cells.length != (long) rows * cols) {
      throw new IllegalArgumentException(cells.length + " cells for " + rows + "x" + cols);
    }
    return new Dense(rows, cols, new double[][] {cells}, rows, UNKNOWN);
  }

  /** Row-major cells, copied. */
  public static Dense of(int rows, int cols, double... cells) {
    return wrap(rows, cols, cells.clone());
  }

  /** Number of row panels; 1 for everything below a gigabyte. */
  public int panelCount() {
    return panels.length;
  }

  /** Rows in every panel but the last. */
  public int panelRows() {
    return panelRows;
  }

  /**
   * The array that holds {@code row}; it starts there at {@link #offset(int)}, the next row of the
   * panel follows.
   */
  public double[] panelOf(int row) {
    return panels.length == 1 ? panels[0] : panels[row / panelRows];
  }

  /**
   * First row after {@code row} that lies in another panel (or the row count): ranges up to it are
   * contiguous.
   */
  public int panelEnd(int row) {
    return panels.length == 1 ? rows() : (int) Math.min(rows(), (row / panelRows + 1L) * panelRows);
  }

  public int offset(int row) {
    return panels.length == 1 ? row * cols() : (row % panelRows) * cols();
  }

  public double[] panel(int index) {
    return panels[index];
  }

  @Override
  public double get(int row, int col) {
    return panelOf(row)[offset(row) + col];
  }

  /** Only for whoever builds or owns this matrix; invalidates the non-zero count. */
  public void set(int row, int col, double value) {
    panelOf(row)[offset(row) + col] = value;
    nnz = UNKNOWN;
  }

  @Override
  public long nnz() {
    if (nnz == UNKNOWN) {
      long count = 0;
      for (double[] panel : panels) {
        for (double v : panel) {
          count += v != 0 ? 1 : 0;
        }
      }
      nnz = count;
    }
    return nnz;
  }

  /** Whether the non-zeros have been counted already. */
  @Override
  public boolean nnzKnown() {
    return nnz != UNKNOWN;
  }

  /** A kernel that counted while writing hands the count over here. */
  public Dense withNnz(long count) {
    nnz = count;
    return this;
  }

  /** After a change in place. */
  public void forgetNnz() {
    nnz = UNKNOWN;
  }

  @Override
  public boolean isSparse() {
    return false;
  }

  @Override
  public boolean changesInPlace() {
    return true;
  }

  @Override
  public Dense copy() {
    double[][] copies = new double[panels.length][];
    for (int p = 0; p < panels.length; p++) {
      copies[p] = panels[p].clone();
    }
    return new Dense(rows(), cols(), copies, panelRows, nnz);
  }

  /** The cells row by row in one array, which is not to be changed; for those that fit one. */
  public double[] inOneArray() {
    return panels.length == 1 ? panels[0] : toArray();
  }

  /** The cells row by row in one new array; for results that fit one. */
  public double[] toArray() {
    if (panels.length == 1) {
      return panels[0].clone();
    }
    double[] all = new double[Math.toIntExact(cells())];
    int at = 0;
    for (double[] panel : panels) {
      System.arraycopy(panel, 0, all, at, panel.length);
      at += panel.length;
    }
    return all;
  }

  @Override
  public long bytes() {
    return 8 * cells() + 64;
  }

  @Override
  public void recycle(ArrayPool arrays) {
    for (double[] panel : panels) {
      arrays.recycle(panel);
    }
  }

  @Override
  public String toString() {
    return "Dense " + shape() + (cells() <= 64 ? " " + Arrays.toString(toArray()) : "");
  }
}
