package dev.linden.opt;

import dev.linden.base.InputError;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.hop.Rebuild;
import dev.linden.lang.Function;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts the bodies of functions in place of their calls, so that rules, common subexpressions and
 * fusion see through them.
 *
 * <p>When: the function is small, or is called once and is not large; it does not call itself; all
 * its variables surely have a value when they are read, and so have its results; and the types of
 * the scalars that it takes and returns are known to fit. Calls in predicates are replaced by
 * bodies without control flow only.
 *
 * <p>Everything keeps its order: arguments are computed before the body, and what can fail is
 * computed even if nobody reads it. Places in the script remember the call, so that errors show the
 * same calls as without inlining. Liveness is that of the original blocks; the caller computes it
 * anew.
 */
final class Inlining {
  /** Operators of a function that is inlined wherever it is called. */
  private static final int SMALL = 16;

  /** Operators of a function that is inlined if it is called once. */
  private static final int MODERATE = 40;

  private final HopFactory factory;
  private final RewriteReport report;
  private final CallGraph calls;
  private final Map<String, HopProgram.HopFunction> functions;
  private final BlockJoin join;
  private final Map<String, Boolean> inlinable = new HashMap<>();
  private int copies;

  /** Variables of the body at hand that may have no value when they are read. */
  private Set<String> uncertain = Set.of();

  private Inlining(HopProgram program, HopFactory factory, RewriteReport report) {
    this.factory = factory;
    this.report = report;
    this.calls = new CallGraph(program);
    this.functions = new LinkedHashMap<>(program.functions());
    this.join = new BlockJoin(factory);
  }

  /** Needs liveness that is up to date. */
  static HopProgram inline(HopProgram program, HopFactory factory, RewriteReport report) {
    return program.functions().isEmpty()
        ? program
        : new Inlining(program, factory, report).run(program);
  }

  private HopProgram run(HopProgram program) {
    for (String key : calls.calleesFirst()) {
      HopProgram.HopFunction f = functions.get(key);
      uncertain = LiveVariables.uncertain(f.body());
      f.source().parameters().forEach(parameter -> uncertain.remove(parameter.name()));
      functions.put(key, new HopProgram.HopFunction(f.source(), blocks(f.body())));
    }
    uncertain = LiveVariables.uncertain(program.main());
    return program.with(blocks(program.main()), functions);
  }

  private boolean isInlinable(String key) {
    Boolean known = inlinable.get(key);
    if (known == null) {
      known = decide(key);
      inlinable.put(key, known);
    }
    return known;
  }

  private boolean decide(String key) {
    HopProgram.HopFunction f = functions.get(key);
    if (calls.isRecursive(key) || f.body().isEmpty()) {
      return false;
    }
    int limit = calls.sites(key) == 1 ? MODERATE : SMALL;
    int[] operators = {0};
    boolean[] asksForValues = {false};
    boolean[] waits = {false};
    HopBlock.forEachHop(
        f.body(),
        hop -> {
          operators[0] += hop.inputs().isEmpty() ? 0 : 1;
          asksForValues[0] |= hop instanceof Hop.Exists;
          waits[0] |= hop.isBarrier();
        });
    Set<String> readFirst = new HashSet<>(f.body().get(0).liveness().in());
    f.source().parameters().forEach(parameter -> readFirst.remove(parameter.name()));
    // Arguments are computed before a call; of an inlined one perhaps behind its barrier.
    return operators[0] <= limit && !asksForValues[0] && !waits[0] && readFirst.isEmpty();
  }

  private List<HopBlock> blocks(List<HopBlock> blocks) {
    List<HopBlock> result = new ArrayList<>();
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.Straight b) {
        List<HopBlock> parts = straight(b);
        join.append(result, parts.get(0), false);
        for (HopBlock part : parts.subList(1, parts.size())) {
          join.append(result, part, true);
        }
      } else {
        result.add(block.map(this::predicate, this::blocks));
      }
    }
    return result;
  }

  // ---- calls in straight-line code

  private List<HopBlock> straight(HopBlock.Straight block) {
    List<HopBlock> parts = new ArrayList<>();
    HopBlock.Straight rest = block;
    for (int i = 0; i < rest.dag().roots().size(); i++) {
      Hop call = rest.dag().roots().get(i).hop();
      InlinedBody body = bodyFor(rest.dag().roots().get(i));
      if (body == null) {
        continue;
      }
      if (body.isStraight()) {
        Dag dag = spliced(rest.dag(), i, body, false);
        if (dag != null) {
          i += dag.roots().size() - rest.dag().roots().size();
          rest = rest.with(dag);
          inlined(call);
        }
      } else {
        SplitDag split = SplitDag.at(rest.dag(), i, body, factory);
        if (split == null) {
          continue;
        }
        parts.add(rest.with(split.before()));
        parts.addAll(body.blocks());
        rest = rest.with(split.after());
        i = -1;
        inlined(call);
      }
    }
    parts.add(rest);
    return parts;
  }

  /** A copy of the body of the function that a root calls, or null if it can't be inlined. */
  private InlinedBody bodyFor(Dag.Root root) {
    if (!(root instanceof Dag.Effect) || !(root.hop() instanceof Hop.Invoke call)) {
      return null;
    }
    String key = call.function().key();
    if (!isInlinable(key)) {
      return null;
    }
    Function function = functions.get(key).source();
    List<Hop> arguments = new ArrayList<>();
    for (int i = 0; i < call.inputs().size(); i++) {
      Hop argument = Passing.convert(call.inputs().get(i), function.parameters().get(i), factory);
      if (argument == null || mayHaveNoValue(argument)) {
        return null;
      }
      arguments.add(argument);
    }
    copies++;
    return InlinedBody.of(call, arguments, functions.get(key), factory, copies);
  }

  private void inlined(Hop call) {
    report.fired(Optimizer.INLINING, call.span(), call.label(), "its body");
  }

  /** A call notices a variable without a value even if the function does not read it. */
  private boolean mayHaveNoValue(Hop argument) {
    return DagView.operandsFirst(argument).stream()
        .anyMatch(hop -> hop instanceof Hop.Read read && uncertain.contains(read.variable()));
  }

  private Dag predicate(Dag dag) {
    Dag current = dag;
    for (int i = 0; i < current.roots().size(); i++) {
      Hop call = current.roots().get(i).hop();
      InlinedBody body = bodyFor(current.roots().get(i));
      if (body != null && body.isStraight()) {
        Dag changed = spliced(current, i, body, true);
        if (changed != null) {
          i += changed.roots().size() - current.roots().size();
          current = changed;
          inlined(call);
        }
      }
    }
    return current;
  }

  /**
   * The DAG with a body of one DAG in place of root number {@code i}, or null if the body turns out
   * to be impossible with these arguments: then the call must fail as it would have.
   *
   * @param predicate the DAG must not bind variables; values that can fail are still computed
   */
  private Dag spliced(Dag dag, int i, InlinedBody body, boolean predicate) {
    try {
      List<Dag.Root> roots = new ArrayList<>(dag.roots().subList(0, i));
      for (Dag.Root root : body.straight()) {
        if (!(root instanceof Dag.Bind)) {
          roots.add(root);
        } else if (!Droppable.isDroppable(root.hop())) {
          roots.add(predicate ? new Dag.Effect(root.hop()) : root);
        }
      }
      List<Hop> results = body.straightResults();
      if (results == null) {
        return null;
      }
      Dag rest = new Dag(dag.roots().subList(i + 1, dag.roots().size()));
      Rebuild rebuild = Rebuild.copying(factory::over);
      Passing.presetResults(rebuild, rest, body.call(), results);
      roots.addAll(rebuild.roots(rest.roots()));
      return new Dag(List.copyOf(roots));
    } catch (InputError revealed) {
      return null;
    }
  }
}
