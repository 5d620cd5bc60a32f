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
  /** No cell can make a call fail: one with matrices of known size and constants never does. */
  FAILS_BY_SIZE_ONLY,
  /** Nor can the value of a number. */
  TAKES_ANY_NUMBER,
  /** Asks for dimensions only, never for cells. */
  ASKS_SHAPE,
  READS_FILE,
  WRITES_FILE,
  /** Calls the function that the first argument names. */
  CALLS_BY_NAME,
  /** Ends the program, or may: that is its purpose. */
  STOPS,
  /** The native library, if there is one, has code for large operands. */
  NATIVE_CODE,
  /** Has so many optional parameters that arguments are given by name only. */
  NAMED_ARGUMENTS,
  /** How rows or columns of an operand are called makes a difference. */
  ASKS_NAMES
}
