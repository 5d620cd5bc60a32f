package dev.linden.opt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Source;
import dev.linden.hop.HopBuilder;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Program;
import dev.linden.lang.check.Checker;
import dev.linden.lang.parse.DmlParser;
import dev.linden.op.Info;
import dev.linden.op.Size;
import dev.linden.plan.Explain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tests of one rule, with both sides in DML:
 *
 * <pre>
 * rule(new TraceOfProduct()).given("A", 4, 7).given("B", 7, 4)
 *     .on("s = trace(A %*% B)").becomes("s = sum(A * t(B))");
 * </pre>
 */
final class RuleTester {
  private final Rule rule;
  private final Map<String, Info> inputs = new LinkedHashMap<>();
  private String script;

  private RuleTester(Rule rule) {
    this.rule = rule;
  }

  static RuleTester rule(Rule rule) {
    return new RuleTester(rule);
  }

  /** A matrix that exists before the script, of a size that the compiler knows. */
  RuleTester given(String name, long rows, long cols) {
    inputs.put(name, Info.matrix(rows, cols));
    return this;
  }

  /** A matrix of which the compiler knows the number of non-zeros too. */
  RuleTester given(String name, long rows, long cols, long nnz) {
    inputs.put(name, Info.matrix(Size.of(rows, cols, nnz)));
    return this;
  }

  /** A matrix of unknown size. */
  RuleTester given(String name) {
    inputs.put(name, Info.matrix());
    return this;
  }

  RuleTester on(String dml) {
    script = dml;
    return this;
  }

  /** The rule alone makes the DAG that the other script has without rules. */
  RuleTester becomes(String other) {
    RewriteReport report = new RewriteReport();
    String actual = explain(script, List.of(rule), report);
    assertTrue(
        report.counts().containsKey(rule.name()), rule.name() + " does not fire on " + script);
    assertEquals(explain(other, List.of(), new RewriteReport()), actual);
    return this;
  }

  void doesNotFire() {
    RewriteReport report = new RewriteReport();
    explain(script, List.of(rule), report);
    assertFalse(report.counts().containsKey(rule.name()), rule.name() + " fires on " + script);
  }

  private String explain(String dml, List<Rule> rules, RewriteReport report) {
    Program program =
        Checker.check(
            DmlParser.parse(new Source("<script>", dml)),
            Map.of(),
            inputs,
            path -> {
              throw new IllegalStateException("no files here: " + path);
            },
            null);
    HopProgram hops = HopBuilder.build(program);
    return Explain.hops(Optimizer.optimize(hops, program.environment(), rules, report), null);
  }
}
