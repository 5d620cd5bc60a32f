package dev.linden.plan.compress;

import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.hop.AssignedVariables;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Rebuild;
import dev.linden.lang.Block;
import dev.linden.matrix.compress.plan.Gain;
import dev.linden.matrix.compress.plan.Workload;
import dev.linden.op.CompressionOps;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts operators that compress in front of loops, for matrices that they read and never assign, and
 * behind operators whose results have few distinct values and are used several times.
 */
public final class CompressedLoops {
  private static final String ASSIGNED = "the loop assigns it";

  /** Of a matrix that no loop reads. */
  private static final double LEAST_USES = 3;

  private final AssignedVariables assigned = new AssignedVariables();
  private final DistinctVariables distinct = new DistinctVariables(assigned);
  private final Workloads workloads;
  private final ExpectedIterations iterations;
  private final boolean always;

  private CompressedLoops(HopProgram program, Settings.Compression when, Environment environment) {
    workloads = new Workloads(program.functions(), environment);
    iterations = new ExpectedIterations(new HopFactory(environment));
    always = when == Settings.Compression.ALWAYS;
  }

  /** A function, or the main program: name MAIN; and what was considered in its blocks. */
  record Routine(String title, List<Place> places) {}

  /** A block, and what was considered in front of it (a loop) or in it. */
  record Place(HopBlock block, List<Considered> matrices, List<Place> inside) {
    private boolean isEmpty() {
      return matrices.isEmpty() && inside.isEmpty();
    }
  }

  /** The program with its operators, and why they are there. */
  record Result(HopProgram program, List<Routine> routines) {}

  /** {@code when}: always, or where it pays. */
  public static HopProgram inject(
      HopProgram program, Settings.Compression when, Environment environment) {
    return of(program, when, environment).program();
  }

  static Result of(HopProgram program, Settings.Compression when, Environment environment) {
    CompressedLoops loops = new CompressedLoops(program, when, environment);
    List<Routine> routines = new ArrayList<>();
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    program
        .functions()
        .forEach(
            (key, f) -> {
              Sequence body = loops.new Sequence(Set.of(), Set.of());
              functions.put(key, new HopProgram.HopFunction(f.source(), body.of(f.body())));
              body.addTo("FUNCTION " + f.source().ref().name(), routines);
            });
    Sequence main = loops.new Sequence(Set.of(), Set.of());
    List<HopBlock> blocks = main.of(program.main());
    main.addTo("MAIN", routines);
    return new Result(program.with(blocks, functions), routines);
  }

  /** Blocks that are run one after the other. */
  private final class Sequence {
    /** Variables about which something in front has decided. */
    private final Set<String> decided;

    private Set<String> distinctNow;
    private final List<Place> places = new ArrayList<>();

    Sequence(Set<String> decided, Set<String> distinctNow) {
      this.decided = new HashSet<>(decided);
      this.distinctNow = distinctNow;
    }

    void addTo(String title, List<Routine> routines) {
      if (!places.isEmpty()) {
        routines.add(new Routine(title, places));
      }
    }

    List<HopBlock> of(List<HopBlock> blocks) {
      List<HopBlock> result = new ArrayList<>();
      for (int b = 0; b < blocks.size(); b++) {
        HopBlock block = blocks.get(b);
        if (block instanceof HopBlock.Straight straight) {
          result.add(ofStraight(straight, blocks.subList(b + 1, blocks.size())));
        } else {
          boolean loop = isLoop(block);
          List<Considered> matrices = loop ? inFrontOf(block) : List.of();
          addCompressing(matrices, block, result);
          List<Place> inside = new ArrayList<>();
          result.add(block.map(dag -> dag, body -> inside(block, matrices, body, inside)));
          add(new Place(block, matrices, inside));
          decided.removeAll(assigned.of(block));
        }
        distinctNow = distinct.after(block, distinctNow);
      }
      return List.copyOf(result);
    }

    private void add(Place place) {
      if (!place.isEmpty()) {
        places.add(place);
      }
    }

    private List<HopBlock> inside(
        HopBlock block, List<Considered> matrices, List<HopBlock> body, List<Place> inside) {
      Set<String> known = new HashSet<>(decided);
      matrices.stream()
          .filter(matrix -> !ASSIGNED.equals(matrix.whyNot()))
          .forEach(matrix -> known.add(matrix.variable()));
      Set<String> before = isLoop(block) ? distinct.insideOf(block, distinctNow) : distinctNow;
      Sequence sequence = new Sequence(known, before);
      List<HopBlock> result = sequence.of(body);
      inside.addAll(sequence.places);
      return result;
    }

    private void addCompressing(List<Considered> matrices, HopBlock loop, List<HopBlock> into) {
      List<Dag.Root> roots = new ArrayList<>();
      for (Considered matrix : matrices) {
        if (matrix.mayBeCompressed()) {
          Hop read = new Hop.Read(matrix.variable(), matrix.info(), loop.span());
          roots.add(new Dag.Bind(matrix.variable(), compressing(matrix, read, loop.span())));
        }
      }
      if (!roots.isEmpty()) {
        Set<String> live = loop.liveness().in();
        into.add(
            new HopBlock.Straight(
                withOneReadEach(new Dag(roots)), new Block.Liveness(live, live), loop.span()));
      }
    }

    /**
     * Matrices that have a value before the loop, by name, so that plans are the same every time.
     * Vectors are none: their codes would take what the cells take.
     */
    private List<Considered> inFrontOf(HopBlock loop) {
      List<Considered> found = new ArrayList<>();
      readBy(loop)
          .forEach(
              (variable, info) -> {
                boolean vector = info.size().rows() == 1 || info.size().cols() == 1;
                boolean before = loop.liveness().in().contains(variable);
                if (before && !vector && !decided.contains(variable)) {
                  found.add(inFrontOf(loop, variable, info));
                }
              });
      return found;
    }

    private Considered inFrontOf(HopBlock loop, String variable, Info info) {
      if (assigned.of(loop).contains(variable)) {
        return Considered.not(variable, info, ASSIGNED);
      }
      String whyNot = always ? null : whyNot(info, distinctNow.contains(variable));
      if (whyNot != null) {
        return Considered.not(variable, info, whyNot);
      }
      Workload once = workloads.ofIteration(loop, variable);
      return always || once.mayGain()
          ? new Considered(variable, info, once, iterations.of(loop, assigned.of(loop)), null)
          : Considered.not(variable, info, "nothing that the loop does is faster on groups");
    }

    /** Results that are worth a look, if what follows uses them often enough. */
    private HopBlock ofStraight(HopBlock.Straight block, List<HopBlock> following) {
      Set<String> known = Set.copyOf(decided);
      decided.removeAll(assigned.of(block));
      Map<Hop, Hop> compressing = new IdentityHashMap<>();
      List<Considered> found = new ArrayList<>();
      results(block.dag())
          .forEach(
              (variable, value) -> {
                boolean copy = value instanceof Hop.Read read && known.contains(read.variable());
                Considered matrix =
                    copy || compressing.containsKey(value)
                        ? null
                        : behind(block, variable, value, following);
                if (matrix != null) {
                  found.add(matrix);
                  compressing.put(value, compressing(matrix, value, value.span()));
                }
                if (copy || compressing.containsKey(value)) {
                  decided.add(variable);
                }
              });
      add(new Place(block, found, List.of()));
      return compressing.isEmpty() ? block : block.with(with(compressing, block.dag()));
    }

    /** What variables hold after the block, and what is read for calls in it alone. */
    private static Map<String, Hop> results(Dag dag) {
      Map<String, Hop> results = new TreeMap<>(DagView.finalValues(dag));
      for (Hop hop : DagView.operandsFirst(dag)) {
        if (hop instanceof Hop.Compute call
            && !call.op().hasCellFunction()
            && !results.containsValue(hop)) {
          String others = results.containsKey(call.label()) ? " " + results.size() : "";
          results.put(call.label() + others, hop);
        }
      }
      return results;
    }
  }

  /** Null: not worth a look, or loops that follow decide. */
  private Considered behind(
      HopBlock.Straight block, String variable, Hop value, List<HopBlock> following) {
    if (!mayHaveFewValues(value) || !always && Workloads.isSmall(value.info())) {
      return null;
    }
    int end = 0;
    boolean same = true;
    while (same && end < following.size()) {
      same = !assigned.of(following.get(end)).contains(variable);
      end++;
    }
    List<HopBlock> readers = following.subList(0, end);
    Workload here = workloads.of(block.dag(), block.liveness().out(), value);
    List<HopBlock> straight = readers.stream().filter(next -> !isLoop(next)).toList();
    if (here.plus(workloads.of(straight, variable)).uses() < LEAST_USES) {
      return null;
    }
    Workload all = here.plus(workloads.of(readers, variable));
    Hop once = new Hop.Literal(Scalar.of(1), value.span());
    return all.mayGain() ? new Considered(variable, value.info(), all, once, null) : null;
  }

  /** Limits of loops come from other DAGs; in one there is a single node for a variable. */
  private static Dag withOneReadEach(Dag dag) {
    Map<String, Hop> reads = new TreeMap<>();
    return dag.replacing(
        hop ->
            hop instanceof Hop.Read read
                ? reads.computeIfAbsent(read.variable(), name -> read)
                : null);
  }

  /** Who reads the values gets compressed ones; a call that makes them keeps its place. */
  private static Dag with(Map<Hop, Hop> compressing, Dag dag) {
    Rebuild rebuild =
        Rebuild.replacing(
            hop ->
                hop instanceof Hop.Result result && compressing.containsKey(result.call())
                    ? hop
                    : compressing.get(hop));
    List<Dag.Root> roots = new ArrayList<>();
    for (Dag.Root root : dag.roots()) {
      boolean call = root instanceof Dag.Effect && compressing.containsKey(root.hop());
      roots.add(call ? root : root.with(rebuild.of(root.hop())));
    }
    return new Dag(roots);
  }

  static boolean isLoop(HopBlock block) {
    return block instanceof HopBlock.While || block instanceof HopBlock.For;
  }

  /** Null: a look at its cells may pay. */
  private static String whyNot(Info info, boolean isDistinct) {
    if (info.size().known() && info.size().cells() < Gain.FEWEST_CELLS) {
      return "fewer than " + Gain.FEWEST_CELLS + " cells";
    }
    return isDistinct ? "hardly any two of its cells are equal" : null;
  }

  private static boolean mayHaveFewValues(Hop value) {
    return value instanceof Hop.Compute call
        && value.info() != null
        && value.info().isMatrix()
        && CompressionOps.mayGiveFewValues(call.op(), call.operands());
  }

  /** Matrices that a block reads, those of blocks inside included, by name. */
  private static Map<String, Info> readBy(HopBlock block) {
    Map<String, Info> found = new TreeMap<>();
    HopBlock.forEachHop(
        List.of(block),
        hop -> {
          if (hop instanceof Hop.Read read && read.info() != null && read.info().isMatrix()) {
            found.put(read.variable(), read.info());
          }
        });
    return found;
  }

  private Hop compressing(Considered matrix, Hop value, Span span) {
    List<Hop> arguments =
        List.of(
            value,
            new Hop.Literal(Scalar.of(matrix.workload().toString()), span),
            matrix.iterations(),
            new Hop.Literal(Scalar.of(always), span));
    return new Hop.Compute(
        CompressionOps.COMPRESS_FOR, arguments, List.of(), List.of(matrix.info()), span, span);
  }
}
