package dev.linden.op;

/** How the value type of a scalar result follows from the value types of the operands. */
public enum ScalarKind {
  /** Ints stay ints, everything else gives a double; {@code +} also joins texts. */
  ARITHMETIC,
  /** Always a double: quotients, powers, roots. */
  REAL,
  /** A boolean; as soon as one operand is a string both are compared as texts. */
  RELATIONAL,
  /** A boolean; a string is no truth value. */
  LOGICAL
}
