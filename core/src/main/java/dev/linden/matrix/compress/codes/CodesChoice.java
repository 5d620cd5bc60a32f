package dev.linden.matrix.compress.codes;

/** Measures codes, and brings them into the kind that takes the fewest bytes. */
final class CodesChoice {
  private CodesChoice() {}

  static Codes smallest(DenseCodes codes) {
    int rows = codes.rows();
    int size = codes.size();
    int[] counts = codes.counts();
    if (rows > 0 && counts[0] == rows && size == 1) {
      return new ConstantCodes(rows);
    }
    int listed = size == 0 ? 0 : rows - counts[0];
    double dense = DenseCodes.bytes(rows, size);
    double sparse = SparseCodes.bytes(rows, listed, size);
    int runs = runs(codes, Math.min(dense, sparse) / RunCodes.bytes(1, size));
    double inRuns = RunCodes.bytes(runs, size);
    if (dense <= Math.min(sparse, inRuns)) {
      return codes.narrow();
    }
    return sparse <= inRuns ? sparse(codes, listed) : inRuns(codes, runs);
  }

  /** Not all of them if there are more than {@code most}. */
  private static int runs(DenseCodes codes, double most) {
    int[] tile = new int[Math.min(codes.rows(), Codes.TILE)];
    int runs = 0;
    int last = -1;
    for (int start = 0; start < codes.rows() && runs <= most; start += Codes.TILE) {
      int n = Math.min(Codes.TILE, codes.rows() - start);
      codes.decode(start, start + n, tile);
      for (int i = 0; i < n; i++) {
        runs += tile[i] != last ? 1 : 0;
        last = tile[i];
      }
    }
    return runs;
  }

  static SparseCodes sparse(DenseCodes codes, int listed) {
    int[] rows = new int[listed];
    int[] found = new int[listed];
    int at = 0;
    for (int i = 0; i < codes.rows(); i++) {
      int code = codes.get(i);
      if (code != 0) {
        rows[at] = i;
        found[at++] = code;
      }
    }
    return SparseCodes.of(codes.rows(), codes.size(), rows, found, listed);
  }

  static RunCodes inRuns(DenseCodes codes, int runs) {
    int[] starts = new int[runs];
    int[] found = new int[runs];
    int at = 0;
    int last = -1;
    for (int i = 0; i < codes.rows(); i++) {
      int code = codes.get(i);
      if (code != last) {
        starts[at] = i;
        found[at++] = code;
        last = code;
      }
    }
    return new RunCodes(codes.rows(), starts, DenseCodes.of(found, codes.size()));
  }
}
