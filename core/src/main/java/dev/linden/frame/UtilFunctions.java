package dev.linden.frame;

/** What lambdas of scripts for SystemDS call by this name. */
public final class UtilFunctions {
  private UtilFunctions() {}

  /** See {@link TextDistance#jaccard}. */
  public static double jaccardSim(String a, String b) {
    return TextDistance.jaccard(a, b);
  }
}
