package dev.linden.storage.format.csv;

import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The line of names of a csv file: the first line of the first part, and that of other parts if it
 * is the same.
 */
final class CsvHeader {
  private static final long NONE = -1;

  private final List<String> names;
  private final Map<String, Long> offsets;

  private CsvHeader(List<String> names, Map<String, Long> offsets) {
    this.names = names;
    this.offsets = offsets;
  }

  static CsvHeader find(Parts parts, Dialect dialect) throws IOException {
    if (!dialect.header()) {
      return new CsvHeader(List.of(), Map.of());
    }
    List<byte[]> header = new ArrayList<>(1);
    Map<String, Long> offsets = new HashMap<>();
    for (Parts.Part part : parts.list()) {
      parts.visitLines(
          part,
          line -> {
            if (dialect.isBlank(line.bytes(), line.start(), line.end())) {
              return true;
            }
            if (header.isEmpty()) {
              header.add(line.copy());
            }
            if (Arrays.equals(header.get(0), line.copy())) {
              offsets.put(part.path(), line.offset());
            }
            return false;
          });
    }
    return new CsvHeader(header.isEmpty() ? List.of() : dialect.fields(header.get(0)), offsets);
  }

  /** Without surrounding blanks and quotes; empty when there is no such line. */
  List<String> names() {
    return names;
  }

  /** Where the line begins in this part, or -1 if it has none. */
  long offset(Parts.Part part) {
    return offsets.getOrDefault(part.path(), NONE);
  }
}
