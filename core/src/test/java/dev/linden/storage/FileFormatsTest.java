package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.storage.format.FileFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of formats, and that nobody but the list names one. */
class FileFormatsTest {
  private static final Pattern FOLDER_OF_FORMAT =
      Pattern.compile("dev\\.linden\\.storage\\.format\\.([a-z]+)\\.");

  private static List<byte[]> lines(String... lines) {
    return Stream.of(lines).map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static String guess(String path, String... lines) {
    return FileFormats.guess(path, lines(lines)).word();
  }

  @Test
  void wordsAliasesAndEndingsBelongToOneFormat() {
    List<String> words = new ArrayList<>();
    List<String> endings = new ArrayList<>();
    for (FileFormat format : FileFormats.ALL) {
      words.add(format.word());
      words.addAll(format.aliases());
      endings.addAll(format.endings());
      assertSame(format, FileFormats.of(" " + format.word().toUpperCase(Locale.ROOT)));
      format.endings().forEach(e -> assertSame(format, FileFormats.ofName("a/b.c." + e)));
    }
    assertEquals(words.stream().distinct().toList(), words);
    assertEquals(endings.stream().distinct().toList(), endings);
  }

  @Test
  void wordsThatAreNoFormat() {
    InputError unknown = assertThrows(InputError.class, () -> FileFormats.of("xls"));
    String expected = "unknown format \"xls\": expected text, csv, ";
    assertTrue(unknown.getMessage().startsWith(expected), unknown.getMessage());
    InputError later = assertThrows(InputError.class, () -> FileFormats.of("HDF5"));
    assertEquals("format \"hdf5\" is not supported yet", later.getMessage());
  }

  @Test
  void aMarkSaysMoreThanTheNameAndTheNameMoreThanTheLines() {
    assertEquals("mm", guess("a.csv", "%%MatrixMarket matrix coordinate real general"));
    assertEquals("csv", guess("a.csv", "1 2 3", "2 2 4"));
    assertEquals("libsvm", guess("a.libsvm", "1,2,3"));
    assertEquals("text", guess("a", "1 2 3", "2 2 4"));
    assertEquals("csv", guess("a", "1,2,3", "2,2,4"));
    // These bear a mark, so another format may be in a file of that name.
    assertEquals("csv", guess("a.mtx", "1,2,3", "2,2,4"));
    assertEquals("csv", guess("a.bin", "1,2,3", "2,2,4"));
    assertEquals("text", guess("a"));
    assertEquals("text", guess("a", "neither", "one, nor", "another"));
  }

  /** Copies travel to other machines. */
  @Test
  void formatsAreRecordsWithoutComponents() {
    for (FileFormat format : FileFormats.ALL) {
      assertTrue(format.getClass().isRecord(), format.word());
      assertEquals(0, format.getClass().getRecordComponents().length, format.word());
    }
  }

  /** In all modules: outside of its folder a format is known by the interface. */
  @Test
  void onlyTheListNamesFormats() throws IOException {
    List<String> found = new ArrayList<>();
    for (String module : List.of("core", "cli", "spark", "mlcontext", "bench")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          String name = file.toString().replace('\\', '/');
          boolean inFolder =
              name.contains("/storage/format/") && name.split("/format/")[1].contains("/");
          if (FOLDER_OF_FORMAT.matcher(Files.readString(file)).find() && !inFolder) {
            found.add(file.getFileName().toString());
          }
        }
      }
    }
    assertEquals(List.of("FileFormats.java"), found);
  }
}
