package dev.linden.matrix.compress;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.plan.Gain;
import dev.linden.matrix.compress.plan.Planner;
import dev.linden.matrix.compress.plan.Workload;

/** Compresses matrices if that pays; gives others back as they are. */
public final class Compression {
  private Compression() {}

  /** If it takes fewer bytes. */
  public static Matrix compress(Matrix matrix, Workers workers) {
    return matrix instanceof Plain plain ? CompressedPacking.INSTANCE.pack(plain, workers) : matrix;
  }

  /** If what follows is faster then, the compression included. */
  public static Matrix compressFor(
      Matrix matrix, Workload workload, boolean always, Workers workers) {
    if (!(matrix instanceof Plain plain) || !always && !Gain.isWorthASample(plain, workload)) {
      return matrix;
    }
    Scheme scheme = Planner.plan(plain, workers);
    if (scheme == null || !always && !Gain.isExpected(plain, scheme, workload)) {
      return matrix;
    }
    CompressedMatrix compressed = CompressedMatrix.compress(plain, scheme, workers);
    return compressed.bytes() < plain.bytes() ? compressed : matrix;
  }
}
