package dev.linden.parfor.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.op.Info;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plan trees of loops. */
class PlanTreeTest {
  private static final Map<String, Info> X = Map.of("X", Info.matrix(10, 10));

  private static List<String> labels(PlanNode tree) {
    List<String> labels = new ArrayList<>();
    tree.forEach(node -> labels.add(node.label()));
    return labels;
  }

  @Test
  void controlFlowAboveOperations() {
    PlanNode.Loop tree =
        Trees.of(
            """
            R = matrix(0, 9, 1)
            parfor (i in 1:9) {
              s = i
              if (s > 3) { s = sum(X) }
              for (j in 1:s) { s = s + sum(X[j,]) }
              R[i,1] = s
            }
            print(sum(R))
            """,
            X);
    assertEquals(9, tree.iterations());
    assertEquals(
        List.of(
            "PARFOR i (line 2)",
            "IF (line 4)",
            "BLOCK (line 4)",
            "sum",
            "FOR j (line 5)",
            "BLOCK (line 5)",
            "[]",
            "sum",
            "BLOCK (line 6)",
            "[]<-"),
        labels(tree));
  }

  @Test
  void functionsThatCallThemselvesAreKnown() {
    PlanNode.Loop tree =
        Trees.of(
            """
            f = function(matrix[double] A, int n) return (double s) {
              s = 0
              if (n > 0) { s = g(A, n - 1) }
            }
            g = function(matrix[double] A, int n) return (double s) {
              s = sum(A)
              if (n > 0) { s = s + f(A, n - 1) }
            }
            h = function(matrix[double] A) return (double s) {
              s = sum(A^2) + sum(A^3) + sum(A^4) + sum(A^5) + sum(A^6) + sum(A^7) + sum(A^8)
            }
            R = matrix(0, 9, 1)
            parfor (i in 1:9) { R[i,1] = f(X, i) + h(X * i) + h(X + i) }
            print(sum(R))
            """,
            X);
    List<PlanNode.Call> calls = new ArrayList<>();
    tree.forEach(
        node -> {
          if (node instanceof PlanNode.Call call) {
            calls.add(call);
          }
        });
    List<String> shown = calls.stream().map(PlanNode.Call::label).toList();
    assertEquals(
        List.of("FUNCTION f", "FUNCTION g", "FUNCTION f (recursive)", "FUNCTION h", "FUNCTION h"),
        shown);
    assertTrue(calls.get(0).recursive());
    assertTrue(calls.get(2).recursive());
    assertFalse(calls.get(3).recursive());
  }
}
