package dev.linden.op;

/**
 * How an operator works on an operand that is compressed: columns in groups of coded tuples. Where
 * cells are not finite, or dictionaries too large, all but the first see some rows at a time.
 */
public enum GroupUse {
  /** It needs all cells at once. */
  PLAIN,
  /** It needs all cells, some rows at a time. */
  TILES,
  /** Each distinct value once, with how often it occurs: the codes stay as they are. */
  VALUES,
  /** A term for each row and group. */
  ROWS,
  /** X %*% B: a term for each row, group and column of B. */
  RIGHT,
  /** A %*% X or t(X) %*% B: the same for each row of A. */
  LEFT,
  /** t(X) %*% X: each pair of groups. */
  SELF,
  /** t(X) %*% (X %*% v) and the like: from the right, then from the left. */
  CHAIN
}
