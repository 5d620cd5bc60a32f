package dev.linden.plan.distribute;

import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.hop.AssignedVariables;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Block;
import dev.linden.op.Footprint;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.PlacementOps;
import dev.linden.op.Property;
import dev.linden.op.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides what executors keep: matrices that distributed operators use again and again, so that
 * they are not read or computed anew for every use. The decisions are operators in the program,
 * {@link PlacementOps}:
 *
 * <ul>
 *   <li>a checkpoint behind a distributed read, if more than one operator uses it;
 *   <li>a checkpoint before a loop for each matrix that the loop uses on Spark but never assigns;
 *   <li>a repartition instead, if operators in the loop join the matrix with others by position:
 *       then it moves once rather than in every iteration.
 * </ul>
 *
 * <p>Matrices that fit the driver twice, as a whole and in blocks, need none of this; nor those
 * that are kept already and have not changed since. The distributed operators in the body of a
 * parfor loop make it a local one, so what it uses is placed like for any other loop.
 *
 * <p>Sizes that only recompilation knows decide nothing here. The backend then keeps what is used a
 * second time (Boehm et al.: SystemML: Declarative Machine Learning on Spark, 3.1).
 */
public final class Placement {
  /** Non-zeros per row below which blocks take more memory as rows than in their compact form. */
  private static final double ULTRA_SPARSE_PER_ROW = 0.25;

  private final AssignedVariables assignedVariables = new AssignedVariables();
  private final Selector selector;
  private final Resources resources;

  /** By function, for each argument how all calls keep it; null where they do not. */
  private final Map<String, List<Op>> keptArguments = new HashMap<>();

  private Placement(Selector selector, Resources resources) {
    this.selector = selector;
    this.resources = resources;
  }

  /** Makes physical operators of DAGs and says where they run. */
  public interface Selector {
    /** Where the operators of a DAG run as they are. */
    ExecTypes execTypes(Dag dag);

    /** {@code liveOut} null: every variable is needed afterwards. */
    Selected select(Dag dag, Set<String> liveOut);
  }

  /** A DAG of physical operators, and where they run. */
  public record Selected(Dag dag, ExecTypes types) {}

  /** The program with its placements; the same if nothing is distributed. */
  public static HopProgram inject(HopProgram program, Selector selector, Resources resources) {
    if (resources.mode() == Settings.Exec.LOCAL) {
      return program;
    }
    Placement placement = new Placement(selector, resources);
    List<HopBlock> main = placement.blocks(program.main(), new HashMap<>());
    Map<String, HopProgram.HopFunction> placed = new HashMap<>();
    // Callers first: what they keep need not be kept again.
    for (String key : CallOrder.of(program)) {
      HopProgram.HopFunction f = program.functions().get(key);
      List<HopBlock> body = placement.blocks(f.body(), placement.keptParameters(key, f));
      placed.put(key, new HopProgram.HopFunction(f.source(), body));
    }
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    program.functions().keySet().forEach(key -> functions.put(key, placed.get(key)));
    return program.with(main, functions);
  }

  private List<HopBlock> blocks(List<HopBlock> blocks, Map<String, Op> kept) {
    return new Sequence(kept, Set.of()).place(blocks);
  }

  /** Parameters that all calls found so far give a value that is kept. */
  private Map<String, Op> keptParameters(String key, HopProgram.HopFunction f) {
    Map<String, Op> kept = new HashMap<>();
    List<Op> arguments = keptArguments.getOrDefault(key, List.of());
    for (int i = 0; i < arguments.size() && i < f.source().parameters().size(); i++) {
      if (arguments.get(i) != null) {
        kept.put(f.source().parameters().get(i).name(), arguments.get(i));
      }
    }
    return kept;
  }

  /** What a call gives; a later one takes away what it does not keep. */
  private void called(String key, List<Op> arguments) {
    keptArguments.merge(
        key,
        arguments,
        (before, now) -> {
          List<Op> both = new ArrayList<>(before);
          for (int i = 0; i < both.size(); i++) {
            both.set(i, i < now.size() && now.get(i) == both.get(i) ? both.get(i) : null);
          }
          return both;
        });
  }

  // ---- blocks in a row

  /** A checkpoint behind a read, and how often the matrix was used since. */
  private record FreshRead(int block, int uses) {}

  /** One list of blocks, in the order of execution. */
  private final class Sequence {
    /** Variables whose values executors keep, and in which way. */
    private final Map<String, Op> kept;

    /** Variables that must not be assigned here: a parfor loop merges them. */
    private final Set<String> merged;

    private final Map<String, FreshRead> reads = new HashMap<>();
    private final List<HopBlock> placed = new ArrayList<>();

    private Sequence(Map<String, Op> kept, Set<String> merged) {
      this.kept = kept;
      this.merged = merged;
    }

    private List<HopBlock> place(List<HopBlock> blocks) {
      for (HopBlock block : blocks) {
        Set<String> assigned = assignedVariables.of(block);
        if (block instanceof HopBlock.Straight straight) {
          countUses(straight.dag());
          Map<String, Op> before = new HashMap<>(kept);
          forget(assigned);
          HopBlock.Straight withReads = withReads(straight);
          placed.add(withReads);
          copies(withReads.dag(), before);
          calls(withReads.dag(), before);
        } else if (block instanceof HopBlock.If branch) {
          if (!reads.isEmpty()) {
            HopBlock.forEachDag(List.of(branch), this::countUses);
          }
          List<HopBlock> then = inside(branch.then(), kept, merged);
          List<HopBlock> otherwise = inside(branch.otherwise(), kept, merged);
          forget(assigned);
          placed.add(
              new HopBlock.If(
                  branch.predicate(), then, otherwise, branch.liveness(), branch.span()));
        } else {
          beforeLoop(block, assigned);
          forget(assigned);
          placed.add(loop(block));
        }
      }
      new ArrayList<>(reads.keySet()).forEach(this::removeIfNeedless);
      return List.copyOf(placed);
    }

    private List<HopBlock> inside(
        List<HopBlock> blocks, Map<String, Op> keptBefore, Set<String> notAssigned) {
      return new Sequence(new HashMap<>(keptBefore), notAssigned).place(blocks);
    }

    /** What the loop assigns is forgotten already: its body may run again after it has. */
    private HopBlock loop(HopBlock block) {
      if (block instanceof HopBlock.While loop) {
        return loop.with(loop.predicate(), inside(loop.body(), kept, merged));
      }
      HopBlock.For loop = (HopBlock.For) block;
      Set<String> notAssigned = new HashSet<>(merged);
      if (loop.parallel() && !loop.body().isEmpty()) {
        notAssigned.addAll(loop.body().get(0).liveness().in());
      }
      return loop.with(loop.bounds(), inside(loop.body(), kept, notAssigned));
    }

    private void forget(Set<String> assigned) {
      for (String variable : assigned) {
        removeIfNeedless(variable);
        kept.remove(variable);
      }
    }

    /** Another name for a kept value. */
    private void copies(Dag dag, Map<String, Op> before) {
      for (Dag.Root root : dag.roots()) {
        if (root instanceof Dag.Bind bind
            && bind.hop() instanceof Hop.Read read
            && before.containsKey(read.variable())) {
          kept.put(bind.variable(), before.get(read.variable()));
        }
      }
    }

    private void calls(Dag dag, Map<String, Op> before) {
      for (Hop hop : DagView.operandsFirst(dag)) {
        if (hop instanceof Hop.Invoke call) {
          List<Op> arguments = new ArrayList<>();
          for (Hop argument : call.inputs()) {
            arguments.add(
                argument instanceof Hop.Read read
                    ? before.get(read.variable())
                    : argument instanceof Hop.Compute c && PlacementOps.isPlacement(c.op())
                        ? c.op()
                        : null);
          }
          called(call.function().key(), arguments);
        }
      }
    }

    // ---- reads

    private HopBlock.Straight withReads(HopBlock.Straight straight) {
      Uses uses = new Uses(straight.dag());
      if (uses.nodes.stream().noneMatch(Placement.this::isLargeRead)) {
        return straight; // most blocks
      }
      Map<Hop, Hop> checkpoints = new IdentityHashMap<>();
      ExecTypes types = selector.execTypes(straight.dag());
      for (Hop hop : uses.nodes) {
        if (isDistributedRead(hop, types) && uses.of(hop) > 1) {
          checkpoints.put(hop, call(checkpoint(hop.info()), hop));
        }
      }
      for (Dag.Root root : straight.dag().roots()) {
        if (root instanceof Dag.Bind bind
            && isDistributedRead(bind.hop(), types)
            && straight.liveness().out().contains(bind.variable())) {
          Op op = checkpoint(bind.hop().info());
          checkpoints.putIfAbsent(bind.hop(), call(op, bind.hop()));
          kept.put(bind.variable(), op);
          reads.put(bind.variable(), new FreshRead(placed.size(), uses.of(bind.hop())));
        }
      }
      return checkpoints.isEmpty()
          ? straight
          : new HopBlock.Straight(
              straight.dag().replacing(checkpoints::get), straight.liveness(), straight.span());
    }

    private boolean isDistributedRead(Hop hop, ExecTypes types) {
      return isLargeRead(hop) && types.of(hop).isOnSpark();
    }

    private void countUses(Dag dag) {
      if (reads.isEmpty()) {
        return;
      }
      Uses uses = new Uses(dag);
      reads.replaceAll(
          (variable, read) -> new FreshRead(read.block(), read.uses() + uses.of(variable)));
    }

    /** Before the variable of a read changes, or is kept in another way. */
    private void removeIfNeedless(String variable) {
      FreshRead read = reads.remove(variable);
      if (read == null || read.uses() > 1) {
        return;
      }
      HopBlock.Straight block = (HopBlock.Straight) placed.get(read.block());
      Map<Hop, Hop> plain = new IdentityHashMap<>();
      for (Dag.Root root : block.dag().roots()) {
        if (root instanceof Dag.Bind bind && bind.variable().equals(variable)) {
          plain.put(bind.hop(), bind.hop().inputs().get(0));
        }
      }
      placed.set(
          read.block(),
          new HopBlock.Straight(block.dag().replacing(plain::get), block.liveness(), block.span()));
      kept.remove(variable);
    }

    // ---- loops

    private void beforeLoop(HopBlock loop, Set<String> assigned) {
      LoopUses uses = new LoopUses();
      uses.add(List.of(loop));
      List<Dag.Root> roots = new ArrayList<>();
      uses.found.forEach(
          (variable, use) -> {
            boolean stays = loop.liveness().in().contains(variable);
            if (!stays || assigned.contains(variable) || merged.contains(variable)) {
              return;
            }
            Info info = uses.reads.get(variable).info();
            Op op = use == OperandUse.JOINED ? PlacementOps.REPARTITION : checkpoint(info);
            Op before = kept.get(variable);
            if (before == null || (op == PlacementOps.REPARTITION && before != op)) {
              if (before != null) {
                removeIfNeedless(variable);
              }
              kept.put(variable, op);
              Hop read = new Hop.Read(variable, info, loop.span());
              roots.add(new Dag.Bind(variable, call(op, read)));
            } else {
              reads.remove(variable);
            }
          });
      // The largest first: the others are placed as it is.
      roots.sort(Comparator.comparingDouble(root -> -Footprint.of(root.hop().info())));
      if (!roots.isEmpty()) {
        Set<String> live = loop.liveness().in();
        placed.add(
            new HopBlock.Straight(
                new Dag(List.copyOf(roots)), new Block.Liveness(live, live), loop.span()));
      }
    }
  }

  // ---- uses

  /** How the distributed operators of a loop take the variables that it reads. */
  private final class LoopUses {
    private final Map<String, OperandUse> found = new TreeMap<>();
    private final Map<String, Hop.Read> reads = new HashMap<>();
    private final Set<Hop> joined = new HashSet<>();

    private void add(List<HopBlock> blocks) {
      HopBlock.forEach(
          blocks,
          block ->
              add(block.dag(), block instanceof HopBlock.Straight ? block.liveness().out() : null));
    }

    private void add(Dag dag, Set<String> liveOut) {
      Uses uses = new Uses(dag);
      if (uses.nodes.stream().noneMatch(h -> h instanceof Hop.Read r && !fitsDriver(r.info()))) {
        return; // most DAGs: there is nothing to keep
      }
      // Selecting operators costs more than a look at the memory that they need.
      if (selector.execTypes(dag).anyOnSpark()) {
        Selected selected = selector.select(dag, liveOut);
        visit(selected.dag(), selected.types());
      } else {
        visit(dag, null);
      }
    }

    /** {@code types} is null where everything is local: then only calls of functions count. */
    private void visit(Dag dag, ExecTypes types) {
      DagView.operandsFirst(dag).forEach(hop -> visit(hop, types));
    }

    private void visit(Hop hop, ExecTypes types) {
      for (int i = 0; i < hop.inputs().size(); i++) {
        Hop input = hop.inputs().get(i);
        if (input == null) {
          continue;
        }
        if (input instanceof Hop.Read read && !fitsDriver(read.info())) {
          add(read, use(hop, i, types));
        }
        if (use(hop, i, types) == OperandUse.JOINED) {
          join(input, types);
        }
      }
    }

    private void add(Hop.Read read, OperandUse use) {
      if (use != null && use != OperandUse.BROADCAST) {
        reads.put(read.variable(), read);
        found.merge(read.variable(), use, (a, b) -> a.compareTo(b) > 0 ? a : b);
      }
    }

    /** Operators that leave blocks at their positions also leave them where they are. */
    private void join(Hop hop, ExecTypes types) {
      if (!joined.add(hop)) {
        return;
      }
      if (hop instanceof Hop.Read read && !fitsDriver(read.info())) {
        add(read, OperandUse.JOINED);
      } else if (hop instanceof Hop.Compute call
          && types.of(hop).isOnSpark()
          && call.op().distribution().isAligned()) {
        for (Hop input : call.inputs()) {
          if (input != null && input.info().isMatrix() && sameShape(input.info(), call.info())) {
            join(input, types);
          }
        }
      }
    }

    private static boolean sameShape(Info a, Info b) {
      return a.size().known()
          && a.size().rows() == b.size().rows()
          && a.size().cols() == b.size().cols();
    }

    /** Null if the hop does not use the cells on Spark. */
    private OperandUse use(Hop hop, int argument, ExecTypes types) {
      if (hop instanceof Hop.Invoke) {
        // Whatever the function does with it, it can't do it here.
        boolean tooLarge =
            Footprint.of(hop.inputs().get(argument).info()) > resources.localBudget();
        return tooLarge ? OperandUse.BLOCKS : null;
      }
      if (types == null || !(hop instanceof Hop.Compute call) || !types.of(hop).isOnSpark()) {
        return null;
      }
      List<Info> operands = call.operands();
      if (operands.get(argument) == null || !operands.get(argument).isMatrix()) {
        return null;
      }
      Method method = types.of(hop).method();
      return Chooser.areKnown(operands)
          ? OperandUse.of(call.op(), operands, argument, method, resources.cluster())
          : OperandUse.BLOCKS;
    }
  }

  /** Operators that use cells, by variable and by hop; a call of a function counts twice. */
  private static final class Uses {
    private final Map<String, Integer> ofVariables = new HashMap<>();
    private final Map<Hop, Integer> ofHops = new IdentityHashMap<>();
    private final List<Hop> nodes;

    Uses(Dag dag) {
      nodes = DagView.operandsFirst(dag);
      nodes.forEach(this::count);
    }

    private void count(Hop hop) {
      int weight = hop instanceof Hop.Invoke ? 2 : asksForSize(hop) ? 0 : 1;
      for (Hop input : hop.inputs()) {
        if (input != null) {
          ofHops.merge(input, weight, Integer::sum);
          if (input instanceof Hop.Read read) {
            ofVariables.merge(read.variable(), weight, Integer::sum);
          }
        }
      }
    }

    private static boolean asksForSize(Hop hop) {
      return hop instanceof Hop.Compute call && call.op().has(Property.ASKS_SHAPE);
    }

    private int of(String variable) {
      return ofVariables.getOrDefault(variable, 0);
    }

    private int of(Hop hop) {
      return ofHops.getOrDefault(hop, 0);
    }
  }

  // ---- operators

  private boolean isLargeRead(Hop hop) {
    return hop instanceof Hop.Compute call
        && call.op().has(Property.READS_FILE)
        && !fitsDriver(hop.info());
  }

  /** As a whole and in blocks; what has no known size is left to recompilation. */
  private boolean fitsDriver(Info info) {
    if (info == null || !info.isMatrix() || !info.size().known()) {
      return true;
    }
    return 2 * Footprint.of(info.size()) <= resources.localBudget();
  }

  private Op checkpoint(Info info) {
    Size size = info.size();
    boolean ultraSparse =
        size.nnzKnown() && size.cols() > 1 && size.nnz() < ULTRA_SPARSE_PER_ROW * size.rows();
    return ultraSparse && Footprint.of(size) > resources.cluster().dataMemory()
        ? PlacementOps.CHECKPOINT_SERIALIZED
        : PlacementOps.CHECKPOINT;
  }

  private static Hop call(Op op, Hop input) {
    Span span = input.span();
    return new Hop.Compute(op, List.of(input), List.of(), List.of(input.info()), span, span);
  }
}
