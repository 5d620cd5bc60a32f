package dev.linden.lang.check;

import static dev.linden.lang.check.Scripts.blockOf;
import static dev.linden.lang.check.Scripts.check;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.lang.Block;
import dev.linden.lang.Program;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveVariablesTest {
  private static Set<String> in(Program program, Block block) {
    return program.liveness().get(block).in();
  }

  private static Set<String> out(Program program, Block block) {
    return program.liveness().get(block).out();
  }

  @Test
  void branches() {
    Program program =
        check(
            "a = 1; b = 2; c = sum(matrix(1,1,1)); if (c > 0) { x = a } else { x = 3; unused = b } print(x)");
    List<Block> main = program.main();
    assertEquals(Set.of(), in(program, main.get(0)));
    assertEquals(Set.of("a", "b", "c"), out(program, main.get(0)));
    assertEquals(Set.of("a"), in(program, blockOf(program, "x")));
    assertEquals(Set.of("b"), in(program, blockOf(program, "unused")));
    assertEquals(Set.of("x"), out(program, blockOf(program, "unused")));
    assertEquals(Set.of(), out(program, main.get(2)));
  }

  @Test
  void loopsCarryValues() {
    Program program =
        check("s = 0; i = 0; n = 9; d = 1; while (i < n) { t = s + 1; s = t; i = i + d } print(s)");
    Block body = blockOf(program, "t");
    assertEquals(Set.of("s", "i", "n", "d"), in(program, body));
    assertEquals(Set.of("s", "i", "n", "d"), out(program, body));
    assertEquals(Set.of("s", "i", "n", "d"), in(program, program.main().get(1)));
    assertEquals(Set.of("s"), out(program, program.main().get(1)));
  }

  @Test
  void boundsAreReadOnce() {
    Program program = check("n = 3; i = 7; for (i in 1:n) { x = i } print(i + x)");
    // The analysis does not count iterations, so that an earlier x counts as needed; an earlier i
    // is overwritten.
    assertEquals(Set.of("n", "x"), in(program, program.main().get(1)));
    assertEquals(Set.of("i"), in(program, blockOf(program, "x")));
    assertEquals(Set.of("i", "x"), out(program, blockOf(program, "x")));
  }

  @Test
  void leftIndexingReadsItsTarget() {
    Program program = check("A = matrix(0,3,1); for (i in 1:3) { A[i,1] = i }");
    assertEquals(Set.of("A", "i"), in(program, ((Block.For) program.main().get(1)).body().get(0)));
  }

  @Test
  void resultsOfFunctionsLiveAtTheEnd() {
    Program program =
        check("f = function(int x) return (int y, int z) { y = x; z = y; w = z }\n[a, b] = f(1)");
    Block body = program.functions().get("f").body().get(0);
    assertEquals(Set.of("y", "z"), out(program, body));
    assertEquals(Set.of("x"), in(program, body));
  }

  @Test
  void existsKeepsAVariable() {
    Program program = check("x = 1\nb = exists(\"x\")");
    assertEquals(Set.of("x"), out(program, program.main().get(0)));
  }
}
