package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Printed scripts mean what they meant: all that the repository has. */
class PrintedScriptsTest {
  private static final Syntax DML = Syntaxes.ALL.get(0);

  private record Script(String name, String text) {}

  /** Scripts of golden files, which are not all free of syntax errors, and of all folders. */
  private static List<Script> scripts() throws IOException {
    List<Script> scripts = new ArrayList<>();
    for (GoldenFile file : GoldenFolder.files()) {
      for (GoldenFile.Block block : file.blocks()) {
        scripts.add(new Script(GoldenFolder.name(file) + ":" + block.line(), block.script()));
      }
    }
    for (String folder : List.of("src/main/resources", "../examples", "../bench")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".dml")).toList()) {
          scripts.add(new Script(file.toString(), Files.readString(file)));
        }
      }
    }
    return scripts;
  }

  private static Ast.Script parse(String text, Syntax syntax) {
    return Syntaxes.parse(new Source("<script>", text, syntax.name()));
  }

  @TestFactory
  Stream<DynamicTest> dmlAsDml() throws IOException {
    return scripts().stream()
        .map(script -> DynamicTest.dynamicTest(script.name, () -> checkDml(script.text)));
  }

  private static void checkDml(String text) {
    Ast.Script tree;
    try {
      tree = parse(text, DML);
    } catch (ScriptError e) {
      return; // an example of such an error
    }
    String printed = ScriptPrinter.print(tree, DML);
    Ast.Script again = parse(printed, DML);
    assertEquals(AstText.of(tree), AstText.of(again), printed);
    assertEquals(printed, ScriptPrinter.print(again, DML), "printed twice");
    assertEquals(comments(text), comments(printed), printed);
  }

  private static final Pattern STRING_OR_COMMENT =
      Pattern.compile(
          "(?s)\"(\\\\.|[^\"\\\\])*\"|'(\\\\.|[^'\\\\])*'|#[^\r\n]*|/\\*.*?\\*/");

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
