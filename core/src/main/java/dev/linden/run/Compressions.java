package dev.linden.run;

import dev.linden.base.Bytes;
import dev.linden.matrix.compress.plan.Decision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the matrices that were looked at in front of loops, by variable and line, and
 * which operators have unpacked compressed ones, whoever compressed them.
 */
final class Compressions {
  private final Map<String, Candidate> candidates = new LinkedHashMap<>();
  private final Map<String, Long> unpacked = new TreeMap<>();

  /** One variable in front of one loop; the loop may be reached many times. */
  private static final class Candidate {
    private final String variable;
    private final int line;
    private final String workload;
    private long count;
    private long compressed;
    private long nanos;
    private double plainBytes;
    private double packedBytes;
    private Decision last;

    Candidate(String variable, int line, String workload) {
      this.variable = variable;
      this.line = line;
      this.workload = workload;
    }

    /** 0 if it was never compressed. */
    double ratio() {
      return packedBytes == 0 ? 0 : plainBytes / packedBytes;
    }
  }

  /**
   * @param bytes of the matrix before
   * @param packedBytes of its groups; 0: it stays as it is
   */
  synchronized void decided(
      String variable,
      int line,
      String workload,
      Decision decision,
      double bytes,
      double packedBytes,
      long nanos) {
    Candidate candidate =
        candidates.computeIfAbsent(
            variable + " " + line, key -> new Candidate(variable, line, workload));
    candidate.count++;
    candidate.nanos += nanos;
    candidate.last = decision;
    if (packedBytes > 0) {
      candidate.compressed++;
      candidate.plainBytes += bytes;
      candidate.packedBytes += packedBytes;
    }
  }

  synchronized void unpacked(String operator) {
    unpacked.merge(operator, 1L, Long::sum);
  }

  private long count() {
    return candidates.values().stream().mapToLong(c -> c.count).sum();
  }

  private long compressed() {
    return candidates.values().stream().mapToLong(c -> c.compressed).sum();
  }

  private double seconds() {
    return candidates.values().stream().mapToLong(c -> c.nanos).sum() / 1e9;
  }

  private long plainBytes() {
    return (long) candidates.values().stream().mapToDouble(c -> c.plainBytes).sum();
  }

  private long packedBytes() {
    return (long) candidates.values().stream().mapToDouble(c -> c.packedBytes).sum();
  }

  /** For {@link Statistics#data}. */
  synchronized void addTo(Map<String, Object> data) {
    data.put("compressionCandidates", count());
    data.put("compressionSeconds", seconds());
    data.put("compressedMatrices", compressed());
    data.put("compressedFromBytes", plainBytes());
    data.put("compressedToBytes", packedBytes());
    List<Object> decisions = new ArrayList<>();
    for (Candidate candidate : candidates.values()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("variable", candidate.variable);
      fields.put("line", candidate.line);
      fields.put("workload", candidate.workload);
      fields.put("count", candidate.count);
      fields.put("compressed", candidate.compressed);
      fields.put("reason", candidate.last.reason());
      fields.put("predictedRatio", candidate.last.ratio());
      fields.put("ratio", candidate.ratio());
      fields.put("seconds", candidate.nanos / 1e9);
      decisions.add(fields);
    }
    data.put("compressions", decisions);
    data.put("unpackedBy", new LinkedHashMap<>(unpacked));
  }

  synchronized String text() {
    StringBuilder out = new StringBuilder();
    if (!candidates.isEmpty()) {
      out.append(
          String.format(
              Locale.ROOT,
              "  compressed: %d of %d matrices in %.3f s, %s to %s%n",
              compressed(),
              count(),
              seconds(),
              Bytes.text(plainBytes()),
              Bytes.text(packedBytes())));
      candidates.values().forEach(candidate -> line(candidate, out));
    }
    if (!unpacked.isEmpty()) {
      List<String> counts = new ArrayList<>();
      unpacked.forEach((operator, count) -> counts.add(operator + " " + count));
      out.append("  compressed matrices unpacked by: ")
          .append(String.join(", ", counts))
          .append('\n');
    }
    return out.toString();
  }

  private static void line(Candidate candidate, StringBuilder out) {
    out.append("    ").append(candidate.variable).append(" in line ").append(candidate.line);
    if (candidate.count > 1) {
      out.append(String.format(", %d of %d times", candidate.compressed, candidate.count));
    }
    Decision last = candidate.last;
    out.append(last.compress() ? ": " : ": not: ").append(last.reason());
    if (candidate.compressed > 0) {
      out.append(String.format(Locale.ROOT, "; ratio %.1f", candidate.ratio()));
    }
    if (last.ratio() > 0) {
      out.append(
          String.format(
              Locale.ROOT,
              candidate.compressed > 0 ? ", predicted %.1f" : "; predicted ratio %.1f",
              last.ratio()));
    }
    out.append(String.format(Locale.ROOT, "; %.3f s%n", candidate.nanos / 1e9));
  }
}
