package dev.linden.storage;

import dev.linden.base.InputError;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.function.ToLongFunction;

/**
 * Some bytes of a text file, with all lines that begin there.
 *
 * @param headerOffset where a line begins that holds no data, -1 if there is none
 */
public record Stretch(String file, long size, long start, long end, long headerOffset)
    implements Serializable {

  /** Those of all parts, of the first one from {@code firstOffset} on. */
  static ArrayList<Stretch> all(
      Parts parts,
      FileStore store,
      int bytes,
      long firstOffset,
      ToLongFunction<Parts.Part> headerOffset) {
    ArrayList<Stretch> stretches = new ArrayList<>();
    long first = firstOffset;
    for (Parts.Part part : parts.list()) {
      String file = store.absolute(part.path());
      for (long start = first; start < part.size(); start += bytes) {
        long end = Math.min(part.size(), start + bytes);
        stretches.add(new Stretch(file, part.size(), start, end, headerOffset.applyAsLong(part)));
      }
      first = 0;
    }
    return stretches;
  }

  Lines lines() throws IOException {
    Parts.Part part = new Parts.Part(file, size, false);
    return new Chunk.OfFile(FileStores.of(file), part, start, end).load();
  }

  /** Lines are counted from the beginning of the stretch: who reads it knows no others. */
  InputError located(String path, BadLine bad) {
    return new InputError(
        path
            + ": line "
            + bad.line()
            + " after byte "
            + start
            + ", field "
            + bad.field()
            + ": "
            + bad.getMessage());
  }
}
