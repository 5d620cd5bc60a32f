package dev.linden.matrix.simd;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Tiles of 6 rows and 2 vectors: 12 sums, two vectors of B and one value of A fill the 16 registers
 * that all AVX2 machines have. More sums (24 were tried, for the 32 registers of AVX-512) or a
 * helper method that takes vectors make the compiler spill or box them, at a tenth of the speed.
 */
final class VectorGemmKernel implements GemmKernel {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int ROWS = 6;
  private static final int COLS = 2 * LANES;

  @Override
  public int rows() {
    return ROWS;
  }

  @Override
  public int cols() {
    return COLS;
  }

  @Override
  public void multiply(
      int depth,
      double[] a,
      int ai,
      double[] b,
      int bi,
      double[] c,
      int ci,
      int stride,
      boolean add) {
    DoubleVector s00 = DoubleVector.zero(SPECIES);
    DoubleVector s01 = DoubleVector.zero(SPECIES);
    DoubleVector s10 = DoubleVector.zero(SPECIES);
    DoubleVector s11 = DoubleVector.zero(SPECIES);
    DoubleVector s20 = DoubleVector.zero(SPECIES);
    DoubleVector s21 = DoubleVector.zero(SPECIES);
    DoubleVector s30 = DoubleVector.zero(SPECIES);
    DoubleVector s31 = DoubleVector.zero(SPECIES);
    DoubleVector s40 = DoubleVector.zero(SPECIES);
    DoubleVector s41 = DoubleVector.zero(SPECIES);
    DoubleVector s50 = DoubleVector.zero(SPECIES);
    DoubleVector s51 = DoubleVector.zero(SPECIES);
    int p = ai;
    int q = bi;
    for (int k = 0; k < depth; k++) {
      DoubleVector b0 = DoubleVector.fromArray(SPECIES, b, q);
      DoubleVector b1 = DoubleVector.fromArray(SPECIES, b, q + LANES);
      DoubleVector a0 = DoubleVector.broadcast(SPECIES, a[p]);
      s00 = a0.fma(b0, s00);
      s01 = a0.fma(b1, s01);
      DoubleVector a1 = DoubleVector.broadcast(SPECIES, a[p + 1]);
      s10 = a1.fma(b0, s10);
      s11 = a1.fma(b1, s11);
      DoubleVector a2 = DoubleVector.broadcast(SPECIES, a[p + 2]);
      s20 = a2.fma(b0, s20);
      s21 = a2.fma(b1, s21);
      DoubleVector a3 = DoubleVector.broadcast(SPECIES, a[p + 3]);
      s30 = a3.fma(b0, s30);
      s31 = a3.fma(b1, s31);
      DoubleVector a4 = DoubleVector.broadcast(SPECIES, a[p + 4]);
      s40 = a4.fma(b0, s40);
      s41 = a4.fma(b1, s41);
      DoubleVector a5 = DoubleVector.broadcast(SPECIES, a[p + 5]);
      s50 = a5.fma(b0, s50);
      s51 = a5.fma(b1, s51);
      p += ROWS;
      q += COLS;
    }
    int r0 = ci;
    int r1 = r0 + stride;
    int r2 = r1 + stride;
    int r3 = r2 + stride;
    int r4 = r3 + stride;
    int r5 = r4 + stride;
    if (add) {
      s00 = s00.add(DoubleVector.fromArray(SPECIES, c, r0));
      s01 = s01.add(DoubleVector.fromArray(SPECIES, c, r0 + LANES));
      s10 = s10.add(DoubleVector.fromArray(SPECIES, c, r1));
      s11 = s11.add(DoubleVector.fromArray(SPECIES, c, r1 + LANES));
      s20 = s20.add(DoubleVector.fromArray(SPECIES, c, r2));
      s21 = s21.add(DoubleVector.fromArray(SPECIES, c, r2 + LANES));
      s30 = s30.add(DoubleVector.fromArray(SPECIES, c, r3));
      s31 = s31.add(DoubleVector.fromArray(SPECIES, c, r3 + LANES));
      s40 = s40.add(DoubleVector.fromArray(SPECIES, c, r4));
      s41 = s41.add(DoubleVector.fromArray(SPECIES, c, r4 + LANES));
      s50 = s50.add(DoubleVector.fromArray(SPECIES, c, r5));
      s51 = s51.add(DoubleVector.fromArray(SPECIES, c, r5 + LANES));
    }
    s00.intoArray(c, r0);
    s01.intoArray(c, r0 + LANES);
    s10.intoArray(c, r1);
    s11.intoArray(c, r1 + LANES);
    s20.intoArray(c, r2);
    s21.intoArray(c, r2 + LANES);
    s30.intoArray(c, r3);
    s31.intoArray(c, r3 + LANES);
    s40.intoArray(c, r4);
    s41.intoArray(c, r4 + LANES);
    s50.intoArray(c, r5);
    s51.intoArray(c, r5 + LANES);
  }
}
