package dev.linden.matrix.kernel.fold;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/**
 * For packed matrices that aggregate their cells themselves: by counts, say. Every method may
 * return null, which means: unpack, and do it as usual.
 */
public interface OwnFolds {
  /** Over all cells. */
  Double all(Aggregate.Kind kind, Workers workers);

  /** n x 1. */
  Matrix rows(Aggregate.Kind kind, Workers workers);

  /** 1 x m. */
  Matrix cols(Aggregate.Kind kind, Workers workers);
}
