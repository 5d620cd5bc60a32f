package dev.linden.plan;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.base.Strict;
import dev.linden.fuse.select.Alternatives;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopInvariants;
import dev.linden.hop.SizeUpdate;
import dev.linden.op.CompressionOps;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.PlacementOps;
import dev.linden.op.Property;
import dev.linden.opt.DagOptimizer;
import dev.linden.opt.RewriteReport;
import dev.linden.plan.distribute.ExecTypes;
import dev.linden.plan.distribute.Placement;
import dev.linden.plan.distribute.Resources;
import dev.linden.plan.physical.OuterProducts;
import dev.linden.plan.physical.PhysicalRules;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * From one DAG to its instructions: physical operators, execution types, slots. Serves the compiler
 * and, when sizes become known while the script runs, recompilation.
 */
final class DagCompiler implements Recompiler, Placement.Selector {
  /** Stands for every physical operator among those that are off. */
  private static final String ALL_OPERATORS = "all";

  private final PlanOptions options;

  /** Files may have changed since the start: while the script runs they tell nothing. */
  private final Environment withoutFiles;

  private final DagOptimizer optimizer;

  DagCompiler(PlanOptions options) {
    this.options = options;
    this.withoutFiles = new UnknownFiles(options.environment());
    this.optimizer = options.optimizer() == null ? null : options.optimizer().apply(withoutFiles);
  }

  /** {@code liveOut} null: every variable is needed afterwards. */
  DagPlanner.Planned plan(Dag dag, Set<String> liveOut, Slots slots) {
    return plan(select(dag, liveOut), liveOut, slots);
  }

  DagPlanner.Planned plan(Placement.Selected selected, Set<String> liveOut, Slots slots) {
    return new DagPlanner(slots, liveOut, selected.types()).plan(selected.dag());
  }

  @Override
  public Placement.Selected select(Dag dag, Set<String> liveOut) {
    Dag physical = physical(dag, liveOut);
    if (Strict.ON) {
      HopInvariants.check(physical, new HopFactory(withoutFiles));
    }
    return new Placement.Selected(physical, execTypes(physical));
  }

  /**
   * Operators of outer products first, then fusion, which leaves to hand-written operators what
   * these do at the same cost or what only they do, then the others.
   */
  private Dag physical(Dag dag, Set<String> liveOut) {
    Set<String> off = options.operatorsOff();
    Dag patterns = outerPatterns(dag, liveOut);
    Dag fused = options.fusion().fuse(patterns, liveOut, alternatives(patterns, liveOut));
    return off.contains(ALL_OPERATORS) ? fused : PhysicalRules.select(fused, liveOut, off);
  }

  /** Candidates and choices of fusion in a DAG, as text. */
  String explainFusion(Dag dag, Set<String> liveOut) {
    Dag patterns = outerPatterns(dag, liveOut);
    return options.fusion().explain(patterns, liveOut, alternatives(patterns, liveOut));
  }

  /** The same with the costs that decided, as maps, lists, texts and numbers. */
  Map<String, Object> explainFusionData(Dag dag, Set<String> liveOut) {
    Dag patterns = outerPatterns(dag, liveOut);
    return options.fusion().explainData(patterns, liveOut, alternatives(patterns, liveOut));
  }

  private Dag outerPatterns(Dag dag, Set<String> liveOut) {
    return options.operatorsOff().contains(ALL_OPERATORS)
        ? dag
        : OuterProducts.select(dag, liveOut, options.operatorsOff());
  }

  private Alternatives alternatives(Dag dag, Set<String> liveOut) {
    Set<String> off = options.operatorsOff();
    return off.contains(ALL_OPERATORS)
        ? Alternatives.none(localBudget())
        : new Alternatives(
            localBudget(),
            PhysicalRules.fused(dag, liveOut, off),
            distributed(dag),
            options.resources().cluster().blockSize());
  }

  /** Hops that run on Spark; found out when somebody asks, since most DAGs have nothing to fuse. */
  private Predicate<Hop> distributed(Dag dag) {
    ExecTypes[] types = {null};
    return hop -> {
      if (types[0] == null) {
        types[0] = execTypes(dag);
      }
      return types[0].of(hop).isOnSpark();
    };
  }

  private double localBudget() {
    return switch (options.resources().mode()) {
      case LOCAL -> Double.POSITIVE_INFINITY;
      case SPARK -> 0;
      case HYBRID -> options.resources().localBudget();
    };
  }

  @Override
  public ExecTypes execTypes(Dag dag) {
    return ExecTypes.of(dag, options.resources(), options.environment());
  }

  // ---- which DAGs are worth a second compilation

  /** What can be decided better when the DAG is about to run; null if nothing. */
  String reasonToRecompile(Dag dag, Set<String> liveOut) {
    return reasonToRecompile(dag, select(dag, liveOut));
  }

  /** The same for a DAG of which the operators are selected already. */
  String reasonToRecompile(Dag dag, Placement.Selected selected) {
    if (options.recompile() == Settings.Recompile.OFF) {
      return null;
    }
    boolean all = options.recompile() != Settings.Recompile.ON;
    String reason = first(dag, hop -> unknownSize(hop, all));
    if (reason == null && selected.types().anyOnSpark()) {
      reason =
          first(
              selected.dag(),
              hop ->
                  selected.types().of(hop).isOnSpark() && !decidesWhenRun(hop)
                      ? hop.label() + " may need less memory than estimated"
                      : null);
    }
    return reason;
  }

  private static boolean decidesWhenRun(Hop hop) {
    return hop instanceof Hop.Compute call
        && (PlacementOps.isPlacement(call.op()) || CompressionOps.decidesWhenRun(call.op()));
  }

  /** The first answer about a hop that is not null, in the order of execution. */
  private static String first(Dag dag, Function<Hop, String> question) {
    for (Hop hop : DagView.operandsFirst(dag)) {
      String answer = question.apply(hop);
      if (answer != null) {
        return answer;
      }
    }
    return null;
  }

  private static String unknownSize(Hop hop, boolean all) {
    if (!(hop instanceof Hop.Compute call)
        || call.op().has(Property.EFFECT)
        || call.op().has(Property.ASKS_SHAPE)
        || CompressionOps.decidesWhenRun(call.op())) {
      return null;
    }
    boolean fromMatrix = false;
    for (Hop input : call.inputs()) {
      if (input != null && input.info().isMatrix()) {
        fromMatrix = true;
        if (!input.info().size().known()) {
          return "the size of an operand of " + call.label() + " is unknown";
        }
      }
    }
    for (Info result : call.results()) {
      if (result.isMatrix()) {
        fromMatrix = true;
        if (!result.size().known() && !call.op().has(Property.DATA_DEPENDENT_SIZE)) {
          return "the size of the result of " + call.label() + " is unknown";
        }
      }
    }
    return all && fromMatrix ? "it is asked for" : null;
  }

  // ---- recompilation

  @Override
  public Settings.Recompile mode() {
    return options.recompile();
  }

  @Override
  public Recompiler withLocalBudget(double bytes) {
    return withResources(options.resources().withLocalBudget(bytes));
  }

  @Override
  public Recompiler local() {
    return withResources(options.resources().local());
  }

  private DagCompiler withResources(Resources resources) {
    return new DagCompiler(
        new PlanOptions(
            options.operatorsOff(),
            resources,
            options.recompile(),
            options.optimizer(),
            options.fusion(),
            options.environment()));
  }

  @Override
  public SizedDag sizes(RecompilePoint point, Map<String, Info> leaves) {
    try {
      SizeUpdate.Sized sized = SizeUpdate.update(point.dag(), leaves, withoutFiles);
      return new SizedDag(sized.dag(), sized.sizes());
    } catch (InputError certainFailure) {
      return null;
    }
  }

  @Override
  public Recompiled compile(RecompilePoint point, SizedDag sized) {
    RewriteReport report = new RewriteReport();
    Dag dag =
        optimizer == null ? sized.dag() : optimizer.optimize(sized.dag(), point.liveOut(), report);
    synchronized (point.slots()) {
      DagPlanner.Planned planned = plan(dag, point.liveOut(), point.slots());
      return new Recompiled(
          planned.instructions(),
          planned.needed(),
          point.slots().layout(),
          new Recompiled.Explanation() {
            @Override
            public String text() {
              return Explain.recompiled(dag, report, options);
            }

            @Override
            public Map<String, Object> data(Annotations annotations) {
              return ExplainData.operatorsOf(
                  Views.selected(dag, point.liveOut(), DagCompiler.this, options.environment()),
                  annotations);
            }
          });
    }
  }
}
