package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Syntax;
import dev.linden.lang.print.ScriptPrinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Printed scripts mean what they meant: all that the repository has. */
class PrintedScriptsTest {
  private static final Syntax DML = Syntaxes.ALL.get(0);
  private static final Syntax PYDML = Syntaxes.ALL.get(1);

  /**
   * What has no form in the other syntax: errors of DML, and examples of what PyDML can do more.
   */
  private static final Set<String> REFUSED =
      Set.of(
          "a negative position",
          "the name 'TRUE', which is a word of DML",
          "the built-in function t beside a function of the script");

  /** Of golden files whose scripts run. */
  private static final Set<String> FOLDERS =
      Boolean.getBoolean("linden.thorough") ? Set.of("language", "library") : Set.of("language");

  @TempDir Path temporary;

  private record Script(String name, String text, Syntax syntax) {}

  /** Scripts of golden files, which are not all free of syntax errors, and of all folders. */
  private static List<Script> scripts() throws IOException {
    List<Script> scripts = new ArrayList<>();
    for (GoldenFile file : GoldenFolder.files()) {
      for (GoldenFile.Block block : file.blocks()) {
        String name = GoldenFolder.name(file) + ":" + block.line();
        Syntax syntax = PYDML.name().equals(block.syntax()) ? PYDML : DML;
        scripts.add(new Script(name, block.script(), syntax));
      }
    }
    for (String folder : List.of("src/main/resources", "../examples", "../bench")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        for (Path file : files.toList()) {
          for (Syntax syntax : Syntaxes.ALL) {
            if (file.toString().endsWith(syntax.ending())) {
              scripts.add(new Script(file.toString(), Files.readString(file), syntax));
            }
          }
        }
      }
    }
    return scripts;
  }

  private static Ast.Script parse(String text, Syntax syntax) {
    return Syntaxes.parse(new Source("<script>", text, syntax.name()));
  }

  @TestFactory
  Stream<DynamicTest> sameTrees() throws IOException {
    return scripts().stream()
        .map(script -> DynamicTest.dynamicTest(script.name, () -> check(script)));
  }

  private static void check(Script script) {
    Ast.Script tree;
    try {
      tree = parse(script.text, script.syntax);
    } catch (ScriptError e) {
      return; // an example of such an error
    }
    String again = printed(tree, script.syntax);
    assertEquals(comments(script.text), comments(again), again);
    Syntax other = script.syntax == DML ? PYDML : DML;
    String translated;
    try {
      translated = printed(tree, other);
    } catch (ScriptError e) {
      assertTrue(REFUSED.stream().anyMatch(e.getMessage()::contains), e::render);
      assertTrue(script.name.matches("(errors|pydml)/.*"), e::render);
      return;
    }
    String back = printed(parse(translated, other), script.syntax);
    assertEquals(comments(translated), comments(back), back);
    assertEquals(AstText.of(tree), AstText.of(parse(back, script.syntax)), back);
  }

  /** The tree as text that parses to the same tree, and is printed again as it is. */
  private static String printed(Ast.Script tree, Syntax syntax) {
    String printed = ScriptPrinter.print(tree, syntax);
    Ast.Script again = parse(printed, syntax);
    assertEquals(AstText.of(tree), AstText.of(again), printed);
    assertEquals(printed, ScriptPrinter.print(again, syntax));
    return printed;
  }

  /** What scripts print does not depend on their syntax; library/ takes longer. */
  @TestFactory
  Stream<DynamicTest> answersInPydml() throws IOException {
    GoldenRunner runner = new GoldenRunner(new EngineRunner(), temporary);
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFolder.files()) {
      String name = GoldenFolder.name(file);
      if (!FOLDERS.contains(name.substring(0, name.indexOf('/')))) {
        continue;
      }
      for (GoldenFile.Block block : file.blocks()) {
        if (block.kind() == GoldenFile.Kind.RUN) {
          tests.add(
              DynamicTest.dynamicTest(
                  name + ":" + block.line(),
                  () -> {
                    String pydml = ScriptPrinter.print(parse(block.script(), DML), PYDML);
                    runner.check(block.translated(pydml, PYDML.name()), RunConfig.DEFAULT);
                  }));
        }
      }
    }
    return tests.stream();
  }

  private static final Pattern STRING_OR_COMMENT =
      Pattern.compile("(?s)\"(\\\\.|[^\"\\\\])*\"|'(\\\\.|[^'\\\\])*'|#[^\r\n]*|/\\*.*?\\*/");

  /** All comments, sorted and without the blanks of lines. */
  private static List<String> comments(String text) {
    return STRING_OR_COMMENT
        .matcher(text)
        .results()
        .map(found -> found.group().replaceAll("\\s+", " ").strip())
        .filter(found -> found.startsWith("#") || found.startsWith("/*"))
        .sorted()
        .toList();
  }
}
