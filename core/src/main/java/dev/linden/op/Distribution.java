package dev.linden.op;

/**
 * How blocks of the result depend on blocks of the inputs; the distributed backend has one
 * implementation per kind.
 */
public enum Distribution {
  CELL_ALIGNED,
  ROW_ALIGNED,
  AGGREGATE,
  REORGANIZE,
  SHUFFLE,
  PRODUCT,
  GENERATE,
  LOCAL
}
