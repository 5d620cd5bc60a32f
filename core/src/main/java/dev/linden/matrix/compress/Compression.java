package dev.linden.matrix.compress;

import dev.linden.base.Settings;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.plan.Decision;
import dev.linden.matrix.compress.plan.Gain;
import dev.linden.matrix.compress.plan.KnownPlans;
import dev.linden.matrix.compress.plan.Planner;
import dev.linden.matrix.compress.plan.Workload;
import dev.linden.matrix.kernel.group.UnitRowsForm;

/** Compresses matrices if that pays; gives others back as they are. */
public final class Compression {
  private Compression() {}

  /** If it takes fewer bytes. */
  public static Matrix compress(Matrix matrix, Workers workers) {
    return matrix instanceof Plain plain ? CompressedPacking.INSTANCE.pack(plain, workers) : matrix;
  }

  /** What an operator gives whose results often are unit vectors, in each row at most one. */
  public static Matrix ofUnitRows(Matrix matrix, Settings.Compression when, Workers workers) {
    boolean asked = matrix instanceof Plain && asked(when, matrix.cells());
    CompressedMatrix groups = asked ? UnitRows.of(matrix, workers) : null;
    return groups != null && groups.bytes() < matrix.bytes() ? groups : matrix;
  }

  /** What it may give at once, with one 1 in each row. */
  public static UnitRowsForm unitRowsForm(Settings.Compression when) {
    return (rows, cols, ones, workers) ->
        asked(when, (long) rows * cols) ? UnitRows.of(rows, cols, ones, workers) : null;
  }

  private static boolean asked(Settings.Compression when, long cells) {
    return when == Settings.Compression.ALWAYS
        || when == Settings.Compression.ON && cells >= Gain.FEWEST_CELLS;
  }

  /**
   * A matrix before or after a decision.
   *
   * @param matrix compressed or as it was, as the decision says
   */
  public record Outcome(Matrix matrix, Decision decision) {}

  /**
   * What a look at a matrix tells.
   *
   * @param scheme null if it had better stay as it is
   */
  public record Look(Scheme scheme, Decision decision) {
    private static Look no(Decision decision) {
      return new Look(null, decision);
    }
  }

  /**
   * Whether what follows is faster on groups, the compression included. That takes next to no
   * memory.
   */
  public static Look look(Matrix matrix, Workload workload, boolean always, Workers workers) {
    if (!(matrix instanceof Plain plain)) {
      return Look.no(new Decision(false, "it is packed already", 0));
    }
    Decision first = Gain.beforeSample(plain, workload);
    if (!always && !first.compress()) {
      return Look.no(first);
    }
    Planner.Planned planned = KnownPlans.decide(plain, workers);
    Scheme scheme = planned.scheme();
    if (scheme == null || always) {
      return new Look(scheme, planned.decision());
    }
    Decision expected = Gain.afterSample(plain, scheme, planned.decision().ratio(), workload);
    return new Look(expected.compress() ? scheme : null, expected);
  }

  /** The matrix in groups, if the look says so and they are smaller in the end. */
  public static Outcome compress(Matrix matrix, Look look, Workers workers) {
    if (look.scheme() == null) {
      return new Outcome(matrix, look.decision());
    }
    CompressedMatrix compressed = CompressedMatrix.compress((Plain) matrix, look.scheme(), workers);
    return compressed.bytes() < matrix.bytes()
        ? new Outcome(compressed, look.decision())
        : new Outcome(matrix, look.decision().butNot("groups turned out to be larger"));
  }
}
