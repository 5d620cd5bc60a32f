package dev.linden.fuse.skeleton;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;

/** Runs programs that the skeletons for rows and cells can't run. */
interface OwnSkeleton {
  /**
   * Says what is about to come, so that classes for much work are there in time.
   *
   * @param nonZeros of the sparsest matrix that is read row by row; infinite if all are dense
   */
  void expect(double rows, double nonZeros);

  /**
   * Runs the program.
   *
   * @param matrices inputs that are matrices of any form, null elsewhere
   * @param numbers inputs that are scalars
   * @return per sink a {@link Matrix} or a {@link Double}
   */
  Object[] run(Matrix[] matrices, double[] numbers, Workers workers);
}
