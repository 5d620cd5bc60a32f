package dev.linden.hop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.check.Checker;
import dev.linden.op.Info;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What passes share: looking at DAGs and blocks, and making others of them. */
class DagViewTest {
  private static List<HopBlock> blocks(String script) {
    return HopBuilder.build(
            Checker.check(
                Syntaxes.parse(new Source("<script>", script)),
                Map.of(),
                Map.of("X", Info.matrix(4, 3)),
                Set.of(),
                path -> {
                  throw new IllegalStateException("no files here: " + path);
                },
                null))
        .main();
  }

  private static Dag dag(String script) {
    return blocks(script).get(0).dag();
  }

  private static Hop bound(Dag dag, String variable) {
    return DagView.finalValues(dag).get(variable);
  }

  private static List<String> labels(List<Hop> hops) {
    return hops.stream().map(Hop::label).toList();
  }

  @Test
  void everyNodeStandsOnceBehindItsOperands() {
    Dag dag = dag("A = exp(X)\nB = A + A\nC = t(A) %*% B\nprint(sum(C))");
    List<Hop> nodes = DagView.operandsFirst(dag);
    assertEquals(nodes.size(), new HashSet<>(nodes).size());
    Set<Hop> before = new HashSet<>();
    for (Hop hop : nodes) {
      hop.inputs().stream()
          .filter(input -> input != null)
          .forEach(i -> assertTrue(before.contains(i)));
      before.add(hop);
    }
    List<Hop> joined = new ArrayList<>();
    DagView.byRoot(dag).forEach(joined::addAll);
    assertEquals(nodes, joined);
  }

  @Test
  void consumersAreCountedByUse() {
    Dag dag = dag("A = exp(X)\nB = A + A\nC = t(A)\nB = B * 2");
    DagView all = new DagView(dag, null);
    Hop a = bound(dag, "A");
    assertEquals(List.of("+", "+", "t"), labels(all.consumers(a)));
    assertEquals(4, DagView.uses(dag).get(a));
    assertTrue(all.isNeeded(a));
    assertFalse(new DagView(dag, Set.of("B", "C")).isNeeded(a));
    // the first value of B is overwritten
    Hop first = bound(dag, "B").inputs().get(0);
    assertFalse(all.isNeeded(first));
    assertTrue(all.hasSoleConsumer(first));
    assertFalse(all.hasSoleConsumer(a));
  }

  @Test
  void walksDownStopWhereTheyAreTold() {
    Dag dag = dag("A = exp(t(X)) + 1");
    List<Hop> seen = new ArrayList<>();
    DagView.downwards(
        dag,
        hop -> {
          seen.add(hop);
          return !hop.label().equals("exp");
        });
    assertEquals(List.of("+", "exp", "1"), labels(seen));
  }

  @Test
  void rebuildingSharesWhatStays() {
    Dag dag = dag("A = exp(X)\nB = sqrt(X) + exp(X)");
    assertSame(dag, Rebuild.replacing(hop -> null).of(dag));
    Hop sqrt = bound(dag, "B").inputs().get(0);
    Hop x = sqrt.inputs().get(0);
    Dag other = dag.replacing(hop -> hop == sqrt ? x : null);
    assertNotSame(dag, other);
    assertSame(bound(dag, "A"), bound(other, "A"));
    assertSame(x, bound(other, "B").inputs().get(0));
    assertSame(bound(dag, "B").inputs().get(1), bound(other, "B").inputs().get(1));
  }

  @Test
  void blocksOfAllKindsAreVisitedAndMappedInTheOrderOfTheScript() {
    List<HopBlock> blocks =
        blocks(
            """
            x = 1
            if (sum(X) > 2) { x = 3 } else { x = 4 }
            while (x < 5) { x = x + 6 }
            for (i in 7:8) { x = x + 9 }
            """);
    List<String> kinds = new ArrayList<>();
    HopBlock.forEach(blocks, block -> kinds.add(block.getClass().getSimpleName()));
    assertEquals(
        List.of("Straight", "If", "Straight", "Straight", "While", "Straight", "For", "Straight"),
        kinds);
    List<Dag> visited = new ArrayList<>();
    HopBlock.forEachDag(blocks, visited::add);
    List<Dag> mapped = new ArrayList<>();
    List<HopBlock> same =
        HopBlock.mapDags(
            blocks,
            dag -> {
              mapped.add(dag);
              return dag;
            });
    assertEquals(visited, mapped);
    assertEquals(blocks, same);
  }
}
