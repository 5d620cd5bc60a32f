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
 * What became of the matrices that a plan would compress, by variable and line, which operators
 * have given compressed ones, and which have unpacked such, whoever compressed them.
 */
final class Compressions {
  private final Map<String, Candidate> candidates = new LinkedHashMap<>();
  private final Map<String, Made> made = new LinkedHashMap<>();
  private final Map<String, Unpacked> unpacked = new TreeMap<>();

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

  /** Compressed results of one operator at one place, whose operands were not compressed. */
  private static final class Made {
    private final String operator;
    private final int line;
    private long count;
    private long nanos;
    private double plainBytes;
    private double packedBytes;

    Made(String operator, int line) {
      this.operator = operator;
      this.line = line;
    }

    double ratio() {
      return plainBytes / packedBytes;
    }
  }

  synchronized void made(
      String operator, int line, double plainBytes, double packedBytes, long nanos) {
    Made result = made.computeIfAbsent(operator + " " + line, key -> new Made(operator, line));
    result.count++;
    result.nanos += nanos;
    result.plainBytes += plainBytes;
    result.packedBytes += packedBytes;
  }

  /** By one operator. */
  private static final class Unpacked {
    private long count;
    private long nanos;
    private double bytes;
  }

  synchronized void unpacked(String operator, double bytes, long nanos) {
    Unpacked all = unpacked.computeIfAbsent(operator, key -> new Unpacked());
    all.count++;
    all.bytes += bytes;
    all.nanos += nanos;
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
    List<Object> results = new ArrayList<>();
    for (Made result : made.values()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("operator", result.operator);
      fields.put("line", result.line);
      fields.put("count", result.count);
      fields.put("ratio", result.ratio());
      fields.put("seconds", result.nanos / 1e9);
      results.add(fields);
    }
    data.put("madeCompressed", results);
    Map<String, Object> counts = new LinkedHashMap<>();
    unpacked.forEach((operator, all) -> counts.put(operator, all.count));
    data.put("unpackedBy", counts);
    data.put("unpackedBytes", (long) unpacked.values().stream().mapToDouble(u -> u.bytes).sum());
    data.put("unpackedSeconds", unpacked.values().stream().mapToLong(u -> u.nanos).sum() / 1e9);
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
    for (Made result : made.values()) {
      out.append(
          String.format(
              Locale.ROOT,
              "  compressed by %s in line %d%s: ratio %.1f; %.3f s%n",
              result.operator,
              result.line,
              result.count > 1 ? ", " + result.count + " times" : "",
              result.ratio(),
              result.nanos / 1e9));
    }
    if (!unpacked.isEmpty()) {
      List<String> operators = new ArrayList<>();
      unpacked.forEach(
          (operator, all) ->
              operators.add(
                  String.format(
                      Locale.ROOT,
                      "%s %d (%s, %.3f s)",
                      operator,
                      all.count,
                      Bytes.text((long) all.bytes),
                      all.nanos / 1e9)));
      out.append("  compressed matrices unpacked by: ")
          .append(String.join(", ", operators))
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
