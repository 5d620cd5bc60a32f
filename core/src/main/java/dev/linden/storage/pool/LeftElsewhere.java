package dev.linden.storage.pool;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Matrix;
import dev.linden.op.Footprint;
import dev.linden.op.MatrixValue;
import dev.linden.op.Size;

/** Keeper of a result that other machines hold: fetched when this one wants it, if it fits. */
final class LeftElsewhere implements MatrixValue.Keeper {
  private final MatrixValue value;
  private final long budget;

  LeftElsewhere(MatrixValue value, long budget) {
    this.value = value;
    this.budget = budget;
  }

  @Override
  public Matrix restore() {
    synchronized (value) {
      if (value.resident() == null) {
        Size size = value.size();
        double bytes = Footprint.dense(size);
        if (bytes > budget) {
          bytes = Footprint.of(size.withNnz(value.remote().countedNnz()));
        }
        if (bytes > budget) {
          throw new Shortage(bytes, 0, budget);
        }
        value.resident(value.remote().collect());
      }
      return value.resident();
    }
  }

  @Override
  public void overwritten() {
    throw new LindenBug("a matrix is overwritten that must not be");
  }
}
