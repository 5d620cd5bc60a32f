package dev.linden.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.plan.distribute.Method;
import dev.linden.spark.operator.Form;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every method of every operator that has several, and every form that it takes, is made to run,
 * and gives the local result. They are those of the code, so one without a script here fails.
 */
class FormCoverageTest {
  private static final Map<String, String> FUSED =
      Map.of("+fusion.policy", "all", "+fusion.smallest", "1", "+fusion.classes", "at-once");

  @TempDir Path folder;

  /**
   * @param script leaves its result in R
   * @param properties system properties, and settings that begin with a plus sign
   */
  private record Case(String script, Map<String, String> properties) {
    Case(String script) {
      this(script, Map.of());
    }
  }

  private static Case of(Method.Product method) {
    String selection = "R = removeEmpty(target=diag(v * (v > 0)), margin=\"rows\") %*% A";
    return switch (method) {
      case MAPMM_LEFT, MAPMM_RIGHT, CPMM, RMM ->
          new Case("R = A %*% C", Map.of("linden.spark.product", method.name()));
      case MAPMMCHAIN -> new Case("R = t(N) %*% (v * (N %*% y))");
      case TSMM -> new Case("R = t(N) %*% N");
      case ZIPMM -> new Case("R = t(N) %*% A[,1:90]", Scripts.NO_BROADCASTS);
      case PMM -> new Case(selection);
      case PMM_JOIN -> new Case(selection, Scripts.NO_BROADCASTS);
      case TWO_PRODUCTS -> new Case("R = t(A) %*% (v * (A %*% x))");
    };
  }

  /** By the counter. */
  private static Map<String, Case> methods() {
    Map<String, Case> cases = new LinkedHashMap<>();
    for (Method.Product method : Method.Product.values()) {
      cases.put(method.counter(), of(method));
    }
    String outer = "R = X * sigmoid(U %*% t(V))";
    cases.put(new Method.Factors(true, true).counter(), new Case(outer));
    cases.put(new Method.Factors(false, false).counter(), new Case(outer, Scripts.NO_BROADCASTS));
    String marked = "R = removeEmpty(target=A, margin=\"rows\", select=(v > 0))";
    cases.put(Method.Marks.EVERYWHERE.counter(), new Case(marked));
    cases.put(Method.Marks.JOINED.counter(), new Case(marked, Scripts.NO_BROADCASTS));
    cases.put(new Method.Cascade(0, false).counter(), new Case("R = cumsum(A[1:90,])"));
    cases.put(new Method.Cascade(1, true).counter(), new Case("R = cumsum(A)"));
    return cases;
  }

  /** A chain whose inner vector meets X too. */
  @Test
  void noVectorOfAChainGoesToAllExecutors() {
    check(
        Method.Product.TWO_PRODUCTS.counter(),
        new Case("R = t(A) %*% (v * (A %*% x))", Scripts.NO_BROADCASTS));
    check(
        Method.Product.TWO_PRODUCTS.counter(),
        new Case("R = t(N) %*% ((N %*% y) - v)", Scripts.NO_BROADCASTS));
  }

  /** Each partition adds up its part of the matrix. */
  @Test
  void productsComeWithOtherResultsOfThePass() {
    Map<String, String> here = new LinkedHashMap<>(FUSED);
    here.put("+exec", "hybrid");
    here.put("+memory", "150k");
    here.put("+memory.budget", "100m");
    check(
        Form.FUSED_TOGETHER.label(),
        new Case(
            "P = exp(N %*% U[1:80,]); R = rbind(matrix(t(N) %*% P, 400, 1), as.matrix(sum(P)))",
            here));
  }

  private Case of(Form form) {
    return switch (form) {
      case CUMULATIVE_COPARTITIONED ->
          new Case(
              "B = A * 2; for (i in 1:2) { B = B + A; }; R = cumsum(B)", Scripts.NO_BROADCASTS);
      case CUMULATIVE_REPARTITIONED ->
          new Case("R = cumsum(rbind(matrix(1, 200, 130), A))", Scripts.NO_BROADCASTS);
      case OPERAND_BROADCAST -> new Case("R = A * v");
      case OPERAND_REPLICATED -> new Case("R = A * v", Scripts.NO_BROADCASTS);
      case OPERAND_REPARTITIONED ->
          new Case("R = A + rbind(A[1:100,], A[1:150,])", Scripts.NO_BROADCASTS);
      case OPERAND_COPARTITIONED ->
          new Case("B = rev(A); C2 = rev(A + 1); R = B * C2", Scripts.NO_BROADCASTS);
      case FUSED_CELLS -> new Case("R = exp(A) * 2 + A / (abs(A) + 1)", FUSED);
      case FUSED_AGGREGATES -> new Case("R = as.matrix(sum(A * exp(A) + 1))", FUSED);
      case FUSED_TOGETHER -> {
        Map<String, String> here = new LinkedHashMap<>(FUSED);
        here.put("+exec", "hybrid");
        here.put("+memory", "150k");
        here.put("+memory.budget", "100m");
        yield new Case(
            "P = exp(N %*% U[1:80,]); R = rbind(rowIndexMin(P), as.matrix(sum(P)))", here);
      }
      case FUSED_PRODUCT -> new Case("R = t(N) %*% (1 / (1 + exp(N %*% y)))", FUSED);
      case COMPRESSED -> {
        String loop = "D = round(A); R = x; for (i in 1:3) { R = t(D) %*% (D %*% R) }";
        yield new Case(loop, Map.of("+compression", "always"));
      }
      case NOT_COMPRESSED ->
          new Case(
              "R = x; for (i in 1:3) { R = t(A) %*% (A %*% R) }", Map.of("+compression", "always"));
      case READ_ROWS -> read("csv", "");
      case READ_CELLS -> read("text", "");
      case READ_BLOCKS -> read("binary", ", rows_in_block=100, cols_in_block=100");
      case READ_BLOCKS_CUT_ANEW -> read("binary", "");
      case WRITE_PARTS ->
          new Case(
              "D = rand(rows=730, cols=210, seed=1); write(D, \""
                  + folder.resolve("parts.csv")
                  + "\", format=\"csv\"); R = as.matrix(sum(D))",
              Map.of("+memory.budget", "1m"));
    };
  }

  /** Written on the driver, whoever reads it. */
  private Case read(String format, String options) {
    String file = folder.resolve("x." + format + options.length()).toString();
    Scripts.Outcome written =
        run(
            "write(A, \"" + file + "\", format=\"" + format + "\"" + options + "); R = A",
            Map.of("+exec", "local"));
    assertTrue(written.counters().isEmpty());
    return new Case("R = read(\"" + file + "\")");
  }

  private static Map<String, Matrix> values() {
    Map<String, Matrix> values = new LinkedHashMap<>();
    values.put("A", random(250, 130, 1, 1));
    values.put("C", random(130, 120, 1, 2));
    values.put("N", random(250, 80, 1, 3));
    values.put("v", random(250, 1, 1, 4));
    values.put("x", random(130, 1, 1, 5));
    values.put("y", random(80, 1, 1, 6));
    values.put("X", random(250, 230, 0.03, 7));
    values.put("U", random(250, 5, 1, 8));
    values.put("V", random(230, 5, 1, 9));
    return values;
  }

  private static Matrix random(int rows, int cols, double density, long seed) {
    return Generate.uniform(rows, cols, -1, 1, density, seed, Workers.serial());
  }

  private static Scripts.Outcome run(String script, Map<String, String> properties) {
    return Scripts.run(script, values(), List.of("R"), properties);
  }

  @TestFactory
  List<DynamicTest> everyMethodGivesTheLocalResult() {
    List<DynamicTest> tests = new ArrayList<>();
    methods()
        .forEach(
            (counter, example) ->
                tests.add(DynamicTest.dynamicTest(counter, () -> check(counter, example))));
    return tests;
  }

  @TestFactory
  List<DynamicTest> everyFormGivesTheLocalResult() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Form form : Form.values()) {
      tests.add(DynamicTest.dynamicTest(form.label(), () -> check(form.label(), of(form))));
    }
    return tests;
  }

  private static void check(String counter, Case example) {
    Scripts.Outcome local = run(example.script(), Map.of("+exec", "local"));
    Scripts.Outcome spark = run(example.script(), example.properties());
    spark.assertLike(local, Map.of());
    assertTrue(
        spark.counters().containsKey(counter),
        () -> "did not run in this form: " + spark.counters());
  }
}
