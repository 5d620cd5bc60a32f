package dev.linden.opt;

import dev.linden.hop.Hop;
import java.util.Optional;

/**
 * A rewrite. The doc comment of an implementation shows it in DML and says why it pays, when it
 * applies and what it does to numerics. Rules are pure: the engine splices the replacement in.
 */
public interface Rule {
  Pattern pattern();

  /** A value that may stand for the matched one, or empty when the rule does not apply here. */
  Optional<Hop> apply(Match match, RuleContext context);

  /** The name under which the rule is counted and switched off. */
  default String name() {
    return getClass().getSimpleName();
  }
}
