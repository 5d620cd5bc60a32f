package dev.linden.matrix.compress.codes;

/** Codes in kinds that nobody would choose for them. */
public final class KindsOfCodes {
  public static final int COUNT = 4;

  private KindsOfCodes() {}

  /** Dense with few or many bits, sparse, runs, by number. */
  public static Codes of(Codes codes, int kind) {
    DenseCodes dense = DenseCodes.of(codes);
    switch (kind) {
      case 0 -> {
        return dense.narrow();
      }
      case 1 -> {
        int[] all = new int[codes.rows()];
        codes.decode(0, all.length, all);
        return DenseCodes.ofInts(all, codes.size());
      }
      case 2 -> {
        return CodesChoice.sparse(dense, codes.rows() - dense.counts()[0]);
      }
      default -> {
        int runs = 0;
        for (int i = 0; i < codes.rows(); i++) {
          runs += i == 0 || codes.get(i) != codes.get(i - 1) ? 1 : 0;
        }
        return CodesChoice.inRuns(dense, runs);
      }
    }
  }
}
