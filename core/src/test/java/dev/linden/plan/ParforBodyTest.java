package dev.linden.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.op.Info;
import dev.linden.testkit.Hops;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How iterations write the variables that outlive a loop. */
class ParforBodyTest {
  private static String results(String body) {
    HopProgram program =
        Hops.sized(
            "parfor (i in 1:9, check=0) { " + body + " }\nprint(sum(A) + sum(B))",
            Map.of("A", Info.matrix(9, 9), "B", Info.matrix(9, 9)));
    HopBlock.For loop =
        program.main().stream()
            .filter(HopBlock.For.class::isInstance)
            .map(HopBlock.For.class::cast)
            .findFirst()
            .orElseThrow();
    ParforBody parfor = ParforBody.of(loop, new Slots(), Map.of());
    List<String> results =
        parfor.results().stream().map(r -> r.variable() + " " + r.kind()).toList();
    List<String> carried = parfor.carried().stream().map(ParforBody.Carried::variable).toList();
    return "results " + results + " carried " + carried;
  }

  @Test
  void partsOfAMatrix() {
    assertEquals("results [A CELLS] carried []", results("A[i,] = B[i,] + 1"));
    assertEquals("results [A CELLS] carried []", results("if (i > 3) { A[i,1] = i; A[i,2] = 1 }"));
  }

  @Test
  void sumsOverIterations() {
    assertEquals("results [A SUM] carried []", results("A = A + B * i"));
    assertEquals("results [A SUM] carried []", results("A = A - B * i"));
  }

  @Test
  void aSumThatIsLookedAtIsNone() {
    assertEquals("results [] carried [A]", results("print(sum(A)); A = A + B * i"));
    assertEquals("results [] carried [A]", results("A = B - A"));
    assertEquals("results [] carried [A]", results("A = A + B * i; print(sum(A))"));
    assertEquals("results [] carried [A]", results("C = A + B; A = C + B; print(sum(C))"));
    assertEquals("results [A SUM] carried []", results("C = A + B; A = C + B; print(sum(B))"));
  }

  @Test
  void whatIsReplacedAsAWhole() {
    assertEquals("results [] carried [A]", results("A = B * i"));
    assertEquals("results [] carried []", results("C = B * i; print(sum(C))"));
  }
}
