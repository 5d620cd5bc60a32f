package dev.linden.run;

import dev.linden.base.DeepStack;
import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.op.Info;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.plan.Instruction;
import dev.linden.plan.RecompilePoint;
import dev.linden.plan.Recompiler;
import dev.linden.run.compiled.Node;
import dev.linden.run.compiled.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The instructions of one DAG in versions for different sizes of its variables. Before it runs, it
 * compares what the variables are now with what they were the last time: nanoseconds. Only when
 * that differs in a way that matters, it looks for another version or has one made.
 *
 * <p>A loop in which sizes change all the time would spend itself on compiling: after some
 * recompilations in a row of which none was used twice, more and more executions in between use the
 * instructions of the first compilation, which are right for all sizes.
 */
final class RecompilingStep extends Step {
  private static final int MOST_VERSIONS = 4;

  /** Recompilations without use of an earlier version before executions are skipped. */
  private static final int PATIENCE = 8;

  private static final int MOST_SKIPPED = 64;

  /**
   * @param sizes that the steps are made for; null for those that are right for all sizes
   * @param slots that the frame must have
   */
  private record Version(
      long[] signature, List<Size> sizes, Step[] steps, int[] needed, int slots) {
    Version with(long[] other) {
      return new Version(other, sizes, steps, needed, slots);
    }
  }

  private final RecompilePoint point;
  private final Leaves leaves;
  private final Function<List<Instruction>, Step[]> linker;
  private final Routine routine;
  private final Context context;
  private final boolean always;
  private final boolean evenIfTiny;
  private final int[] needed;
  private final Version general;

  private volatile Version current;

  // Guarded by this.
  private Recompiler recompiler;
  private final List<Version> versions = new ArrayList<>();
  private int unused;
  private int skipping;
  private int skipped;

  RecompilingStep(
      RecompilePoint point,
      Step[] steps,
      Recompiler recompiler,
      Function<List<Instruction>, Step[]> linker,
      Routine routine,
      Context context) {
    this.point = point;
    this.leaves = new Leaves(point);
    this.recompiler = recompiler;
    this.linker = linker;
    this.routine = routine;
    this.context = context;
    this.always = recompiler.mode() == Settings.Recompile.ALWAYS;
    this.evenIfTiny = recompiler.mode() == Settings.Recompile.EAGER;
    this.needed = point.needed();
    this.general = new Version(null, null, steps, needed, 0);
  }

  @Override
  void run(Frame frame) {
    Version version = current;
    if (version == null || always || !leaves.match(version.signature, frame)) {
      version = choose(frame);
      current = version;
    }
    if (version.slots > frame.tags.length) {
      routine.grow(frame);
    }
    runAll(version.steps, frame);
    if (version.needed != needed) {
      moveNeeded(version.needed, frame);
    }
  }

  private synchronized Version choose(Frame frame) {
    long[] signature = leaves.signature(frame);
    if (always) {
      return compiled(signature, leaves.infos(frame));
    }
    if (!evenIfTiny && leaves.areTiny(frame)) {
      return general.with(signature);
    }
    for (Version version : versions) {
      if (Arrays.equals(version.signature, signature)) {
        return reused(version);
      }
    }
    if (skipped < skipping) {
      skipped++;
      return general.with(signature);
    }
    return compiled(signature, leaves.infos(frame));
  }

  private Version reused(Version version) {
    unused = 0;
    skipping = 0;
    context.statistics().reusedPlan();
    return version;
  }

  private Version compiled(long[] signature, Map<String, Info> infos) {
    long start = System.nanoTime();
    Recompiler.SizedDag sized = onItsStack(() -> recompiler.sizes(point, infos));
    if (sized == null) {
      return general.with(signature);
    }
    if (!always) {
      for (int i = 0; i < versions.size(); i++) {
        if (versions.get(i).sizes.equals(sized.sizes())) {
          // Scalars have changed, but nothing that depends on them.
          versions.set(i, versions.get(i).with(signature));
          return reused(versions.get(i));
        }
      }
    }
    Recompiler.Recompiled recompiled = onItsStack(() -> compile(sized));
    routine.extend(recompiled.layout());
    Version version =
        new Version(
            signature,
            sized.sizes(),
            linker.apply(recompiled.instructions()),
            recompiled.needed(),
            recompiled.layout().names().size());
    long elapsed = System.nanoTime() - start;
    context.statistics().recompiled(elapsed);
    remember(version);
    if (context.recompilations() != null) {
      context.recompilations().recompiled(explanation(infos, recompiled));
    }
    if (context.recording() != null) {
      context.recording().recompiled(point, start, elapsed, found(infos), recompiled.explanation());
    }
    return version;
  }

  /** Compilation goes as deep as the DAG. */
  private <T> T onItsStack(Supplier<T> compilation) {
    return point.isDeep() ? DeepStack.call(compilation) : compilation.get();
  }

  /** Without Spark there is nothing that an operator too large for this machine can wait for. */
  private Recompiler.Recompiled compile(Recompiler.SizedDag sized) {
    Recompiler.Recompiled recompiled = recompiler.compile(point, sized);
    if (context.resources().mode() == Settings.Exec.HYBRID
        && recompiled.instructions().stream().anyMatch(RecompilingStep::isOnSpark)
        && context.backends().get() == null) {
      recompiler = recompiler.local();
      return recompiler.compile(point, sized);
    }
    return recompiled;
  }

  private static boolean isOnSpark(Instruction instruction) {
    return instruction instanceof Instruction.Compute compute && compute.exec().isOnSpark();
  }

  private void remember(Version version) {
    versions.add(0, version);
    if (versions.size() > MOST_VERSIONS) {
      versions.remove(MOST_VERSIONS);
    }
    unused++;
    if (unused > PATIENCE) {
      skipping = Math.min(MOST_SKIPPED, Math.max(1, 2 * skipping));
      skipped = 0;
    }
  }

  private String explanation(Map<String, Info> infos, Recompiler.Recompiled recompiled) {
    StringBuilder text = new StringBuilder();
    text.append("RECOMPILE ").append(point.place()).append(": ").append(point.reason());
    if (!infos.isEmpty()) {
      text.append("; ").append(found(infos));
    }
    return text.append('\n').append(recompiled.explanation().text()).toString();
  }

  /** What has become known. */
  private static String found(Map<String, Info> infos) {
    StringJoiner text = new StringJoiner("; ");
    infos.forEach(
        (name, info) ->
            text.add(
                name
                    + (info.isScalar() ? " = " + info.constant() : " " + info.size().shape())
                    + (info.isMatrix() && info.size().nnzKnown() ? sparsity(info.size()) : "")));
    return text.toString();
  }

  private static String sparsity(Size size) {
    return size.nnz() == 0 ? " empty" : " nnz<=" + size.nnz();
  }

  /** Puts the values of a predicate where the control structure looks for them. */
  private void moveNeeded(int[] sources, Frame frame) {
    if (Arrays.equals(sources, needed)) {
      return;
    }
    Value[] values = new Value[sources.length];
    for (int i = 0; i < sources.length; i++) {
      values[i] = frame.value(sources[i]);
    }
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] != needed[i]) {
        frame.set(needed[i], values[i]);
      }
    }
  }

  /**
   * Instructions on scalars and single cells are the same for all sizes: code does them itself.
   * Others are run as they come from here.
   */
  @Override
  boolean addNodes(List<Node> nodes) {
    List<Node> inner = nodes(general.steps);
    if (!always && inner != null && inner.stream().allMatch(Region::isOfScalars)) {
      nodes.addAll(inner);
      return true;
    }
    Node.Opaque all = inner == null ? null : Region.opaque(inner, this);
    if (all == null) {
      return false;
    }
    BitSet reads = new BitSet();
    for (int[] slots :
        List.of(all.reads(), point.matrixSlots(), point.scalarSlots(), point.generatingSlots())) {
      Arrays.stream(slots).forEach(reads::set);
    }
    int[] sorted = reads.stream().toArray();
    nodes.add(new Node.Opaque(sorted, all.writes(), all.tags(), all.empties(), this));
    return true;
  }

  /** Errors inside have found their place already. */
  @Override
  Span place(InputError error) {
    return point.span();
  }
}
