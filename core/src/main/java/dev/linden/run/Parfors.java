package dev.linden.run;

import dev.linden.base.LoopProgress;
import dev.linden.parfor.decide.TimeModel;
import dev.linden.plan.distribute.Resources;

/**
 * What the parfor loops of a program share.
 *
 * @param localBudget bytes that one local operation may take when nothing else runs
 * @param times estimates what operations take
 * @param progress hears of long loops; null when nobody wants to know
 */
public record Parfors(double localBudget, TimeModel times, LoopProgress progress) {
  /** For programs whose workers have the whole budget each and that tell nobody. */
  static final Parfors SILENT = new Parfors(0, new TimeModel(), null);

  /** Budget of a worker that has no backend to go to. */
  double localBudget(Resources share) {
    return Math.max(localBudget, share.localBudget());
  }
}
