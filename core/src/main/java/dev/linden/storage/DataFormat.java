package dev.linden.storage;

import dev.linden.base.InputError;
import java.util.Locale;
import java.util.Set;

/** How a matrix is laid out in a file. */
enum DataFormat {
  TEXT("text"),
  CSV("csv"),
  MATRIX_MARKET("mm"),
  LIBSVM("libsvm"),
  BINARY("binary");

  private static final Set<String> LATER =
      Set.of("hdf5", "cog", "proto", "parquet", "delta", "federated", "jsonl", "arrow");

  private final String word;

  DataFormat(String word) {
    this.word = word;
  }

  /** As scripts and metadata write it. */
  String word() {
    return word;
  }

  /** The format that the ending of a file name stands for, null if it stands for none. */
  static DataFormat ofEnding(String path) {
    String name = FileStores.name(path).toLowerCase(Locale.ROOT);
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "csv", "tsv" -> CSV;
      case "mtx", "mm" -> MATRIX_MARKET;
      case "libsvm", "svmlight" -> LIBSVM;
      case "bin", "binary" -> BINARY;
      case "ijv" -> TEXT;
      default -> null;
    };
  }

  /** Whether the ending says that fields are separated by tabs. */
  static boolean isTabbed(String path) {
    return path.toLowerCase(Locale.ROOT).endsWith(".tsv");
  }

  static DataFormat of(String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    if (LATER.contains(wanted)) {
      throw new InputError("format \"" + wanted + "\" is not supported yet");
    }
    return switch (wanted) {
      case "text", "ijv", "textcell" -> TEXT;
      case "csv" -> CSV;
      case "mm", "matrixmarket" -> MATRIX_MARKET;
      case "libsvm" -> LIBSVM;
      case "binary" -> BINARY;
      default ->
          throw new InputError(
              "unknown format \"" + text + "\": expected text, csv, mm, libsvm or binary");
    };
  }
}
