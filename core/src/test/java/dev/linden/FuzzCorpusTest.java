package dev.linden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.linden.frame.transform.SpecFuzz;
import dev.linden.lang.parse.ParserFuzz;
import dev.linden.storage.ReaderFuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the fuzzing targets on their corpora, the inputs that fuzzing has found worth keeping: a
 * folder each below {@code fuzz}. CONTRIBUTING.md tells how to fuzz.
 */
class FuzzCorpusTest {
  private static final Path CORPORA = Path.of("src/test/resources/fuzz");

  private static final Map<String, Consumer<byte[]>> TARGETS =
      new TreeMap<>(
          Map.of(
              "parser", ParserFuzz::fuzzerTestOneInput,
              "spec", SpecFuzz::fuzzerTestOneInput,
              "csv", ReaderFuzz.Csv::fuzzerTestOneInput,
              "guessed", ReaderFuzz.Guessed::fuzzerTestOneInput,
              "text", ReaderFuzz.TextCells::fuzzerTestOneInput,
              "mm", ReaderFuzz.MatrixMarketFile::fuzzerTestOneInput,
              "libsvm", ReaderFuzz.Libsvm::fuzzerTestOneInput,
              "binary", ReaderFuzz.Binary::fuzzerTestOneInput,
              "frames", ReaderFuzz.Frames::fuzzerTestOneInput,
              "metadata", ReaderFuzz.MetadataFile::fuzzerTestOneInput));

  @Test
  void everyTargetHasACorpus() throws IOException {
    assertEquals(TARGETS.keySet(), new TreeSet<>(names(CORPORA)));
  }

  @TestFactory
  Stream<DynamicTest> corpora() {
    return TARGETS.entrySet().stream()
        .map(
            target ->
                DynamicTest.dynamicTest(
                    target.getKey(), () -> run(target.getValue(), target.getKey())));
  }

  private static void run(Consumer<byte[]> target, String folder) throws IOException {
    Path corpus = CORPORA.resolve(folder);
    List<String> inputs = names(corpus);
    assertFalse(inputs.isEmpty());
    for (String input : inputs) {
      try {
        target.accept(Files.readAllBytes(corpus.resolve(input)));
      } catch (RuntimeException | Error e) {
        throw new AssertionError(folder + "/" + input, e);
      }
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }
}
