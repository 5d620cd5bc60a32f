package dev.linden.plan.distribute;

import java.util.Locale;

/**
 * How an operator runs on Spark: which data move where. {@link Chooser} chooses one, instructions
 * carry it, EXPLAIN shows it, the backend has an implementation of each, and statistics count what
 * ran.
 */
public sealed interface Method {
  /** As EXPLAIN shows it; empty if there is nothing to say. */
  String label();

  /** As statistics count it. */
  default String counter() {
    return "method " + label();
  }

  /** Operators without a choice, and choices that are not made yet. */
  enum Plain implements Method {
    /** The operator has one form. */
    ONLY,
    /** Sizes that are not known decide; the backend asks when they are. */
    OPEN;

    @Override
    public String label() {
      return "";
    }
  }

  /**
   * Matrix products (Boehm et al.: SystemML: Declarative Machine Learning on Spark, table 1); the
   * classes of the backend draw what moves.
   */
  enum Product implements Method {
    /** The left operand goes to all executors. */
    MAPMM_LEFT("mapmm"),
    /** The right operand goes to all executors. */
    MAPMM_RIGHT("mapmm"),
    /** {@code t(X) %*% X}, whose rows of blocks have one block each. */
    TSMM("tsmm"),
    /** {@code t(X) %*% Y} with one block per row in both: blocks of equal rows meet. */
    ZIPMM("zipmm"),
    /** Columns of blocks on the left meet rows of blocks on the right; partial products add up. */
    CPMM("cpmm"),
    /** For each block of the result, its row of blocks and its column of blocks meet. */
    RMM("rmm"),
    /** {@code t(X) %*% (w * (X %*% v))} in one pass over X; v and w go to all executors. */
    MAPMMCHAIN("mapmmchain"),
    /** The same chain as two products, for wide X or long vectors. */
    TWO_PRODUCTS("two products"),
    /** Rows of X where v is not zero; v goes to all executors. */
    PMM("pmm"),
    /** The same with v in blocks, which meet those of X. */
    PMM_JOIN("join");

    private final String label;

    Product(String label) {
      this.label = label;
    }

    @Override
    public String label() {
      return label;
    }

    @Override
    public String counter() {
      return "method " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * Operators over {@code U %*% t(V)} and a sparse matrix: for each factor, whether it goes to all
   * executors; else its blocks are copied to the blocks of the sparse matrix that need them.
   */
  record Factors(boolean uEverywhere, boolean vEverywhere) implements Method {
    @Override
    public String label() {
      return uEverywhere && vEverywhere ? "map" : "reduce";
    }
  }

  /** How the marks of the rows or columns that stay get to the blocks. */
  enum Marks implements Method {
    /** All executors have them. */
    EVERYWHERE("map"),
    /** They meet the blocks. */
    JOINED("join");

    private final String label;

    Marks(String label) {
      this.label = label;
    }

    @Override
    public String label() {
      return label;
    }

    @Override
    public String counter() {
      return "method marks " + name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Cumulative aggregates: aggregates of blocks, and aggregates of those, in so many levels.
   *
   * @param throughDriver the last aggregates go to the driver and from there to all executors; else
   *     they have one row of blocks, which need nothing from each other
   */
  record Cascade(int levels, boolean throughDriver) implements Method {
    @Override
    public String label() {
      return "cascade " + levels;
    }
  }
}
