package dev.linden.plan.compress;

import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.hop.AssignedVariables;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Block;
import dev.linden.matrix.compress.plan.Gain;
import dev.linden.matrix.compress.plan.Workload;
import dev.linden.op.CompressionOps;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.plan.distribute.Placement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Puts operators that compress in front of loops, for matrices that they read and never assign. */
public final class CompressedLoops {
  private static final String ASSIGNED = "the loop assigns it";

  private final AssignedVariables assigned = new AssignedVariables();
  private final Workloads workloads;
  private final boolean always;

  private CompressedLoops(Workloads workloads, boolean always) {
    this.workloads = workloads;
    this.always = always;
  }

  /** {@code when}: always, or where it pays. */
  static CompressedLoops of(
      HopProgram program,
      Placement.Selector selector,
      Settings.Compression when,
      Environment environment) {
    return new CompressedLoops(
        new Workloads(program.functions(), selector, environment),
        when == Settings.Compression.ALWAYS);
  }

  public static HopProgram inject(
      HopProgram program,
      Placement.Selector selector,
      Settings.Compression when,
      Environment environment) {
    CompressedLoops loops = of(program, selector, when, environment);
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) ->
                functions.put(
                    key, new HopProgram.HopFunction(f.source(), loops.blocks(f.body(), Set.of()))));
    return program.with(loops.blocks(program.main(), Set.of()), functions);
  }

  /** {@code known}: variables about which an outer loop has decided. */
  private List<HopBlock> blocks(List<HopBlock> blocks, Set<String> known) {
    List<HopBlock> result = new ArrayList<>();
    for (HopBlock block : blocks) {
      Set<String> inside = known;
      if (isLoop(block)) {
        List<Considered> considered = considered(block, known);
        inside = decided(considered, known);
        List<Dag.Root> roots =
            considered.stream()
                .filter(Considered::mayBeCompressed)
                .map(matrix -> compress(matrix, block))
                .toList();
        if (!roots.isEmpty()) {
          Set<String> live = block.liveness().in();
          result.add(
              new HopBlock.Straight(new Dag(roots), new Block.Liveness(live, live), block.span()));
        }
      }
      Set<String> decided = inside;
      result.add(block.map(dag -> dag, body -> blocks(body, decided)));
    }
    return List.copyOf(result);
  }

  static boolean isLoop(HopBlock block) {
    return block instanceof HopBlock.While || block instanceof HopBlock.For;
  }

  /** The variables that loops inside need not look at. */
  static Set<String> decided(List<Considered> considered, Set<String> known) {
    Set<String> decided = new HashSet<>(known);
    considered.stream()
        .filter(matrix -> !ASSIGNED.equals(matrix.whyNot()))
        .forEach(matrix -> decided.add(matrix.variable()));
    return decided;
  }

  /**
   * Matrices that have a value before the loop, by name, so that plans are the same every time.
   * Vectors are none: their codes would take what the cells take.
   */
  List<Considered> considered(HopBlock loop, Set<String> known) {
    List<Considered> found = new ArrayList<>();
    new TreeMap<>(workloads.of(loop))
        .forEach(
            (variable, workload) -> {
              Info info = workloads.info(variable);
              boolean vector = info.size().rows() == 1 || info.size().cols() == 1;
              boolean before = loop.liveness().in().contains(variable);
              if (before && !vector && !known.contains(variable)) {
                String whyNot = whyNot(loop, variable, info, workload);
                found.add(new Considered(variable, info, workload, whyNot));
              }
            });
    return found;
  }

  /** Null: an operator decides when the loop is reached. */
  private String whyNot(HopBlock loop, String variable, Info info, Workload workload) {
    if (assigned.of(loop).contains(variable)) {
      return ASSIGNED;
    } else if (always) {
      return null;
    } else if (info.size().known() && info.size().cells() < Gain.FEWEST_CELLS) {
      return "fewer than " + Gain.FEWEST_CELLS + " cells";
    }
    return workload.mayGain() ? null : "nothing that the loop does is faster on groups";
  }

  private Dag.Root compress(Considered matrix, HopBlock loop) {
    Span span = loop.span();
    Info info = matrix.info();
    List<Hop> arguments =
        List.of(
            new Hop.Read(matrix.variable(), info, span),
            new Hop.Literal(Scalar.of(matrix.workload().toString()), span),
            new Hop.Literal(Scalar.of(always), span));
    return new Dag.Bind(
        matrix.variable(),
        new Hop.Compute(
            CompressionOps.COMPRESS_FOR, arguments, List.of(), List.of(info), span, span));
  }
}
