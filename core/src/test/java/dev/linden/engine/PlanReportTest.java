package dev.linden.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.op.Size;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What plan pages show: all stages of a compilation, and what happened in a run. */
@SuppressWarnings("unchecked")
class PlanReportTest {
  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  private static void with(String script, boolean recording, Consumer<CompiledScript> check) {
    Engine.Builder builder =
        Engine.builder()
            .recording(recording)
            .output(NOWHERE)
            .set("threads", "2")
            .set("memory", "2g")
            .set("fusion.smallest", "1")
            .set("recompile", "eager");
    try (Engine engine = builder.build()) {
      check.accept(engine.compile(new Source("s.dml", script), Map.of()));
    }
  }

  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  private static List<Map<String, Object>> list(Object value) {
    return (List<Map<String, Object>>) value;
  }

  private static List<Map<String, Object>> operators(Map<String, Object> report, String stage) {
    List<Map<String, Object>> all = new ArrayList<>();
    collect(list(map(map(report.get("stages")).get(stage)).get("main")), all);
    return all;
  }

  private static void collect(List<Map<String, Object>> blocks, List<Map<String, Object>> all) {
    for (Map<String, Object> block : blocks) {
      all.addAll(list(block.get("operators")));
      for (String inside : List.of("body", "then", "else")) {
        collect(list(block.getOrDefault(inside, List.of())), all);
      }
    }
  }

  private static Map<String, Object> operator(Map<String, Object> report, String stage, String op) {
    return operators(report, stage).stream()
        .filter(o -> o.get("operator").equals(op))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, Object> measured(Map<String, Object> report, String operator) {
    return list(map(report.get("measured")).get("operators")).stream()
        .filter(o -> ((String) o.get("operator")).startsWith(operator))
        .findFirst()
        .orElseThrow();
  }

  /** Source, line, column, last line, last column. */
  private static List<Object> place(Map<String, Object> report, Map<String, Object> what) {
    List<Object> place =
        new ArrayList<>(((List<List<Object>>) report.get("places")).get((int) what.get("site")));
    place.set(0, ((List<?>) report.get("files")).get((int) place.get(0)));
    return place;
  }

  @Test
  void aRewriteTellsWhatItMadeOfWhat() {
    with(
        "X = rand(rows=20, cols=5)\ns = sum(\n  t(X))\nprint(s)",
        true,
        script -> {
          Map<String, Object> report = script.report();
          Map<String, Object> firing =
              list(report.get("firings")).stream()
                  .filter(f -> f.get("rule").equals("AggregateOfTranspose"))
                  .findFirst()
                  .orElseThrow();
          assertEquals(2, firing.get("line"));
          assertEquals(3, firing.get("endLine"));
          assertTrue(((String) firing.get("before")).startsWith("sum(t(rand(20, 5"), "" + firing);
          assertTrue(((String) firing.get("after")).startsWith("sum(rand(20, 5"), "" + firing);
          List<Object> sum = place(report, operator(report, "rewritten", "sum"));
          assertEquals(List.of("s.dml", 2, 5), sum.subList(0, 3));
        });
  }

  @Test
  void fusionTellsTheCostsItWeighed() {
    with(
        "X = rand(rows=1000, cols=50)\nprint(sum(X * X + abs(X)))",
        false,
        script -> {
          Map<String, Object> fusion = list(script.report().get("fusion")).get(0);
          Map<String, Object> costs = list(fusion.get("costs")).get(0);
          double chosen = (double) costs.get("chosen");
          assertTrue(chosen > 0 && chosen < (double) costs.get("unfused"), costs.toString());
          assertTrue(chosen <= (double) costs.get("fusedMost"), costs.toString());
          assertTrue(chosen <= (double) costs.get("commonMaterialized"), costs.toString());
          assertEquals(1, ((List<?>) fusion.get("fused")).size());
        });
  }

  @Test
  void aRunTellsTimeAndResultOfEachOperatorAtItsPlace() {
    with(
        """
        X = rand(rows=300, cols=200, sparsity=0.05, seed=7)
        f = function(matrix[double] A) return (matrix[double] B) {
          for (i in 1:2) { B = A + i }
        }
        for (k in 1:3) {
          Y = f(X)
        }
        print(sum(Y))
        """,
        true,
        script -> {
          assertFalse(script.report().containsKey("measured"), "it has not run");
          script.run();
          Map<String, Object> report = script.report();
          Map<String, Object> rand = measured(report, "rand");
          assertEquals(1L, rand.get("count"));
          assertEquals(300L, rand.get("rows"));
          assertEquals("sparse", rand.get("form"));
          long nnz = (long) rand.get("nnz");
          assertTrue(nnz > 2000 && nnz < 4000, rand.toString());
          assertTrue((long) map(rand.get("estimate")).get("nnz") >= nnz, rand.toString());
          assertEquals(operator(report, "selected", "rand").get("site"), rand.get("site"));
          Map<String, Object> plus = measured(report, "+");
          assertEquals(6L, plus.get("count"));
          assertEquals("dense", plus.get("form"));
          assertEquals(60000L, plus.get("nnz"));
          assertEquals(3, place(report, plus).get(1));
          double own =
              list(map(report.get("measured")).get("operators")).stream()
                  .mapToDouble(o -> (double) o.get("seconds"))
                  .sum();
          assertTrue(
              own <= (double) map(report.get("measured")).get("seconds"), "own times add up");
        });
  }

  @Test
  void aCallOfAFunctionTakesTheTimeOfWhatItCalls() {
    with(
        """
        f = function(matrix[double] A, int n) return (double s) {
          if (n > 0) { s = f(A, n - 1) + sum(A %*% t(A)) } else { s = 0 }
        }
        print(f(rand(rows=60, cols=60), 3))
        """,
        true,
        script -> {
          script.run();
          Map<String, Object> report = script.report();
          List<Map<String, Object>> calls =
              list(map(report.get("measured")).get("operators")).stream()
                  .filter(o -> o.get("operator").equals("call f"))
                  .toList();
          Map<String, Object> outer =
              calls.stream().filter(c -> place(report, c).get(1).equals(4)).findFirst().get();
          assertEquals(1L, outer.get("count"));
          assertTrue((double) outer.get("total") > (double) outer.get("seconds"));
          assertFalse(outer.containsKey("exec"));
        });
  }

  @Test
  void functionsCalledByNameAreLookedInto() {
    with(
        """
        f = function(matrix[double] A) return (double s) { s = sum(A %*% t(A)) }
        name = "f"
        if (sum(rand(rows=1, cols=1)) < 0) { name = "g" }
        print(as.scalar(eval(name, list(rand(rows=60, cols=60)))))
        """,
        true,
        script -> {
          script.run();
          Map<String, Object> report = script.report();
          Map<String, Object> eval = measured(report, "eval");
          assertTrue((double) eval.get("total") > (double) eval.get("seconds"));
          assertTrue(
              list(map(report.get("measured")).get("operators")).stream()
                  .anyMatch(o -> place(report, o).get(1).equals(1)),
              "operators of f, which are in line 1");
        });
  }

  @Test
  void whatIsCompiledAgainIsShownAsItRan() {
    with(
        """
        X = rand(rows=200, cols=30, seed=1)
        Z = removeEmpty(target=X, margin="rows", select=rowSums(X) > 15)
        if (nrow(Z) > 0) { print(sum(Z * 2 + Z)) }
        """,
        true,
        script -> {
          script.run();
          Map<String, Object> measured = map(script.report().get("measured"));
          Map<String, Object> again =
              list(measured.get("recompilations")).stream()
                  .filter(r -> r.get("place").equals("BLOCK (line 3)"))
                  .findFirst()
                  .orElseThrow();
          assertEquals("s.dml", again.get("source"));
          assertTrue(((String) again.get("found")).matches("Z \\d+x30.*"), again.toString());
          Map<String, Object> dags = map(measured.get("recompiledBlocks"));
          List<Map<String, Object>> operators =
              list(map(dags.get(again.get("block").toString())).get("operators"));
          Set<Object> ran =
              list(measured.get("operators")).stream()
                  .map(o -> o.get("site"))
                  .collect(Collectors.toSet());
          assertTrue(operators.stream().anyMatch(o -> ran.contains(o.get("site"))));
        });
  }

  @Test
  void workersOfLoopsHaveLinesOfTheirOwn() {
    with(
        """
        X = rand(rows=100, cols=40, seed=3)
        R = matrix(0, 12, 1)
        parfor (i in 1:12, par=2, opt="constrained", mode="local") {
          R[i, 1] = sum(X %*% t(X)) * i
        }
        print(sum(R))
        """,
        true,
        script -> {
          script.run();
          script.run(); // the first time, workers are worth it only for more work
          Map<String, Object> measured = map(script.report().get("measured"));
          Map<String, Object> loop = list(measured.get("loops")).get(0);
          assertEquals("parfor i (line 3)", loop.get("title"));
          assertEquals(2, loop.get("workers"));
          assertEquals(12L * (long) loop.get("executions"), loop.get("iterations"));
          List<String> lanes = (List<String>) measured.get("lanes");
          assertEquals("main", lanes.get(0));
          assertTrue(lanes.contains("worker 1"), lanes.toString());
          List<List<Number>> bars = (List<List<Number>>) loop.get("bars");
          assertTrue(bars.stream().allMatch(b -> b.get(0).intValue() > 0), "no task in main");
        });
  }

  /** What is kept does not grow with the run. */
  @Test
  void longRunsAreKeptInShort() {
    with(
        "s = 0\nwhile (s < 20000) { s = s + 1 }\nprint(s)",
        true,
        script -> {
          script.run();
          Map<String, Object> measured = map(script.report().get("measured"));
          assertTrue(((List<?>) measured.get("bars")).size() <= 1500);
          assertEquals(20000L, measured(script.report(), "+").get("count"));
        });
  }

  @Test
  void nothingIsKeptUnlessAskedFor() {
    with(
        "X = rand(rows=20, cols=5)\nprint(sum(t(X)))",
        false,
        script -> {
          script.run();
          Map<String, Object> report = script.report();
          assertFalse(report.containsKey("measured"));
          assertEquals(List.of(), report.get("firings"));
          assertEquals(1, map(report.get("rewrites")).get("AggregateOfTranspose"));
        });
  }

  @Test
  void aFailedRunIsRecordedUpToItsError() {
    with(
        "X = rand(rows=20, cols=5)\nprint(sum(X))\nstop(\"no\")",
        true,
        script -> {
          assertThrows(ScriptError.class, script::run);
          assertEquals(1L, measured(script.report(), "sum").get("count"));
        });
  }

  @Test
  void plansForWhatIsNotThere() {
    with(
        "X = rand(rows=1000, cols=10)\nw = rand(rows=10, cols=1)\nprint(sum(abs(X %*% w)))",
        false,
        script -> {
          List<Map<String, Object>> inputs = list(script.report().get("inputs"));
          assertEquals(List.of("X", "w"), inputs.stream().map(i -> i.get("name")).toList());
          WhatIf large = new WhatIf(Map.of("X", Size.of(1_000_000_000, 10)), null, null);
          Map<String, Object> report = script.report(large);
          assertTrue(
              operators(report, "rewritten").stream().anyMatch(o -> "SPARK".equals(o.get("exec"))));
          assertEquals(1_000_000_000L, operator(report, "rewritten", "%*%").get("rows"));
          WhatIf roomy = new WhatIf(large.sizes(), 1L << 40, new WhatIf.Executors(4, 8, 1L << 34));
          report = script.report(roomy);
          assertTrue(
              operators(report, "rewritten").stream()
                  .noneMatch(o -> "SPARK".equals(o.get("exec"))));
          assertEquals(4, map(map(report.get("machine")).get("cluster")).get("executors"));
          assertEquals(1000L, operator(script.report(), "rewritten", "%*%").get("rows"));
        });
  }

  @Test
  void whatCanNotBeIsSaid() {
    with(
        "X = rand(rows=1000, cols=10)\nw = rand(rows=10, cols=1)\nprint(sum(X %*% w))",
        false,
        script -> {
          WhatIf wrong = new WhatIf(Map.of("X", Size.of(10, 7)), null, null);
          ScriptError error = assertThrows(ScriptError.class, () -> script.report(wrong));
          assertTrue(error.render().contains("s.dml:3"), error.render());
          WhatIf unknown = new WhatIf(Map.of("nosuch", Size.of(10, 7)), null, null);
          Map<String, Object> report = script.report(new WhatIf(Map.of(), null, null));
          assertEquals(1000L, operator(report, "rewritten", "%*%").get("rows"));
          assertThrows(InputError.class, () -> script.report(unknown));
        });
  }
}
