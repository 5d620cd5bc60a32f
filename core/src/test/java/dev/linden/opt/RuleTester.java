package dev.linden.opt;

import static dev.linden.testkit.RandomTests.SEED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.hop.Dag;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Size;
import dev.linden.opt.rule.Rules;
import dev.linden.plan.Explain;
import dev.linden.plan.physical.PhysicalRule;
import dev.linden.testkit.Agreement;
import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.Hops;
import dev.linden.testkit.RandomMatrices;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Tests of one rule, with both sides in DML:
 *
 * <pre>
 * rule(new TraceOfProduct()).given("A", 4, 7).given("B", 7, 4)
 *     .on("s = trace(A %*% B)").becomes("s = sum(A * t(B))").withSameResult();
 * </pre>
 *
 * Operators that only plans have can't be written in DML; there the name stands for the other side:
 *
 * <pre>
 * rule(new SumOfSquares()).given("X", 5, 3).on("s = sum(X^2)").becomes("sum(X^2)").withSameResult();
 * </pre>
 */
final class RuleTester {

  /** More terms than any sum of these tests has. */
  private static final long TERMS = 1000;

  /** Larger cells would make sums depend on the order of their terms beyond rounding. */
  private static final double LARGEST = 1e100;

  /** Rewrites and generated operators would leave nothing to do for some physical ones. */
  private static final Map<String, String> PHYSICAL =
      Map.of("opt.rewrites", "false", "fusion.policy", "off");

  private final String name;

  /** The rule of a physical operator; null for a rewrite. */
  private final PhysicalRule physical;

  private final Map<String, Info> inputs = new LinkedHashMap<>();
  private String script;

  private RuleTester(String name, PhysicalRule physical) {
    this.name = name;
    this.physical = physical;
  }

  static RuleTester rule(PhysicalRule rule) {
    return new RuleTester(rule.name(), rule);
  }

  static RuleTester rule(Rule rule) {
    return new RuleTester(rule.name(), null);
  }

  /** A pass that is no rule. */
  static RuleTester pass(String name) {
    return new RuleTester(name, null);
  }

  /** A matrix that exists before the script, of a size that the compiler knows. */
  RuleTester given(String variable, long rows, long cols) {
    inputs.put(variable, Info.matrix(rows, cols));
    return this;
  }

  /** A matrix of which the compiler knows the number of non-zeros too. */
  RuleTester given(String variable, long rows, long cols, long nnz) {
    inputs.put(variable, Info.matrix(Size.of(rows, cols, nnz)));
    return this;
  }

  /** A matrix of unknown size. */
  RuleTester given(String variable) {
    inputs.put(variable, Info.matrix());
    return this;
  }

  RuleTester on(String dml) {
    script = dml;
    return this;
  }

  /**
   * The rule alone makes the DAG that the other script has without rules, or puts the operator of
   * this name into the plan.
   */
  RuleTester becomes(String other) {
    if (physical != null) {
      assertTrue(plan().contains(" = " + other + " "), name + " does not fire on " + script);
      return this;
    }
    RewriteReport report = new RewriteReport();
    String actual = explain(script, name::equals, report);
    assertTrue(report.counts().containsKey(name), name + " does not fire on " + script);
    assertEquals(explain(other, rule -> false, new RewriteReport()), actual, name);
    return this;
  }

  void doesNotFire() {
    if (physical != null) {
      String plan = plan();
      for (Op op : physical.operators()) {
        assertFalse(plan.contains(" = " + op.name() + " "), name + " fires on " + script);
      }
      return;
    }
    RewriteReport report = new RewriteReport();
    explain(script, name::equals, report);
    assertFalse(report.counts().containsKey(name), name + " fires on " + script);
  }

  // ---- results

  /**
   * The script gives the same values with this rule alone and without any, for dense, sparse and
   * empty inputs, with NaN, infinities and negative zeros among the cells; for dense inputs zeros
   * have the same sign, too.
   */
  void withSameResult() {
    compare(true, true);
  }

  /** For rules that say that a zero may change its sign. */
  void withSameResultButSignsOfZeros() {
    compare(true, false);
  }

  /** For rules that say what they do to NaN or infinities: compares for numbers only. */
  void withSameNumbers() {
    compare(false, false);
  }

  private void compare(boolean specials, boolean signsOfZeros) {
    RandomMatrices random = new RandomMatrices(SEED);
    for (RandomMatrices.Form form : RandomMatrices.Form.values()) {
      // What a sparse block does not store has no sign.
      boolean signs = signsOfZeros && form == RandomMatrices.Form.DENSE;
      compare(form, matrices(size -> random.dense(rows(size), cols(size), 1)), signs);
      compare(form, matrices(size -> random.dense(rows(size), cols(size), 0.3)), signs);
      compare(form, matrices(size -> random.dense(rows(size), cols(size), 0)), signs);
      for (int i = 0; i < 5 && specials; i++) {
        compare(form, matrices(size -> withSpecials(random, size)), signs);
      }
    }
  }

  private static int rows(Size size) {
    return (int) size.rows();
  }

  private static int cols(Size size) {
    return (int) size.cols();
  }

  private static Dense withSpecials(RandomMatrices random, Size size) {
    Dense matrix = random.withSpecials(rows(size), cols(size), 0.8);
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.cols(); j++) {
        double cell = matrix.get(i, j);
        if (Math.abs(cell) > LARGEST && !Double.isInfinite(cell)) {
          matrix.set(i, j, 2);
        }
      }
    }
    return matrix;
  }

  private Map<String, Dense> matrices(java.util.function.Function<Size, Dense> source) {
    Map<String, Dense> matrices = new LinkedHashMap<>();
    inputs.forEach((variable, info) -> matrices.put(variable, source.apply(info.size())));
    return matrices;
  }

  private void compare(RandomMatrices.Form form, Map<String, Dense> cells, boolean signsOfZeros) {
    Map<String, Matrix> values = new LinkedHashMap<>();
    cells.forEach((variable, matrix) -> values.put(variable, form.of(matrix)));
    String printing = script + "\n" + prints(signsOfZeros);
    String expected = run(printing, settings(false), values);
    String actual = run(printing, settings(true), values);
    assertEquals(
        Agreement.Verdict.AGREES,
        Agreement.judge(expected, List.of(expected), actual, TERMS),
        () ->
            name
                + " changes the result of "
                + script
                + " for "
                + values
                + " (seed "
                + SEED
                + ") from\n"
                + expected
                + "to\n"
                + actual);
  }

  /** Of a run with this rule alone, or without any. */
  private Map<String, String> settings(boolean applied) {
    if (physical == null) {
      return applied ? Map.of("opt.rules.only", name) : Map.of("opt.rewrites", "false");
    }
    Map<String, String> settings = new LinkedHashMap<>(PHYSICAL);
    settings.put("operators.off", applied ? "" : "all");
    return settings;
  }

  private String plan() {
    Map<String, Matrix> values = new LinkedHashMap<>();
    matrices(size -> new RandomMatrices(SEED).dense(rows(size), cols(size), 1))
        .forEach(values::put);
    RunConfig config = new RunConfig("rule", settings(true), Path.of(""));
    return new EngineRunner()
        .explain("runtime", script + "\n" + prints(false), Map.of(), config, values);
  }

  private static String run(String dml, Map<String, String> settings, Map<String, Matrix> values) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.put("seed", "7");
    RunConfig config = new RunConfig("rule", all, Path.of(""));
    RunResult result = new EngineRunner().run(dml, Map.of(), config, values);
    assertNull(result.error(), () -> dml + "\n" + result.error());
    return result.stdout();
  }

  /** Statements that print every variable of the script cell by cell. */
  private String prints(boolean signsOfZeros) {
    StringBuilder dml = new StringBuilder();
    variables(script).forEach((variable, info) -> dml.append(print(variable, info, signsOfZeros)));
    return dml.toString();
  }

  /** A block that reads every variable of the script; without a reader there is nothing to do. */
  private String keepingAlive(String dml) {
    StringBuilder reads = new StringBuilder("while (time() < 0) {\n");
    variables(dml).keySet().forEach(v -> reads.append("print(toString(").append(v).append("))\n"));
    return reads.append("}").toString();
  }

  private Map<String, Info> variables(String dml) {
    Map<String, Info> variables = new LinkedHashMap<>();
    for (HopBlock block : Hops.asWritten(dml, inputs).main()) {
      if (block instanceof HopBlock.Straight straight) {
        for (Dag.Root root : straight.dag().roots()) {
          if (root instanceof Dag.Bind bind) {
            variables.put(bind.variable(), bind.hop().info());
          }
        }
      }
    }
    return variables;
  }

  private static String print(String variable, Info info, boolean signsOfZeros) {
    String cell = info.isMatrix() ? "as.scalar(" + variable + "[row,col])" : variable;
    String printCell = "print(" + cell + ")\n";
    boolean number = info.isMatrix() || !info.value().word().equals("boolean");
    if (signsOfZeros && number) {
      printCell += "if (" + cell + " == 0) print(1 / " + cell + ")\n";
    }
    return info.isMatrix()
        ? "print(nrow(V) + \"x\" + ncol(V))\n".replace("V", variable)
            + "for (row in 1:nrow(V)) { for (col in 1:ncol(V)) {\n".replace("V", variable)
            + printCell
            + "} }\n"
        : printCell;
  }

  // ---- DAGs

  private String explain(String dml, Predicate<String> isOn, RewriteReport report) {
    HopProgram hops = Hops.asWritten(dml + "\n" + keepingAlive(dml), inputs);
    String text = Explain.hops(Optimizer.optimize(hops, null, Rules.ALL.where(isOn), report), null);
    // What is known about the variables afterwards does not matter.
    return text.substring(0, text.lastIndexOf("  WHILE"));
  }
}
