package dev.linden.matrix;

/** Gives tests of other packages dense matrices of several small panels. */
public final class Panels {
  private Panels() {}

  public static Dense zeros(int rows, int cols, int panelRows) {
    return Dense.inPanels(rows, cols, panelRows);
  }
}
