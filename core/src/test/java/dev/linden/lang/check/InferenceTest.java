package dev.linden.lang.check;

import static dev.linden.lang.check.Scripts.check;
import static dev.linden.lang.check.Scripts.factsWhere;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.lang.Block;
import dev.linden.lang.Program;
import dev.linden.op.DataType;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InferenceTest {
  /** Ends the block before it, so that facts are recorded there. */
  private static final String PROBE = "\nif (exists(\"nosuch\")) { probe = 1 }";

  private static Map<String, Info> after(String script) {
    return factsWhere(check(script + PROBE), "probe");
  }

  private static String shape(Info info) {
    return info.size().shape();
  }

  @Test
  void sizesAndConstantsOfStraightLineCode() {
    Map<String, Info> facts =
        after(
            "n = 3; m = n + 1; A = matrix(0, n, m); B = t(A) %*% A; k = ncol(B); s = sum(B); u = \"a\" + k");
    assertEquals("3x4", shape(facts.get("A")));
    assertEquals("4x4", shape(facts.get("B")));
    assertEquals(Scalar.of(4), facts.get("k").constant());
    assertEquals(Scalar.of("a4"), facts.get("u").constant());
    assertNull(facts.get("s").constant());
    assertEquals(ValueType.DOUBLE, facts.get("s").value());
  }

  @Test
  void branchesAreJoined() {
    Map<String, Info> facts =
        after(
            "c = sum(matrix(1,2,2)) > 3; y = 7; z = 1\n"
                + "if (c) { A = matrix(0,3,4); y = 7; z = 2; w = 1 } else { A = matrix(1,5,4) }");
    assertEquals("?x4", shape(facts.get("A")));
    assertEquals(Scalar.of(7), facts.get("y").constant());
    assertNull(facts.get("z").constant());
    assertEquals(ValueType.INT, facts.get("w").value()); // if it has a value at all
  }

  @Test
  void aConstantConditionDecides() {
    Map<String, Info> facts = after("if (1 < 2) { A = matrix(0,3,4) } else { A = matrix(1,5,4) }");
    assertEquals("3x4", shape(facts.get("A")));
  }

  @Test
  void loopsKeepWhatHoldsBeforeEveryIteration() {
    Program program =
        check(
            "A = matrix(0,3,4); B = matrix(0,1,4); n = 5; i = 0\n"
                + "while (i < n) { B = rbind(B, A[1,]); A = A * 2; inBody = 1; i = i + 1 }");
    Map<String, Info> facts = factsWhere(program, "inBody");
    assertEquals("3x4", shape(facts.get("A")));
    assertEquals("?x4", shape(facts.get("B")));
    assertEquals(Scalar.of(5), facts.get("n").constant());
    assertNull(facts.get("i").constant());
    assertEquals(ValueType.INT, facts.get("inBody").value());
    Block loop = program.main().get(1);
    assertEquals("?x4", shape(program.facts().get(loop).get("B")));
  }

  @Test
  void knowledgeLostInALaterIterationIsLostInTheLoop() {
    Map<String, Info> facts =
        factsWhere(
            check(
                "A = matrix(0,2,2); B = matrix(0,3,3); C = matrix(0,4,4)\n"
                    + "for (i in 1:9) { x = 1; A = B; B = C; C = matrix(0,5,5) }"),
            "x");
    assertEquals("?x?", shape(facts.get("A")));
    assertEquals("?x?", shape(facts.get("B")));
    assertEquals("?x?", shape(facts.get("C")));
  }

  @Test
  void valueTypesMayChangeInLoops() {
    Map<String, Info> facts = after("x = 1; k = 0; for (i in 1:2) { x = x + 0.5; k = k + 1 }");
    assertEquals(DataType.SCALAR, facts.get("x").data());
    assertEquals(ValueType.INT, facts.get("k").value());
    assertEquals(ValueType.INT, facts.get("i").value());
    assertNull(facts.get("i").constant());
  }

  @Test
  void theLoopVariableIsAnIntInTheBody() {
    Map<String, Info> facts =
        factsWhere(check("i = matrix(1,2,2); for (i in 1.5:3.5) { x = i }; y = i + 1"), "x");
    assertEquals(Info.scalar(ValueType.INT), facts.get("i"));
  }

  @Test
  void variablesOfAParforBodyAreUnknownAfterIt() {
    String problem = Scripts.problem("parfor (i in 1:3) { x = i }\nprint(x)");
    assertTrue(
        problem.startsWith("2:7 variable x is used before it has a value (variables first"),
        problem);
  }

  @Test
  void functionsKnowTheirDeclaredTypes() {
    Program program =
        check(
            "f = function(matrix[double] X, int k, list[unknown] L) return (double r) {"
                + " r = sum(X) + k; if (k > 0) { r = r + length(L) } }\n"
                + "y = f(matrix(1,2,2), 3, list(1))\nif (y > 0) { z = y }");
    Block.If branch = (Block.If) program.functions().get("f").body().get(1);
    Map<String, Info> facts = program.facts().get(branch);
    assertEquals(Info.matrix(), facts.get("X"));
    assertEquals(Info.scalar(ValueType.INT), facts.get("k"));
    assertEquals(Info.list(), facts.get("L"));
    assertEquals(Info.scalar(ValueType.DOUBLE), factsWhere(program, "z").get("y"));
  }

  @Test
  void everyBlockHasFactsAndLiveness() {
    Program program =
        check(
            "x = 1; if (x > 2) { for (i in 1:3) { while (x < 9) { x = x + 1 } } } else { y = 2 }\n"
                + "parfor (k in 1:2) { z = k }");
    assertEquals(program.facts().keySet(), program.liveness().keySet());
    assertEquals(8, program.facts().size());
  }

  @Test
  void blocksAreSplitAtExists() {
    Program program = check("x = 1; y = 2; b = exists(\"x\"); z = 3");
    assertEquals(2, program.main().size());
    assertEquals(2, ((Block.Basic) program.main().get(1)).statements().size());
  }
}
