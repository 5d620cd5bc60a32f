package dev.linden.op;

/** What rules, templates and the planner ask about an operator. */
public enum Property {
  /**
   * Prints, writes, stops: keeps its place in the order of statements and is never removed, merged
   * or repeated.
   */
  EFFECT,
  /**
   * Asks for the time, or may: what is written before it is computed before it, what is written
   * after it later. Always an effect too.
   */
  BARRIER,
  /** Two calls with equal arguments may differ (unseeded rand, time): never merged or folded. */
  NONDETERMINISTIC,
  /** Cell (i,j) of the result depends on cell (i,j) of the inputs only (after broadcasting). */
  CELLWISE,
  /** Row i of the result depends on row i of the first input only. */
  ROWWISE,
  /** Moves cells, computes nothing. */
  REORGANIZES,
  /** Folds cells with an associative, commutative function. */
  AGGREGATES,
  /** Can write its result over a dying first input. */
  IN_PLACE,
  /**
   * The kernel makes every check of the rule itself: the rule need not be asked again at run time.
   */
  SELF_CHECKING,
  /** The size of the result depends on the values of the inputs. */
  DATA_DEPENDENT_SIZE,
  /** Has so many optional parameters that arguments are given by name only. */
  NAMED_ARGUMENTS
}
