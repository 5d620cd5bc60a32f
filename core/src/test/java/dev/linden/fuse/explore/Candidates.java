package dev.linden.fuse.explore;

import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.testkit.Hops;
import java.util.List;
import java.util.Map;

/** The candidates of small scripts; in all of them x is the value of the last statement. */
final class Candidates {
  private Candidates() {}

  static Hop value(String dml, Map<String, Info> inputs) {
    Dag dag = Hops.dag(dml, inputs, "x");
    List<Dag.Root> roots = dag.roots();
    return roots.get(roots.size() - 1).hop();
  }

  /** The memo table, one line per operator that has candidates, the last operator first. */
  static List<String> of(String dml, Map<String, Info> inputs) {
    return Explorer.explore(Hops.dag(dml, inputs, "x"), null, 1).describe().lines().toList();
  }
}
