package dev.linden.testkit;

import dev.linden.base.Source;
import dev.linden.hop.Dag;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopBuilder;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.check.Checker;
import dev.linden.op.Info;
import dev.linden.opt.Optimizer;
import dev.linden.opt.RewriteReport;
import dev.linden.opt.RuleSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The operators of small scripts, for tests of what works on them. */
public final class Hops {
  private Hops() {}

  /** As written; {@code inputs} exist before the script, {@code outputs} are needed after it. */
  public static HopProgram asWritten(String dml, Map<String, Info> inputs, String... outputs) {
    return HopBuilder.build(
        Checker.check(
            Syntaxes.parse(new Source("<script>", dml)),
            Map.of(),
            inputs,
            Set.of(outputs),
            path -> {
              throw new IllegalStateException("no files here: " + path);
            },
            null));
  }

  /** With sizes and constants where they are known, but without rewrites. */
  public static HopProgram sized(String dml, Map<String, Info> inputs, String... outputs) {
    return Optimizer.optimize(
        asWritten(dml, inputs, outputs),
        null,
        new RuleSet(List.of(), List.of()),
        new RewriteReport());
  }

  /** The DAG of a script without control flow. */
  public static Dag dag(String dml, Map<String, Info> inputs, String... outputs) {
    return ((HopBlock.Straight) sized(dml, inputs, outputs).main().get(0)).dag();
  }
}
