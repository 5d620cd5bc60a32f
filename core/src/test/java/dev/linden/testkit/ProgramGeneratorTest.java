package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.testkit.OracleArithmetic.Perturbation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProgramGeneratorTest {
  private static final int PROGRAMS = 1_500;

  @Test
  void theSameSeedGivesTheSameProgram() {
    for (long seed = 0; seed < 50; seed++) {
      assertEquals(
          ProgramGenerator.generate(seed).toString(), ProgramGenerator.generate(seed).toString());
    }
  }

  @Test
  void programsParseAndRunInTheOracle() {
    List<String> invalid = new ArrayList<>();
    int judged = 0;
    for (long seed = 0; seed < PROGRAMS; seed++) {
      RandomProgram program = ProgramGenerator.generate(seed);
      try {
        Ast.Script script = Syntaxes.parse(new Source("<script>", program.text()));
        Oracle.Result plain = Oracle.run(script, Map.of(), program.grids());
        Oracle.Result perturbed = Oracle.run(script, Map.of(), program.grids(), Perturbation.THERE);
        boolean stable =
            Agreement.judge(plain.output(), List.of(perturbed.output()), plain.output(), 1)
                == Agreement.Verdict.AGREES;
        judged += stable && plain.doubts().isEmpty() ? 1 : 0;
      } catch (ScriptError e) {
        invalid.add("seed " + seed + ": " + e.render());
      } catch (OracleError | OracleError.Unsupported e) {
        invalid.add("seed " + seed + ": " + e.getMessage());
      }
    }
    assertTrue(1000 * invalid.size() <= PROGRAMS, () -> String.join("\n", invalid));
    int share = 100 * judged / PROGRAMS;
    assertTrue(share >= 70, () -> "only " + share + " % of the programs can be judged");
  }

  @Test
  void reportsCanBeKeptAsGoldenFiles() {
    RandomProgram program = ProgramGenerator.generate(3);
    GoldenFile.Block block = GoldenFile.of(program.toString()).blocks().get(0);
    assertEquals(program.text(), block.script());
    assertEquals(program.matrices().keySet(), block.inputs().keySet());
    program
        .matrices()
        .forEach(
            (name, matrix) -> {
              assertEquals(OracleRunner.grid(matrix), OracleRunner.grid(block.inputs().get(name)));
              assertEquals(matrix.isSparse(), block.inputs().get(name).isSparse());
            });
  }

  /** A generator that rots into few shapes would make a quiet test. */
  @Test
  void allConstructsOccur() {
    Set<String> missing = new HashSet<>();
    Stream.of(
            "if (",
            "else",
            "for (",
            "while (",
            "%*%",
            "t(",
            "cbind(",
            "rbind(",
            "order(",
            "table(",
            "removeEmpty(",
            "ifelse(",
            "+=",
            "] = ",
            "function(",
            "cumsum(",
            "%%",
            "%/%",
            "as.scalar",
            "NaN",
            "Infinity",
            "-0.0",
            " sparse ",
            " mcsr ",
            " coo ",
            "density=",
            "list(",
            "remove(",
            "append(",
            "parfor (",
            "exists(",
            "read(",
            "write(",
            "pass(",
            "generic(",
            "seq(3, 1, 1)",
            "%*% matrix(1, 1,",
            "matrix(0, ",
            " 0x",
            "toString(")
        .forEach(missing::add);
    for (long seed = 0; seed < 300; seed++) {
      String text = ProgramGenerator.generate(seed).toString();
      missing.removeIf(text::contains);
    }
    assertEquals(Set.of(), missing);
  }
}
