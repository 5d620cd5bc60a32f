package dev.linden.run;

import dev.linden.parfor.decide.TimeModel;
import dev.linden.plan.distribute.Resources;

/**
 * What the parfor loops of a program share.
 *
 * @param localBudget bytes that one local operation may take when nothing else runs
 * @param times estimates what operations take
 */
public record Parfors(double localBudget, TimeModel times) {
  /** For programs whose workers have the whole budget each. */
  static final Parfors SILENT = new Parfors(0, new TimeModel());

  /** Budget of a worker that has no backend to go to. */
  double localBudget(Resources share) {
    return Math.max(localBudget, share.localBudget());
  }
}
