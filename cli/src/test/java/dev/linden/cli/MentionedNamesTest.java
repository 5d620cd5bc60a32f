package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.lang.Syntaxes;
import dev.linden.op.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Options and functions that the texts of the program mention exist. */
class MentionedNamesTest {
  private static final List<Path> SOURCES =
      List.of(Path.of("src/main/java"), Path.of("../core/src/main/java"));
  private static final Pattern COMMENT =
      Pattern.compile("/\\*.*?\\*/|//[^\\n\"]*\\n", Pattern.DOTALL);
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
  private static final Pattern OPTION = Pattern.compile("(?:^|[\\s(])(--?[a-z][a-z-]+)");
  private static final Pattern CALL = Pattern.compile("([A-Za-z][\\w.]*)\\(");

  /** An option of Java itself, in the advice of {@code linden doctor}. */
  private static final Set<String> OTHER_OPTIONS = Set.of("--add-modules");

  /** Words of the language that are no functions, placeholders, and notation of documentation. */
  private static final Set<String> OTHER_CALLS =
      Set.of("ifdef", "source", "function", "f", "name", "ns.name", "z_");

  @Test
  void options() throws IOException {
    Set<String> mentioned = new TreeSet<>(mentioned(OPTION).keySet());
    assertTrue(mentioned.containsAll(Set.of("--mem", "-args", "--help")), mentioned.toString());
    mentioned.removeAll(Option.allNames());
    mentioned.removeAll(OTHER_OPTIONS);
    assertEquals(Set.of(), mentioned);
  }

  @Test
  void functions() throws IOException {
    TreeMap<String, Path> mentioned = mentioned(CALL);
    assertTrue(mentioned.keySet().containsAll(Set.of("as.scalar", "toString")));
    mentioned.keySet().removeIf(name -> Catalogue.find(name) != null || OTHER_CALLS.contains(name));
    Set<String> spellings = new TreeSet<>();
    Syntaxes.ALL.forEach(syntax -> spellings.addAll(syntax.spellings(Catalogue.names())));
    mentioned.keySet().removeIf(name -> spellings.contains(name.replaceFirst("^X\\.", "")));
    mentioned.values().removeIf(file -> file.endsWith("Json.java"));
    mentioned.values().removeIf(file -> file.endsWith("JavaMap.java")); // writes Java
    mentioned
        .values()
        .removeIf(file -> file.getParent().endsWith("fuse/program")); // parts of names
    mentioned.values().removeIf(file -> file.getParent().endsWith("print")); // writes scripts
    assertEquals(Set.of(), mentioned.keySet());
  }

  /** What the pattern finds in string literals, with a file where it stands. */
  private static TreeMap<String, Path> mentioned(Pattern pattern) throws IOException {
    TreeMap<String, Path> found = new TreeMap<>();
    for (Path folder : SOURCES) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          String code = COMMENT.matcher(Files.readString(file)).replaceAll("\n");
          code = code.replace("'\"'", "' '"); // begins no literal
          Matcher literal = LITERAL.matcher(code);
          while (literal.find()) {
            Matcher word = pattern.matcher(literal.group(1));
            while (word.find()) {
              found.put(word.group(1), file);
            }
          }
        }
      }
    }
    return found;
  }
}
