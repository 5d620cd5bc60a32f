package dev.linden.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.op.Info;
import dev.linden.testkit.Hops;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Where blocks are cut, and what passes from part to part. */
class DagSplitterTest {
  private static final Map<String, Info> INPUTS = Map.of("X", Info.matrix(90, 9));

  private static List<HopBlock> split(String dml, String... outputs) {
    return DagSplitter.split(Hops.sized(dml, INPUTS, outputs)).main();
  }

  /** For each part the operators in order, then what is alive behind it. */
  private static String shown(String dml, String... outputs) {
    List<String> parts = new ArrayList<>();
    for (HopBlock block : split(dml, outputs)) {
      List<String> operators = new ArrayList<>();
      for (Hop hop : DagView.operandsFirst(block.dag())) {
        if (hop instanceof Hop.Compute call) {
          operators.add(call.op().name());
        }
      }
      parts.add(String.join(" ", operators) + " " + new TreeSet<>(block.liveness().out()));
    }
    return String.join(" | ", parts);
  }

  @Test
  void behindWhatOnlyRunningTells() {
    assertEquals(
        "removeEmpty [Y] | + sum print []",
        shown("Y = removeEmpty(target=X, margin=\"rows\"); print(sum(Y + 1))"));
    assertEquals(
        "removeEmpty [Y] | t %*% removeEmpty [Z] | + sum print []",
        shown(
            "Y = removeEmpty(target=X, margin=\"rows\"); Z = removeEmpty(target=t(Y) %*% Y,"
                + " margin=\"cols\"); print(sum(Z + 1))"));
  }

  @Test
  void behindScalarsThatGiveSizes() {
    assertEquals(
        "max [_s1] | matrix + sum print []",
        shown("n = max(X); Z = matrix(1, n, 3); print(sum(Z + 1))"));
  }

  @Test
  void notWhereNothingIsGained() {
    assertEquals(1, split("Y = removeEmpty(target=X, margin=\"rows\"); print(nrow(Y))").size());
    assertEquals(1, split("Y = removeEmpty(target=X, margin=\"rows\")", "Y").size());
    assertEquals(1, split("print(sum(X + 1))").size());
  }

  @Test
  void insideLoopsAndBranches() {
    List<HopBlock> blocks =
        split(
            "for (i in 1:3) { Y = removeEmpty(target=X * i, margin=\"rows\"); print(sum(Y + 1)) }");
    HopBlock.For loop = (HopBlock.For) blocks.get(blocks.size() - 1);
    assertEquals(2, loop.body().size());
  }

  /** A variable that gets another value in the first part is read under a name of its own. */
  @Test
  void oldValuesPassByNewNames() {
    List<HopBlock> blocks =
        split(
            "Z = X * 2; Y = removeEmpty(target=Z, margin=\"rows\"); X = X + 1; print(sum(Y + 1));"
                + " print(sum(Z) + sum(X))");
    Dag last = blocks.get(blocks.size() - 1).dag();
    TreeSet<String> read = new TreeSet<>();
    for (Hop hop : DagView.operandsFirst(last)) {
      if (hop instanceof Hop.Read r) {
        read.add(r.variable());
      }
    }
    assertEquals(new TreeSet<>(blocks.get(0).liveness().out()), read);
  }
}
