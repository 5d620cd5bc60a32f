package dev.linden.plan;

import dev.linden.base.Span;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.SizeUpdate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A straight-line block, predicate or pair of bounds that may be compiled again when it is about to
 * run: its DAG, and the variables on whose sizes (of matrices) and values (of scalars in size
 * expressions) its plan depends.
 */
public final class RecompilePoint {
  /** A DAG of this many operators is not deeper than any stack allows. */
  private static final int SURELY_FLAT = 200;

  private final String place;
  private final String reason;
  private final Dag dag;
  private final Set<String> liveOut;
  private final Slots slots;
  private final int[] needed;
  private final Span span;
  private final String[] matrices;
  private final int[] matrixSlots;
  private final String[] scalars;
  private final int[] scalarSlots;
  private final int[] generatingSlots;
  private final int operators;

  /**
   * @param liveOut as in {@link DagPlanner}
   * @param needed where the instructions made so far leave the needed values
   */
  RecompilePoint(
      String place,
      String reason,
      Dag dag,
      Set<String> liveOut,
      Slots slots,
      int[] needed,
      Span span) {
    this.place = place;
    this.reason = reason;
    this.dag = dag;
    this.liveOut = liveOut;
    this.slots = slots;
    this.needed = needed;
    this.span = span;
    Map<String, Integer> found = new TreeMap<>();
    List<Hop> nodes = DagView.operandsFirst(dag);
    for (Hop hop : nodes) {
      if (hop instanceof Hop.Read read && read.info().isMatrix()) {
        found.put(read.variable(), slots.variable(read.variable()));
      }
    }
    this.operators = nodes.size();
    this.matrices = found.keySet().toArray(new String[0]);
    this.matrixSlots = found.values().stream().mapToInt(Integer::intValue).toArray();
    this.scalars = SizeUpdate.sizeScalars(dag).stream().sorted().toArray(String[]::new);
    this.scalarSlots = java.util.Arrays.stream(scalars).mapToInt(slots::variable).toArray();
    this.generatingSlots =
        SizeUpdate.generatingScalars(dag).stream().mapToInt(slots::variable).toArray();
  }

  /** {@code BLOCK (line 7)}. */
  public String place() {
    return place;
  }

  /** What was not known at compile time. */
  public String reason() {
    return reason;
  }

  /** Whether the DAG may be deeper than the stack of an ordinary thread allows to go. */
  public boolean isDeep() {
    return operators > SURELY_FLAT;
  }

  public Span span() {
    return span;
  }

  /** Names of the matrices that the DAG reads. */
  public String[] matrices() {
    return matrices.clone();
  }

  public int[] matrixSlots() {
    return matrixSlots.clone();
  }

  /** Names of the scalars that sizes depend on. */
  public String[] scalars() {
    return scalars.clone();
  }

  public int[] scalarSlots() {
    return scalarSlots.clone();
  }

  /** Scalars that may make something large out of nothing, as in {@code matrix(0, n, n)}. */
  public int[] generatingSlots() {
    return generatingSlots.clone();
  }

  /** Where whoever runs the instructions expects the needed values. */
  public int[] needed() {
    return needed.clone();
  }

  /** All of a plan, in the order of the text; functions first. */
  static List<RecompilePoint> all(Plan plan) {
    List<RecompilePoint> points = new ArrayList<>();
    plan.functions().values().forEach(f -> collect(f.body().blocks(), points));
    collect(plan.main().blocks(), points);
    return points;
  }

  private static void collect(List<PlanBlock> blocks, List<RecompilePoint> points) {
    for (PlanBlock block : blocks) {
      if (block instanceof PlanBlock.Straight b) {
        points.add(b.point());
      } else if (block instanceof PlanBlock.If b) {
        points.add(b.point());
        collect(b.then(), points);
        collect(b.otherwise(), points);
      } else if (block instanceof PlanBlock.While b) {
        points.add(b.point());
        collect(b.body(), points);
      } else if (block instanceof PlanBlock.For b) {
        points.add(b.point());
        collect(b.body(), points);
      }
    }
    points.removeIf(Objects::isNull);
  }

  Dag dag() {
    return dag;
  }

  Set<String> liveOut() {
    return liveOut == null ? null : Collections.unmodifiableSet(liveOut);
  }

  Slots slots() {
    return slots;
  }
}
