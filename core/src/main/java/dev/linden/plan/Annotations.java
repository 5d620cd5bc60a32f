package dev.linden.plan;

import dev.linden.hop.Hop;
import java.util.function.ToDoubleFunction;

/**
 * What {@link ExplainData} adds to plans that are shown together with a run of them.
 *
 * @param sites number operators and blocks by their places
 * @param seconds estimated time of one execution of an operator; null for none
 */
public record Annotations(Sites sites, ToDoubleFunction<Hop.Compute> seconds) {
  /** The places alone. */
  public Annotations withoutTimes() {
    return new Annotations(sites, null);
  }
}
