package dev.linden.plan.distribute;

import dev.linden.base.Settings;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.Memory;
import dev.linden.op.Distribution;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.PlacementOps;
import dev.linden.op.Property;
import dev.linden.op.Size;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which operators of a DAG run on Spark: those whose memory estimate exceeds the local budget, and,
 * in order to move less data to the driver, the aggregates, cell-wise operations of one matrix and
 * products whose main input is the distributed result of an operator with no other consumer (Boehm
 * et al.: SystemML: Declarative Machine Learning on Spark, 3.3). A result that comes to the driver
 * anyway, because it is aggregated to a scalar or to a single block, pulls nothing. Where all
 * operators are to run on Spark, those whose operands and results are single blocks do not.
 *
 * <p>An estimate that is not known decides nothing: such operators are local until recompilation
 * knows better (decisions.md, Unknown sizes are local).
 */
public final class ExecTypes {
  /** More blocks than a cluster can keep track of. */
  private static final double MOST_BLOCKS = 1e11;

  /** Blocks that are handled at once, empty or not. */
  private static final double FEW_BLOCKS = 1e4;

  private final Resources resources;
  private final Environment environment;
  private final Map<Hop, Integer> consumers;
  private final Map<Hop, Exec> onSpark = new IdentityHashMap<>();
  private final Chooser chooser;

  private ExecTypes(Resources resources, Environment environment, Map<Hop, Integer> consumers) {
    this.consumers = consumers;
    this.resources = resources;
    this.chooser = new Chooser(resources.cluster());
    this.environment = environment;
  }

  public static ExecTypes of(Dag dag, Resources resources, Environment environment) {
    if (resources.mode() == Settings.Exec.LOCAL) {
      return new ExecTypes(resources, environment, Map.of());
    }
    ExecTypes types = new ExecTypes(resources, environment, DagView.uses(dag));
    List<Hop> nodes = DagView.operandsFirst(dag);
    for (Hop hop : nodes) {
      if (hop instanceof Hop.Compute call && types.isChosen(call)) {
        types.put(call);
      }
    }
    types.generateWhereUsed(dag, nodes);
    return types;
  }

  public Exec of(Hop hop) {
    return onSpark.getOrDefault(hop, Exec.LOCAL);
  }

  public boolean anyOnSpark() {
    return !onSpark.isEmpty();
  }

  /**
   * What is made out of nothing and then too large to be sent is made where it is used, if that is
   * on Spark only. It would be here, in blocks, and there.
   */
  private void generateWhereUsed(Dag dag, List<Hop> nodes) {
    if (onSpark.isEmpty()) {
      return;
    }
    double mostSent = resources.cluster().broadcastBudget();
    Set<Hop> neededHere = new HashSet<>();
    dag.roots().forEach(root -> neededHere.add(root.hop()));
    for (Hop hop : nodes) {
      if (!onSpark.containsKey(hop)) {
        neededHere.addAll(hop.inputs());
      }
    }
    for (Hop hop : nodes) {
      if (hop instanceof Hop.Compute call
          && !neededHere.contains(hop)
          && call.op().distribution() == Distribution.GENERATE
          && matrixInputs(call) == 0
          && Memory.of(call.info()) > mostSent
          && blocks(call) <= MOST_BLOCKS
          && !isNearlyEmpty(call)) {
        put(call);
      }
    }
  }

  /** What has no distributed form runs here, if it can. */
  private void put(Hop.Compute call) {
    Method method = chooser.choose(call.op(), call.operands());
    if (method != null) {
      onSpark.put(call, new Exec(method));
    }
  }

  private boolean isChosen(Hop.Compute call) {
    if (PlacementOps.isPlacement(call.op())) {
      Hop kept = call.inputs().get(0);
      return kept instanceof Hop.Read || onSpark.containsKey(kept);
    }
    if (!canBeDistributed(call) || blocks(call) > MOST_BLOCKS) {
      return false;
    }
    return resources.mode() == Settings.Exec.SPARK
        ? !hasSingleBlocks(call)
        : ((isTooLarge(call) || isPulled(call)) && !isNearlyEmpty(call));
  }

  /** There is nothing to distribute: a job would only cost more than the operator. */
  private boolean hasSingleBlocks(Hop.Compute call) {
    return matrices(call).allMatch(resources.cluster()::isSingleBlock);
  }

  /**
   * Fewer non-zeros than blocks: a cluster would be busy with empty blocks, and here the operator
   * runs on the few cells there are, or is refused at once.
   */
  private boolean isNearlyEmpty(Hop.Compute call) {
    double blocks = blocks(call);
    return blocks > FEW_BLOCKS && matrices(call).mapToDouble(ExecTypes::nonZeros).sum() < blocks;
  }

  /** Of all operands and results whose size is known. */
  private double blocks(Hop.Compute call) {
    Cluster cluster = resources.cluster();
    return matrices(call)
        .filter(Size::known)
        .mapToDouble(size -> cluster.blocks(size.rows()) * cluster.blocks(size.cols()))
        .sum();
  }

  private static Stream<Size> matrices(Hop.Compute call) {
    return Stream.concat(
            call.inputs().stream().map(i -> i == null ? null : i.info()), call.results().stream())
        .filter(info -> info != null && info.isMatrix())
        .map(Info::size);
  }

  private static double nonZeros(Size size) {
    return size.nnzKnown() ? size.nnz() : Double.POSITIVE_INFINITY;
  }

  private static boolean canBeDistributed(Hop.Compute call) {
    Op op = call.op();
    return (op.distribution() != Distribution.LOCAL
            || op.has(Property.READS_FILE)
            || op.has(Property.WRITES_FILE))
        && (hasMatrixResult(call) || matrixInputs(call) > 0);
  }

  private static boolean hasMatrixResult(Hop.Compute call) {
    for (Info result : call.results()) {
      if (result.isMatrix()) {
        return true;
      }
    }
    return false;
  }

  private static int matrixInputs(Hop.Compute call) {
    int count = 0;
    for (Hop input : call.inputs()) {
      count += isMatrix(input) ? 1 : 0;
    }
    return count;
  }

  private boolean isTooLarge(Hop.Compute call) {
    double estimate = Memory.ofOperation(call, environment);
    return estimate != Memory.UNKNOWN
        ? estimate > resources.localBudget()
        : knownInputs(call) > resources.localBudget();
  }

  /** Whatever the result takes, these must be there. */
  private static double knownInputs(Hop.Compute call) {
    double sum = 0;
    for (Hop input : call.inputs()) {
      double bytes = isMatrix(input) ? Memory.of(input.info()) : 0;
      sum += bytes == Memory.UNKNOWN ? 0 : bytes;
    }
    return sum;
  }

  private boolean isPulled(Hop.Compute call) {
    if (onSpark.isEmpty()) {
      return false;
    }
    int matrices = matrixInputs(call);
    Op op = call.op();
    boolean follows =
        op.distribution() == Distribution.PRODUCT
            || (matrices == 1
                && (op.has(Property.AGGREGATES)
                    || op.hasCellFunction()
                    || op.distribution() == Distribution.ROW_ALIGNED));
    return follows && call.inputs().stream().anyMatch(this::staysDistributed);
  }

  /** A result on Spark that only one operator needs, and that no action brings to the driver. */
  private boolean staysDistributed(Hop hop) {
    return hop instanceof Hop.Compute call
        && onSpark.containsKey(call)
        && isMatrix(call)
        && consumers.get(call) == 1
        && !isAction(call);
  }

  private boolean isAction(Hop.Compute call) {
    Distribution distribution = call.op().distribution();
    return (distribution == Distribution.AGGREGATE || distribution == Distribution.PRODUCT)
        && resources.cluster().isSingleBlock(call.info().size());
  }

  private static boolean isMatrix(Hop hop) {
    return hop != null && hop.info() != null && hop.info().isMatrix();
  }
}
