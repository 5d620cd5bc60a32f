package dev.linden.lang.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.op.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The calls of bench/parity, which are compared with those of SystemDS, cover every function and
 * module; and docs/systemds.md names every function of which they say that it differs on purpose.
 */
class ParityCasesTest {
  private static final Path HOME = Path.of("..");
  private static final Path CASES = HOME.resolve("bench/parity");
  private static final Path MODULES = Path.of("src/main/resources/modules");
  private static final Path PAGE = HOME.resolve("docs/systemds.md");

  /** A case: its function, then its lines up to the next one. */
  private static final Pattern CASE = Pattern.compile("(?m)^== (\\S+).*\n((?:(?!== ).*\n)*)");

  @Test
  void everyFunctionHasACase() throws IOException {
    TreeSet<String> missing = new TreeSet<>(Library.names());
    Catalogue.names().stream()
        .filter(name -> Character.isLetter(name.charAt(0)) && name.indexOf(' ') < 0)
        .forEach(missing::add);
    cases().forEach(found -> missing.remove(found.group(1)));
    assertEquals(new TreeSet<>(), missing, "functions without a case in bench/parity");
  }

  @Test
  void everyModuleHasACase() throws IOException {
    TreeSet<String> missing = new TreeSet<>();
    try (Stream<Path> files = Files.walk(MODULES)) {
      files
          .map(file -> MODULES.relativize(file).toString().replace('\\', '/'))
          .filter(name -> name.endsWith(".dml"))
          .forEach(name -> missing.add(name.substring(0, name.length() - ".dml".length())));
    }
    assertTrue(missing.contains("nn/layers/affine"), "modules are found");
    cases().forEach(found -> missing.remove(found.group(1)));
    assertEquals(new TreeSet<>(), missing, "modules without a case in bench/parity");
  }

  /**
   * The page has a line on the function that speaks of the difference: it shares a word with the
   * reason, unless that is only that one of the systems has no such function, or fails.
   */
  @Test
  void everyDifferenceIsDocumented() throws IOException {
    List<String> lines =
        Files.readAllLines(PAGE, UTF_8).stream()
            .filter(line -> line.startsWith("| ") || line.startsWith("- "))
            .toList();
    List<String> missing =
        cases()
            .flatMap(found -> reasons(found).map(reason -> new Difference(found.group(1), reason)))
            .filter(difference -> lines.stream().noneMatch(difference::isIn))
            .map(Difference::toString)
            .toList();
    assertEquals(List.of(), missing, "differ by design, but no line of docs/systemds.md says so");
  }

  private static Stream<String> reasons(MatchResult found) {
    return found
        .group(2)
        .lines()
        .filter(line -> line.startsWith("~ "))
        .map(line -> line.substring(2));
  }

  private record Difference(String function, String reason) {
    /** Words of most reasons, which tell nothing. */
    private static final Set<String> COMMON =
        Set.of(
            "the",
            "and",
            "not",
            "are",
            "for",
            "has",
            "its",
            "reference",
            "systemds",
            "fails",
            "ours",
            "only",
            "there",
            "with",
            "that",
            "than",
            "this",
            "which",
            "from",
            "does",
            "gives",
            "given",
            "their",
            "other");

    boolean isIn(String line) {
      Set<String> told = words(line);
      Set<String> wanted = words(reason);
      wanted.remove(stem(function.toLowerCase(Locale.ROOT)));
      return Pattern.compile(mention(function)).matcher(line).find()
          && (wanted.isEmpty() || wanted.stream().anyMatch(told::contains));
    }

    private static Set<String> words(String text) {
      return Pattern.compile("[^a-z]+")
          .splitAsStream(text.toLowerCase(Locale.ROOT))
          .filter(word -> word.length() > 2 && !COMMON.contains(word))
          .map(Difference::stem)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    /** So that "row" and "rows", "rank" and "ranks" are the same. */
    private static String stem(String word) {
      return word.substring(0, Math.min(word.length(), 4));
    }
  }

  /** The function, or a call of it, as code. */
  private static String mention(String function) {
    return "`[^`]*(?<![\\w.])" + Pattern.quote(function) + "(?![\\w.])[^`]*`";
  }

  private static Stream<MatchResult> cases() throws IOException {
    try (Stream<Path> files = Files.list(CASES)) {
      List<Path> texts = files.filter(file -> file.toString().endsWith(".txt")).toList();
      StringBuilder all = new StringBuilder();
      for (Path text : texts) {
        all.append(Files.readString(text, UTF_8)).append('\n');
      }
      return CASE.matcher(all).results().toList().stream();
    }
  }
}
