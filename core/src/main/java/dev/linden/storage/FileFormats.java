package dev.linden.storage;

import static java.util.stream.Collectors.joining;

import dev.linden.base.InputError;
import dev.linden.storage.format.FileFormat;
import dev.linden.storage.format.FileFormat.Likeness;
import dev.linden.storage.format.binary.BinaryFormat;
import dev.linden.storage.format.cells.CellsFormat;
import dev.linden.storage.format.csv.CsvFormat;
import dev.linden.storage.format.libsvm.LibsvmFormat;
import dev.linden.storage.format.matrixmarket.MatrixMarketFormat;
import dev.linden.storage.store.FileStores;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The list of file formats, and how one is found. */
final class FileFormats {
  /** The first one is meant where nothing speaks for another. */
  static final List<FileFormat> ALL =
      List.of(
          new CellsFormat(),
          new CsvFormat(),
          new MatrixMarketFormat(),
          new LibsvmFormat(),
          new BinaryFormat());

  /** Words of other systems. */
  private static final Set<String> LATER =
      Set.of("hdf5", "cog", "proto", "parquet", "delta", "federated", "jsonl", "arrow");

  private FileFormats() {}

  /** The format of a word in a call or in metadata. */
  static FileFormat of(String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    for (FileFormat format : ALL) {
      if (format.word().equals(wanted) || format.aliases().contains(wanted)) {
        return format;
      }
    }
    if (LATER.contains(wanted)) {
      throw new InputError("format \"" + wanted + "\" is not supported yet");
    }
    int last = ALL.size() - 1;
    String words = ALL.subList(0, last).stream().map(FileFormat::word).collect(joining(", "));
    throw new InputError(
        "unknown format \"" + text + "\": expected " + words + " or " + ALL.get(last).word());
  }

  /** The format in which a file of this name is written when nobody says it. */
  static FileFormat ofName(String path) {
    return ALL.stream().filter(f -> isNamed(path, f)).findFirst().orElse(ALL.get(0));
  }

  private static boolean isNamed(String path, FileFormat format) {
    String name = FileStores.name(path).toLowerCase(Locale.ROOT);
    return format.endings().contains(name.substring(name.lastIndexOf('.') + 1));
  }

  /** The format of a file that has this name and begins with these lines: what is most likely. */
  static FileFormat guess(String path, List<byte[]> head) {
    FileFormat best = ALL.get(0);
    Likeness most = Likeness.NONE;
    for (FileFormat format : ALL) {
      Likeness likeness = format.looksLike(head, isNamed(path, format));
      if (likeness.compareTo(most) > 0) {
        best = format;
        most = likeness;
      }
    }
    return best;
  }
}
