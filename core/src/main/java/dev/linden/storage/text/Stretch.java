package dev.linden.storage.text;

import dev.linden.base.InputError;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Some bytes of a text file, with all lines that begin there. A compressed file can only be read
 * from its beginning, so it is one stretch.
 *
 * @param name of the file, for messages
 * @param file where every machine finds it
 * @param size bytes of the file
 * @param start of the text, where a compressed file is unpacked
 * @param end meaningless in a compressed file, which is read to its end
 * @param chunkBytes as many bytes of text are read at a time
 * @param headerOffset where a line of the text begins that holds no data, -1 if there is none
 */
public record Stretch(
    String name,
    String file,
    long size,
    boolean gzip,
    long start,
    long end,
    int chunkBytes,
    long headerOffset)
    implements Serializable {

  /** Those of all parts, of the first one from {@code firstOffset} on. */
  public static ArrayList<Stretch> all(
      Parts parts,
      FileStore store,
      int bytes,
      long firstOffset,
      ToLongFunction<Parts.Part> headerOffset) {
    ArrayList<Stretch> stretches = new ArrayList<>();
    long first = firstOffset;
    for (Parts.Part part : parts.list()) {
      String file = store.absolute(part.path());
      long header = headerOffset.applyAsLong(part);
      if (part.gzip()) {
        stretches.add(
            new Stretch(
                part.path(), file, part.size(), true, first, Long.MAX_VALUE, bytes, header));
      } else {
        for (long start = first; start < part.size(); start += bytes) {
          long end = Math.min(part.size(), start + bytes);
          stretches.add(
              new Stretch(part.path(), file, part.size(), false, start, end, bytes, header));
        }
      }
      first = 0;
    }
    return stretches;
  }

  private Parts.Part part() {
    return new Parts.Part(file, size, gzip);
  }

  public <T> ChunkResults<T> map(Function<Lines, T> task) {
    FileStore store = FileStores.of(file);
    ChunkSource source = new ChunkSource(store, Parts.of(store, part()), chunkBytes, start, end);
    return new ChunkResults<>(this, source, task);
  }

  InputError located(long chunkStart, BadLine bad) throws IOException {
    return Parts.located(FileStores.of(file), part(), name, chunkStart, bad);
  }
}
