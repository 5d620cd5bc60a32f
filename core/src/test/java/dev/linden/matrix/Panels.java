package dev.linden.matrix;

import java.util.Arrays;

/** Gives tests of other packages dense matrices of several small panels. */
public final class Panels {
  private Panels() {}

  public static Dense zeros(int rows, int cols, int panelRows) {
    return Dense.inPanels(rows, cols, panelRows);
  }

  /** All panels are the same array: more cells than memory, for kernels that only read. */
  public static Dense repeated(double[] panel, int rows, int cols, int panelRows) {
    double[][] panels = new double[rows / panelRows][];
    Arrays.fill(panels, panel);
    return Dense.ofPanels(rows, cols, panels, panelRows);
  }
}
