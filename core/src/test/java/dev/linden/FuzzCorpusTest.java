package dev.linden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.frame.transform.SpecFuzz;
import dev.linden.lang.parse.ParserFuzz;
import dev.linden.lang.pydml.PydmlFuzz;
import dev.linden.storage.ReaderFuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the fuzzing targets on their corpora, the inputs that fuzzing has found worth keeping: a zip
 * file each, since there are thousands of them, of a few bytes. CONTRIBUTING.md tells how to fuzz.
 */
class FuzzCorpusTest {
  private static final Path CORPORA = Path.of("src/test/resources/fuzz");
  private static final String SUFFIX = ".zip";

  private static final Map<String, Consumer<byte[]>> TARGETS =
      new TreeMap<>(
          Map.ofEntries(
              entry("parser", ParserFuzz::fuzzerTestOneInput),
              entry("pydml", PydmlFuzz::fuzzerTestOneInput),
              entry("spec", SpecFuzz::fuzzerTestOneInput),
              entry("csv", ReaderFuzz.Csv::fuzzerTestOneInput),
              entry("guessed", ReaderFuzz.Guessed::fuzzerTestOneInput),
              entry("text", ReaderFuzz.TextCells::fuzzerTestOneInput),
              entry("mm", ReaderFuzz.MatrixMarketFile::fuzzerTestOneInput),
              entry("libsvm", ReaderFuzz.Libsvm::fuzzerTestOneInput),
              entry("binary", ReaderFuzz.Binary::fuzzerTestOneInput),
              entry("frames", ReaderFuzz.Frames::fuzzerTestOneInput),
              entry("metadata", ReaderFuzz.MetadataFile::fuzzerTestOneInput)));

  private static Map.Entry<String, Consumer<byte[]>> entry(String name, Consumer<byte[]> target) {
    return Map.entry(name, target);
  }

  @Test
  void everyTargetHasACorpus() throws IOException {
    try (Stream<Path> files = Files.list(CORPORA)) {
      List<String> names =
          files.map(file -> file.getFileName().toString().replace(SUFFIX, "")).sorted().toList();
      assertEquals(List.copyOf(TARGETS.keySet()), names);
    }
  }

  @TestFactory
  Stream<DynamicTest> corpora() {
    return TARGETS.entrySet().stream()
        .map(
            target ->
                DynamicTest.dynamicTest(
                    target.getKey(), () -> run(target.getValue(), target.getKey())));
  }

  private static void run(Consumer<byte[]> target, String name) throws IOException {
    try (ZipFile corpus = new ZipFile(CORPORA.resolve(name + SUFFIX).toFile())) {
      assertTrue(corpus.size() > 0);
      for (ZipEntry entry : Collections.list(corpus.entries())) {
        try {
          target.accept(corpus.getInputStream(entry).readAllBytes());
        } catch (RuntimeException | Error e) {
          throw new AssertionError(name + ": " + entry.getName(), e);
        }
      }
    }
  }
}
