package dev.linden.plan.cost;

import dev.linden.base.Span;
import dev.linden.hop.AssignedVariables;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Iterations;
import dev.linden.lang.Function;
import dev.linden.op.CompressionOps;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Property;
import dev.linden.opt.LoopFacts;
import dev.linden.plan.compress.ExpectedIterations;
import dev.linden.plan.distribute.Exec;
import dev.linden.plan.distribute.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Goes through a program as a run would, with sizes in place of values: a loop by its first
 * iteration and a later one, which finds on executors what the first has left there; of branches,
 * both by halves. Functions are gone through where they are called.
 */
final class Walk {
  /** How often a branch is taken. */
  private static final double BRANCH = 0.5;

  /** Loops in each other that are gone through twice; the time doubles with each. */
  private static final int MOST_NESTED_LOOPS = 6;

  /** Seconds to hand an operator over to threads, and for one of scalars. */
  private static final double OPERATOR = 5e-6;

  private static final double SCALAR = 1e-7;

  private final HopProgram program;
  private final Placement.Selector selector;
  private final Environment environment;
  private final OnCluster cluster;
  private final Rates rates;
  private final int threads;
  private final ExpectedIterations iterations;
  private final HopFactory factory;
  private final AssignedVariables assigned = new AssignedVariables();
  private final Map<Dag, Placement.Selected> selected = new IdentityHashMap<>();
  private final Map<Hop.Invoke, List<HopBlock>> bodies = new IdentityHashMap<>();

  /** Functions that are being gone through: one that calls itself is so once. */
  private final Set<String> active = new HashSet<>();

  /** Loops around, in callers as well. */
  private int loops;

  /** Operators whose results have sizes that were made up. */
  private final Set<String> assumedSizes = new TreeSet<>();

  /** Operators of unknown size, which count as nothing. */
  private final Set<String> unknown = new TreeSet<>();

  Walk(
      HopProgram program,
      Placement.Selector selector,
      Environment environment,
      OnCluster cluster,
      Rates rates,
      int threads) {
    this.program = program;
    this.selector = selector;
    this.environment = environment;
    this.cluster = cluster;
    this.rates = rates;
    this.threads = threads;
    this.factory = new HopFactory(environment);
    this.iterations = new ExpectedIterations(factory);
  }

  Node run() {
    Node main = new Node("MAIN", 0, false);
    main.add(1, Seconds.NONE);
    new Scope(0, threads).blocks(program.main(), 1, main);
    return main;
  }

  Set<String> unknown() {
    return unknown;
  }

  Set<String> assumedSizes() {
    return assumedSizes;
  }

  /** What a function gives, and its size if that is known, else null. */
  private record Result(Held held, Info info) {}

  /** The variables of the main program, or of a call of a function. */
  private final class Scope {
    private final Map<String, Held> variables = new HashMap<>();
    private final Numbers numbers = new Numbers();
    private final Sizes sizes = new Sizes(factory, assumedSizes);

    /** Where the call stands in the main program; 0 for that itself. */
    private final int callLine;

    /** That an operator of this process has. */
    private int cores;

    Scope(int callLine, int cores) {
      this.callLine = callLine;
      this.cores = cores;
    }

    // ---- blocks

    void blocks(List<HopBlock> blocks, double times, Node into) {
      blocks.forEach(block -> block(block, times, into));
    }

    private void block(HopBlock block, double times, Node parent) {
      int line = line(block.span());
      if (block instanceof HopBlock.Straight straight) {
        dag(straight.dag(), straight.liveness().out(), times, parent);
      } else if (block instanceof HopBlock.If branch) {
        Node node = parent.inside(block, "IF", line, false);
        node.add(times, Seconds.NONE);
        dag(branch.predicate(), null, times, node);
        double share = ends(branch.then()) ? 0 : ends(branch.otherwise()) ? 1 : BRANCH;
        blocks(branch.then(), share * times, node);
        blocks(branch.otherwise(), (1 - share) * times, node);
        numbers.forget(assigned.of(block));
      } else {
        loop(block, times, parent, line);
      }
    }

    /** A branch that ends the script is not taken by one that is worth a prediction. */
    private static boolean ends(List<HopBlock> blocks) {
      boolean[] stops = {false};
      HopBlock.forEachHop(
          blocks, hop -> stops[0] |= hop instanceof Hop.Compute c && c.op().has(Property.STOPS));
      return stops[0];
    }

    private void loop(HopBlock block, double times, Node parent, int line) {
      double count = count(block);
      boolean parallel = block instanceof HopBlock.For loop && loop.parallel();
      String word = parallel ? "PARFOR" : block instanceof HopBlock.For ? "FOR" : "WHILE";
      Node node = parent.inside(block, word, line, false);
      node.add(times * count, Seconds.NONE);
      int coresBefore = cores;
      double workers = 1;
      if (parallel) {
        workers = Math.max(1, Math.min(cores, count));
        cores = Math.max(1, (int) (cores / workers));
      }
      loops++;
      double first = loops > MOST_NESTED_LOOPS ? count : Math.min(1, count);
      iteration(block, times * first / workers, node);
      if (count > first) {
        iteration(block, times * (count - first) / workers, node);
      }
      loops--;
      cores = coresBefore;
      numbers.forget(assigned.of(block));
    }

    private void iteration(HopBlock block, double times, Node node) {
      boolean asks = block instanceof HopBlock.While;
      if (asks) {
        dag(block.dag(), null, times, node);
      } else {
        numbers.set(((HopBlock.For) block).variable(), Double.NaN);
      }
      blocks(block.inside(), times, node);
    }

    private double count(HopBlock block) {
      if (block instanceof HopBlock.For loop && Iterations.known(loop) >= 0) {
        return Iterations.known(loop);
      }
      double count = numbers.of(iterations.of(block, assigned.of(block)));
      return Double.isNaN(count) ? ExpectedIterations.assumed(block) : Math.max(0, count);
    }

    // ---- operators

    private void dag(Dag dag, Set<String> liveOut, double times, Node into) {
      Placement.Selected plan = selected.get(dag);
      if (plan == null) {
        plan = selector.select(sizes.known(dag), liveOut);
        selected.put(dag, plan);
      }
      InPlace inPlace = new InPlace(plan.dag(), liveOut);
      Map<Hop, Held> values = new IdentityHashMap<>();
      Map<Hop, List<Result>> results = new IdentityHashMap<>();
      for (Hop hop : DagView.operandsFirst(plan.dag())) {
        if (hop instanceof Hop.Read read) {
          values.put(
              hop, variables.computeIfAbsent(read.variable(), name -> cluster.given(hop.info())));
        } else if (hop instanceof Hop.Compute call) {
          values.put(
              hop, compute(call, plan.types().of(call), inPlace.is(call), values, times, into));
        } else if (hop instanceof Hop.Invoke call) {
          results.put(hop, invoke(call, values, times, into));
          results.get(hop).stream().limit(1).forEach(first -> values.put(hop, first.held()));
        } else if (hop instanceof Hop.Result result && results.containsKey(result.call())) {
          values.put(hop, results.get(result.call()).get(result.index()).held());
        } else {
          values.put(hop, Held.here());
        }
      }
      for (Dag.Root root : plan.dag().roots()) {
        if (root instanceof Dag.Bind bind) {
          variables.put(bind.variable(), values.getOrDefault(bind.hop(), Held.here()));
        }
      }
      numbers.after(plan.dag());
      sizes.after(plan.dag());
      sizesOfCalls(plan.dag(), results);
    }

    /** Of what functions give, more is known when they have been gone through. */
    private void sizesOfCalls(Dag dag, Map<Hop, List<Result>> results) {
      for (Dag.Root root : dag.roots()) {
        Hop hop = root.hop();
        Hop call = hop instanceof Hop.Result result ? result.call() : hop;
        int index = hop instanceof Hop.Result result ? result.index() : 0;
        if (root instanceof Dag.Bind bind && results.containsKey(call)) {
          sizes.set(bind.variable(), results.get(call).get(index).info());
        }
      }
    }

    private Held compute(
        Hop.Compute call,
        Exec exec,
        boolean inPlace,
        Map<Hop, Held> values,
        double times,
        Node into) {
      List<Held> operands = new ArrayList<>();
      for (Hop input : call.inputs()) {
        operands.add(input == null ? null : values.getOrDefault(input, Held.here()));
      }
      boolean asksShape = call.op().has(Property.ASKS_SHAPE);
      boolean decidesWhenRun = CompressionOps.decidesWhenRun(call.op());
      Work work = asksShape || decidesWhenRun ? null : Work.of(call, inPlace);
      Held result = Held.here();
      Seconds seconds = Seconds.NONE;
      if (exec.isOnSpark() && work != null) {
        OnCluster.Done done = cluster.run(call, exec.method(), operands, work);
        seconds = done.seconds();
        result = done.result();
      } else if (decidesWhenRun) {
        result = operands.get(0);
      } else if (work != null) {
        seconds = local(call, work, operands);
      } else if (!asksShape) {
        unknown.add(call.label());
      }
      String title = call.label() + (exec.isOnSpark() ? " " + exec : "");
      into.inside(call, title, line(call.span()), true).add(times, seconds);
      return result;
    }

    private Seconds local(Hop.Compute call, Work work, List<Held> operands) {
      Seconds seconds = Seconds.NONE;
      boolean matrices = call.info() != null && call.info().isMatrix();
      for (int i = 0; i < operands.size(); i++) {
        Info info = call.operands().get(i);
        if (info != null && info.isMatrix()) {
          matrices = true;
          seconds = seconds.plus(cluster.fetch(operands.get(i), info.size()));
        }
      }
      boolean file = call.op().has(Property.READS_FILE) || call.op().has(Property.WRITES_FILE);
      if (file && matrices) {
        return seconds.plus(Seconds.ofRead(FileWork.of(call).seconds(1, cores, rates)));
      }
      return seconds
          .plus(Seconds.ofCompute(matrices ? work.seconds(cores, rates) : 0))
          .plus(Seconds.ofOverhead(matrices ? OPERATOR : SCALAR));
    }

    // ---- functions

    /** Gives what it results in. */
    private List<Result> invoke(Hop.Invoke call, Map<Hop, Held> values, double times, Node into) {
      String key = call.function().key();
      HopProgram.HopFunction function = program.functions().get(key);
      Node node = into.inside(call, call.label(), line(call.span()), false);
      node.add(times, Seconds.NONE);
      if (function == null || !active.add(key)) {
        unknown.add(call.label());
        return call.results().stream().map(info -> new Result(Held.here(), info)).toList();
      }
      Scope scope = new Scope(line(call.span()), cores);
      List<Function.Parameter> parameters = function.source().parameters();
      for (int i = 0; i < parameters.size() && i < call.inputs().size(); i++) {
        Hop argument = call.inputs().get(i);
        if (argument != null) {
          String name = parameters.get(i).name();
          scope.variables.put(name, values.getOrDefault(argument, Held.here()));
          scope.numbers.set(name, numbers.of(argument));
          scope.sizes.set(name, argument.info());
        }
      }
      scope.blocks(body(call, function), times, node);
      active.remove(key);
      return function.source().results().stream()
          .map(
              result ->
                  new Result(
                      scope.variables.getOrDefault(result.name(), Held.here()),
                      scope.sizes.of(result.name())))
          .toList();
    }

    private List<HopBlock> body(Hop.Invoke call, HopProgram.HopFunction function) {
      return bodies.computeIfAbsent(
          call,
          c -> {
            List<Info> known = new ArrayList<>();
            c.inputs().forEach(input -> known.add(input == null ? null : input.info()));
            return LoopFacts.body(function, known, environment);
          });
    }

    private int line(Span span) {
      if (callLine > 0) {
        return callLine;
      }
      Span outermost = span;
      while (outermost.inlined() != null) {
        outermost = outermost.inlined().place();
      }
      return outermost.line();
    }
  }
}
