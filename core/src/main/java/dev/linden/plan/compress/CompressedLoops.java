package dev.linden.plan.compress;

import dev.linden.base.Span;
import dev.linden.hop.AssignedVariables;
import dev.linden.hop.Dag;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Block;
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
  /** Of fewer cells nothing is compressed. */
  private static final long FEWEST_CELLS = 1_000_000;

  private final AssignedVariables assigned = new AssignedVariables();
  private final Workloads workloads;
  private final boolean always;

  private CompressedLoops(Workloads workloads, boolean always) {
    this.workloads = workloads;
    this.always = always;
  }

  /**
   * @param always for tests: whether it pays or not
   */
  public static HopProgram inject(
      HopProgram program, Placement.Selector selector, boolean always, Environment environment) {
    CompressedLoops loops =
        new CompressedLoops(new Workloads(program.functions(), selector, environment), always);
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
        inside = new HashSet<>(known);
        List<Dag.Root> roots = new ArrayList<>();
        for (Map.Entry<String, Workload> use : candidates(block, known).entrySet()) {
          inside.add(use.getKey());
          if (always || use.getValue().mayGain()) {
            roots.add(compress(use.getKey(), use.getValue(), workloads.info(use.getKey()), block));
          }
        }
        if (!roots.isEmpty()) {
          Set<String> live = block.liveness().in();
          result.add(
              new HopBlock.Straight(
                  new Dag(List.copyOf(roots)), new Block.Liveness(live, live), block.span()));
        }
      }
      Set<String> decided = inside;
      result.add(block.map(dag -> dag, body -> blocks(body, decided)));
    }
    return List.copyOf(result);
  }

  private static boolean isLoop(HopBlock block) {
    return block instanceof HopBlock.While || block instanceof HopBlock.For;
  }

  /** In the order of their names, so that plans are the same every time. */
  private Map<String, Workload> candidates(HopBlock loop, Set<String> known) {
    Map<String, Workload> found = new TreeMap<>();
    workloads
        .of(loop)
        .forEach(
            (variable, workload) -> {
              boolean stays =
                  loop.liveness().in().contains(variable) && !assigned.of(loop).contains(variable);
              if (stays && !known.contains(variable) && mayBeLarge(workloads.info(variable))) {
                found.put(variable, workload);
              }
            });
    return found;
  }

  private boolean mayBeLarge(Info info) {
    boolean vector = info.size().rows() == 1 || info.size().cols() == 1;
    return !vector && (always || !info.size().known() || info.size().cells() >= FEWEST_CELLS);
  }

  private Dag.Root compress(String variable, Workload workload, Info info, HopBlock loop) {
    Span span = loop.span();
    List<Hop> arguments =
        List.of(
            new Hop.Read(variable, info, span),
            new Hop.Literal(Scalar.of(workload.toString()), span),
            new Hop.Literal(Scalar.of(always), span));
    return new Dag.Bind(
        variable,
        new Hop.Compute(
            CompressionOps.COMPRESS_FOR, arguments, List.of(), List.of(info), span, span));
  }
}
