package dev.linden.matrix.kernel.random;

/** Numbers of zeros between cells that are non-zero with a given probability each. */
final class RandomGaps {
  private final double logOfZero;

  RandomGaps(double sparsity) {
    logOfZero = StrictMath.log1p(-sparsity);
  }

  /** Geometrically distributed; a whole number, which may exceed 64 bits. */
  double zeros(long randomBits) {
    return Math.floor(StrictMath.log(Philox.positiveUnit(randomBits)) / logOfZero);
  }
}
