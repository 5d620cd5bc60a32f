package dev.linden.opt.rule;

import static dev.linden.opt.Capture.capture;

import dev.linden.opt.Capture;
import dev.linden.opt.Pattern;
import dev.linden.opt.Rule;

/** What all rules here have in common: a fixed pattern, and the same names for its parts. */
abstract class PatternRule implements Rule {
  /** Operands, in the order in which the rewrite shows them. */
  static final Capture X = capture("X");

  static final Capture Y = capture("Y");

  /** A scalar. */
  static final Capture S = capture("s");

  /** Numbers of rows and columns. */
  static final Capture R = capture("r");

  static final Capture C = capture("c");

  /** The inner call. */
  static final Capture INNER = capture("inner");

  private final Pattern pattern;

  PatternRule(Pattern pattern) {
    this.pattern = pattern;
  }

  @Override
  public final Pattern pattern() {
    return pattern;
  }
}
