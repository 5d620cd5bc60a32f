package dev.linden.matrix.compress;

import dev.linden.base.Settings;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.plan.Decision;
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

  /** What an operator gives whose results often are unit vectors, in each row at most one. */
  public static Matrix ofUnitRows(Matrix matrix, Settings.Compression when, Workers workers) {
    boolean asked =
        when == Settings.Compression.ALWAYS
            || when == Settings.Compression.ON && matrix.cells() >= Gain.FEWEST_CELLS;
    CompressedMatrix groups = asked ? UnitRows.of(matrix, workers) : null;
    return groups != null && groups.bytes() < matrix.bytes() ? groups : matrix;
  }

  /**
   * A matrix before or after a decision.
   *
   * @param matrix compressed or as it was, as the decision says
   */
  public record Outcome(Matrix matrix, Decision decision) {}

  /** If what follows is faster then, the compression included. */
  public static Outcome compressFor(
      Matrix matrix, Workload workload, boolean always, Workers workers) {
    if (!(matrix instanceof Plain plain)) {
      return new Outcome(matrix, new Decision(false, "it is packed already", 0));
    }
    Decision first = Gain.beforeSample(plain, workload);
    if (!always && !first.compress()) {
      return new Outcome(matrix, first);
    }
    Planner.Planned planned = Planner.decide(plain, workers);
    if (planned.scheme() == null) {
      return new Outcome(matrix, planned.decision());
    }
    Scheme scheme = planned.scheme();
    Decision expected =
        always
            ? planned.decision()
            : Gain.afterSample(plain, scheme, planned.decision().ratio(), workload);
    if (!expected.compress()) {
      return new Outcome(matrix, expected);
    }
    CompressedMatrix compressed = CompressedMatrix.compress(plain, scheme, workers);
    return compressed.bytes() < plain.bytes()
        ? new Outcome(compressed, expected)
        : new Outcome(matrix, expected.butNot("groups turned out to be larger"));
  }
}
