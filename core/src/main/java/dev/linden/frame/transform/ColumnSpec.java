package dev.linden.frame.transform;

/** What happens to one column, in this order: rows left out, cells imputed, coded, spread. */
final class ColumnSpec {
  /** How cells become numbers. */
  enum Coding {
    PASS_THROUGH,
    RECODE,
    EQUI_WIDTH,
    EQUI_HEIGHT,
    HASH,
    BAG_OF_WORDS;

    boolean isBin() {
      return this == EQUI_WIDTH || this == EQUI_HEIGHT;
    }
  }

  /** What stands in for missing cells. */
  enum Impute {
    NOTHING,
    MEAN,
    MODE,
    CONSTANT;

    boolean isLearned() {
      return this == MEAN || this == MODE;
    }
  }

  boolean omit;
  Impute impute = Impute.NOTHING;
  String constant;
  Coding coding = Coding.PASS_THROUGH;

  /** Number of bins or of hash values. */
  int buckets;

  boolean dummy;

  /** Codes stand for rows of a matrix that is given when the encoding is applied. */
  boolean embedded;
}
