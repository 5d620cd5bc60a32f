package dev.linden.opt;

import dev.linden.hop.Hop;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Function;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Carries sizes, types and constants over the whole program: through blocks, into functions whose
 * calls agree on them, and out of functions to their callers.
 *
 * <p>How: every round begins with what is known for sure, so whatever it adds is sure as well. The
 * main script and then the functions, callers first, are gone through with what all their calls
 * have in common; what holds at the end of a function is known of its results in the next round.
 * Bounds of non-zeros are joined like sizes: the largest holds for every call. Recursive functions
 * and those that {@code eval} may call are taken as declared.
 */
final class FunctionFacts {
  /** Results reach callers in the second round, and what these pass on in the third. */
  private static final int MOST_ROUNDS = 3;

  private final HopFactory factory;
  private final RewriteReport report;
  private final CallGraph calls;
  private HopProgram program;
  private Map<String, List<Info>> results = new HashMap<>();

  /** With what parameters the body of a function was gone through last. */
  private final Map<String, Facts> starts = new HashMap<>();

  /** Functions whose results were learned in the last round; null in the first. */
  private Set<String> learned;

  /** Parameters of which the last round knew more than their declaration says. */
  private int informed;

  private FunctionFacts(HopProgram program, HopFactory factory, RewriteReport report) {
    this.program = program;
    this.factory = factory;
    this.report = report;
    this.calls = new CallGraph(program);
    program
        .functions()
        .forEach(
            (key, f) ->
                results.put(key, f.source().results().stream().map(HopFactory::declared).toList()));
  }

  static HopProgram propagate(HopProgram program, HopFactory factory, RewriteReport report) {
    return new FunctionFacts(program, factory, report).run();
  }

  private HopProgram run() {
    int rounds = program.functions().isEmpty() ? 1 : MOST_ROUNDS;
    for (int round = 0; round < rounds; round++) {
      Map<String, List<Info>> before = results;
      round();
      learned = new HashSet<>();
      results.forEach(
          (key, infos) -> {
            if (!infos.equals(before.get(key))) {
              learned.add(key);
            }
          });
      if (learned.isEmpty()) {
        break;
      }
    }
    for (int i = 0; i < informed; i++) {
      report.fired(Optimizer.FUNCTION_FACTS);
    }
    return program;
  }

  private void round() {
    informed = 0;
    FactPropagation propagation = new FactPropagation(factory, results);
    Map<String, List<Info>> arguments = new HashMap<>();
    Map<String, List<Info>> found = new HashMap<>(results);
    Facts start = new Facts(program.main().isEmpty() ? Set.of() : inputs());
    List<HopBlock> main = propagation.run(program.main(), start).blocks();
    collectArguments(main, arguments);
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>(program.functions());
    for (String key : calls.callersFirst()) {
      HopProgram.HopFunction f = functions.get(key);
      Facts parameters = parameters(f.source(), arguments.get(key));
      Facts last = starts.put(key, parameters.copy());
      if (parameters.equals(last) && Collections.disjoint(calls.callees(key), learned)) {
        collectArguments(f.body(), arguments);
        continue;
      }
      FactPropagation.Propagated body = propagation.run(f.body(), parameters);
      functions.put(key, new HopProgram.HopFunction(f.source(), body.blocks()));
      collectArguments(body.blocks(), arguments);
      if (!calls.isRecursive(key)) {
        found.put(key, results(f.source(), body.end()));
      }
    }
    program = program.with(main, Collections.unmodifiableMap(functions));
    results = found;
  }

  /** Variables that may have a value before the script starts. */
  private Set<String> inputs() {
    return program.main().get(0).liveness().in();
  }

  /** Joins what the calls in these blocks pass; null stands where nothing is known. */
  private void collectArguments(List<HopBlock> blocks, Map<String, List<Info>> arguments) {
    HopBlock.forEachHop(
        blocks,
        hop -> {
          if (hop instanceof Hop.Invoke invoke) {
            List<Info> given = new ArrayList<>();
            invoke.inputs().forEach(input -> given.add(input.info()));
            arguments.merge(invoke.function().key(), given, FunctionFacts::join);
          }
        });
  }

  private static List<Info> join(List<Info> a, List<Info> b) {
    List<Info> joined = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      Info x = a.get(i);
      Info y = b.get(i);
      joined.add(x == null || y == null || x.data() != y.data() ? null : x.join(y));
    }
    return joined;
  }

  private Facts parameters(Function function, List<Info> arguments) {
    Facts facts = new Facts(new HashSet<>());
    String key = function.ref().key();
    boolean declaredOnly = arguments == null || calls.isRecursive(key) || calls.isCalledByName(key);
    for (int i = 0; i < function.parameters().size(); i++) {
      Function.Parameter parameter = function.parameters().get(i);
      Info declared = HopFactory.declared(parameter);
      Info info = declaredOnly ? declared : passed(arguments.get(i), declared);
      if (!info.equals(declared)) {
        informed++;
      }
      facts.assign(parameter.name(), info);
    }
    return facts;
  }

  private static List<Info> results(Function function, Facts end) {
    List<Info> results = new ArrayList<>();
    for (Function.Parameter result : function.results()) {
      Info declared = HopFactory.declared(result);
      results.add(passed(end.get(result.name()), declared));
    }
    return results;
  }

  /** What is known of a value once it has been passed: scalars take the declared type. */
  private static Info passed(Info given, Info declared) {
    if (given == null || given.data() != declared.data()) {
      return declared;
    }
    ValueType type = declared.value();
    if (!declared.isScalar() || type == ValueType.UNKNOWN || given.value() == type) {
      return given;
    }
    boolean widened =
        type == ValueType.DOUBLE
            && (given.value() == ValueType.INT || given.value() == ValueType.BOOLEAN);
    return widened && given.isConstant()
        ? Info.constant(Scalar.of(given.constant().asDouble()))
        : declared;
  }
}
