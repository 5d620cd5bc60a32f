package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.engine.Engine;
import dev.linden.engine.View;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Syntax;
import dev.linden.lang.print.ScriptPrinter;
import dev.linden.op.Info;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs have the same trees and the same plans in all syntaxes. {@code
 * -Dlinden.translations} says how many.
 */
@Tag("random")
class RandomTranslationTest {
  @TempDir Path directory;

  @Test
  void syntaxesHaveTheSamePlans() {
    int programs = RandomTests.rounds("linden.translations", 200, 2_000);
    int planned = 0;
    Engine.Builder builder =
        Engine.builder()
            .directory(directory)
            .output(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try (Linden linden = Linden.of(builder)) {
      for (int i = 0; i < programs; i++) {
        RandomProgram program = ProgramGenerator.generate(RandomTests.SEED + i);
        planned += check(program, linden.engine()) ? 1 : 0;
      }
    }
    int least = programs / 2;
    assertTrue(planned >= least, planned + " of " + programs + " programs had plans");
    System.err.println(planned + " of " + programs + " programs have equal plans, the others none");
  }

  /** Whether there was a plan; otherwise all syntaxes were refused. */
  private static boolean check(RandomProgram program, Engine engine) {
    Syntax dml = Syntaxes.ALL.get(0);
    Ast.Script tree = parse(program.text(), dml);
    String plans = plans(tree, program, engine);
    for (Syntax syntax : Syntaxes.ALL) {
      String printed = ScriptPrinter.print(tree, syntax);
      String message = "seed " + program.seed() + ":\n" + printed;
      Ast.Script again = parse(printed, syntax);
      assertEquals(AstText.of(tree), AstText.of(again), message);
      if (syntax != dml) {
        assertEquals(plans, plans(again, program, engine), message);
        String back = ScriptPrinter.print(again, dml);
        assertEquals(AstText.of(tree), AstText.of(parse(back, dml)), message);
      }
    }
    return plans != null;
  }

  private static Ast.Script parse(String text, Syntax syntax) {
    return Syntaxes.parse(new Source("<script>", text, syntax.name()));
  }

  /** Without the lines of the source; null if the script is refused. */
  private static String plans(Ast.Script script, RandomProgram program, Engine engine) {
    Map<String, Info> inputs = new LinkedHashMap<>();
    program
        .grids()
        .forEach((name, grid) -> inputs.put(name, Info.matrix(grid.rows(), grid.cols())));
    try {
      Compiled compiled = engine.compile(script, Map.of(), inputs);
      String plans = compiled.explain(View.HOPS) + compiled.explain(View.RUNTIME);
      return plans.replaceAll("\\(lines? [^)]*\\)", "");
    } catch (ScriptError e) {
      return null;
    }
  }
}
