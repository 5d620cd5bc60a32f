package dev.linden.lang.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.op.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The calls of bench/parity, which are compared with those of SystemDS, cover every function; and
 * docs/systemds.md names every function of which they say that it differs on purpose.
 */
class ParityCasesTest {
  private static final Path HOME = Path.of("..");
  private static final Path CASES = HOME.resolve("bench/parity");
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
  void everyDifferenceIsDocumented() throws IOException {
    String page = Files.readString(PAGE, UTF_8);
    TreeSet<String> missing =
        cases()
            .filter(found -> found.group(2).startsWith("~ ") || found.group(2).contains("\n~ "))
            .map(found -> found.group(1))
            .filter(function -> !Pattern.compile(mention(function)).matcher(page).find())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(), missing, "differ by design, but are not in docs/systemds.md");
  }

  /** The function, or a call of it, as code in a row of a table or in a list. */
  private static String mention(String function) {
    return "(?m)^(\\||- ).*`[^`]*(?<![\\w.])" + Pattern.quote(function) + "(?![\\w.])[^`]*`";
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
