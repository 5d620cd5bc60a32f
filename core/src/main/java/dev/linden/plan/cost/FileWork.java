package dev.linden.plan.cost;

import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.op.Property;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A file that is read or written.
 *
 * @param text whether numbers are texts there
 */
record FileWork(double bytes, boolean text) {
  /** Bytes of a number as text for each of its bytes in memory: 15 digits, point, comma. */
  private static final double TEXT = 2.3;

  private static final List<String> TEXT_WORDS = List.of("csv", "text", "mm", "libsvm");

  /** Name and words of the call, and ending of the path; binary where neither says anything. */
  static FileWork of(Hop.Compute call) {
    boolean reads = call.op().has(Property.READS_FILE);
    Info matrix = reads ? call.info() : call.operands().get(0);
    boolean text = isText(call);
    double bytes = Work.bytes(matrix);
    return new FileWork(text ? TEXT * bytes : bytes, text);
  }

  private static boolean isText(Hop.Compute call) {
    List<String> words = new ArrayList<>(List.of(call.op().name()));
    for (Hop input : call.inputs()) {
      Scalar value = input == null || input.info() == null ? null : input.info().constant();
      if (value != null && value.type() == ValueType.STRING) {
        words.add(value.asText().toLowerCase(Locale.ROOT));
      }
    }
    return words.stream()
        .anyMatch(
            word -> TEXT_WORDS.stream().anyMatch(t -> word.equals(t) || word.endsWith("." + t)));
  }

  double seconds(double machines, double cores, Rates rates) {
    double perCore = text ? rates.text() : rates.serialization();
    return Math.max(bytes / (machines * rates.disk()), bytes / (cores * perCore));
  }
}
