package dev.linden.hop;

import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.KnownCall;
import dev.linden.op.Size;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A DAG with the sizes that follow from the values its variables have at the moment.
 *
 * <p>Matrices become known by dimensions and non-zeros, which may turn calls such as {@code
 * nrow(X)} into constants. Scalars are used to evaluate size expressions like {@code matrix(0, n, 2
 * * k)}, but stay variables: the result holds for other values that lead to the same sizes.
 */
public final class SizeUpdate {
  /**
   * @param sizes of all matrices in the DAG: what a plan made for it depends on
   */
  public record Sized(Dag dag, List<Size> sizes) {}

  private final Map<String, Info> leaves;
  private final Environment environment;

  /** What is known of hops whose value follows from that of a scalar variable; by the new hop. */
  private final Map<Hop, Info> momentary = new IdentityHashMap<>();

  private final List<Size> sizes = new ArrayList<>();

  private SizeUpdate(Map<String, Info> leaves, Environment environment) {
    this.leaves = leaves;
    this.environment = environment;
  }

  /**
   * @param leaves what is known of the variables now; scalars as constants
   * @throws dev.linden.base.InputError when an operation can't succeed with these sizes
   */
  public static Sized update(Dag dag, Map<String, Info> leaves, Environment environment) {
    SizeUpdate update = new SizeUpdate(leaves, environment);
    return new Sized(Rebuild.copying(update::update).of(dag), update.sizes);
  }

  /**
   * Scalar variables on which sizes of results depend that are not known yet. Only they need to be
   * evaluated for an update.
   */
  public static Set<String> sizeScalars(Dag dag) {
    return sizeScalars(dag, call -> true);
  }

  /** The same, without those that only choose a part of another matrix. */
  public static Set<String> generatingScalars(Dag dag) {
    return sizeScalars(dag, call -> !call.op().isOfPart());
  }

  private static Set<String> sizeScalars(Dag dag, Predicate<Hop.Compute> which) {
    Set<String> found = new HashSet<>();
    DagView.operandsFirst(dag).forEach(hop -> findSizeScalars(hop, which, found));
    return found;
  }

  private static void findSizeScalars(Hop hop, Predicate<Hop.Compute> which, Set<String> found) {
    if (hop instanceof Hop.Compute call
        && which.test(call)
        && call.results().stream().anyMatch(r -> r.isMatrix() && !r.size().known())) {
      for (int i = 0; i < call.inputs().size(); i++) {
        // A variable that is watched without need costs an evaluation whenever it changes.
        if (call.op().isSizedBy(i, argument -> call.inputs().get(argument) != null)) {
          addScalars(call.inputs().get(i), found);
        }
      }
    }
  }

  private static void addScalars(Hop hop, Set<String> found) {
    if (hop == null || hop.info() == null || !hop.info().isScalar() || hop.info().isString()) {
      return;
    }
    if (hop instanceof Hop.Read read) {
      found.add(read.variable());
    } else if (hop instanceof Hop.Compute call && call.op().isPure()) {
      hop.inputs().forEach(input -> addScalars(input, found));
    }
  }

  private Hop update(Hop hop, List<Hop> inputs) {
    Hop updated = updated(hop, inputs);
    if (updated.info() != null && updated.info().isMatrix()) {
      sizes.add(updated.info().size());
    }
    return updated;
  }

  private Hop updated(Hop hop, List<Hop> inputs) {
    if (hop instanceof Hop.Read read) {
      return leaf(read);
    }
    if (inputs.equals(hop.inputs()) && !dependsOnMoment(inputs)) {
      return hop;
    } else if (hop instanceof Hop.Compute call) {
      return call(call, inputs);
    } else if (hop instanceof Hop.Invoke invoke) {
      return invoke.with(inputs, invoke.results(), invoke.span());
    }
    return result((Hop.Result) hop, inputs.get(0));
  }

  private boolean dependsOnMoment(List<Hop> inputs) {
    for (Hop input : inputs) {
      if (input != null && momentary.containsKey(input)) {
        return true;
      }
    }
    return false;
  }

  private Hop leaf(Hop.Read read) {
    Info now = leaves.get(read.variable());
    if (now == null) {
      return read;
    }
    if (now.isScalar()) {
      // A node of its own, so that what depends on it is looked at again.
      Hop.Read same = new Hop.Read(read.variable(), read.info(), read.span());
      momentary.put(same, now);
      return same;
    }
    return new Hop.Read(read.variable(), merged(read.info(), now), read.span());
  }

  private Hop call(Hop.Compute call, List<Hop> inputs) {
    List<Info> arguments = new ArrayList<>(inputs.size());
    boolean fromScalars = false;
    for (Hop input : inputs) {
      Info now = input == null ? null : momentary.get(input);
      fromScalars |= now != null;
      arguments.add(input == null || now != null ? now : input.info());
    }
    List<Info> inferred = new KnownCall(call.op(), arguments, call.names(), environment).infer();
    List<Info> results = new ArrayList<>(inferred.size());
    for (int k = 0; k < inferred.size(); k++) {
      Info before = call.results().get(k);
      Info now = inferred.get(k);
      results.add(fromScalars && now.isScalar() ? before : merged(before, now));
    }
    Hop.Compute same =
        new Hop.Compute(
            call.op(),
            inputs,
            call.names(),
            results,
            call.operatorSpan(),
            call.argumentSpans(),
            call.span());
    if (fromScalars
        && inferred.size() == 1
        && inferred.get(0).isConstant()
        && !results.get(0).isConstant()) {
      momentary.put(same, inferred.get(0));
    }
    return same;
  }

  private static Hop result(Hop.Result result, Hop call) {
    Info info =
        call instanceof Hop.Compute compute ? compute.results().get(result.index()) : result.info();
    return new Hop.Result(call, result.index(), info);
  }

  /** Both hold; earlier analysis may have known more than the operator's own rule. */
  private static Info merged(Info before, Info now) {
    if (!now.isMatrix() || before.data() != now.data()) {
      return now;
    }
    Size a = before.size();
    Size b = now.size();
    long nnz = !b.nnzKnown() ? a.nnz() : a.nnzKnown() ? Math.min(a.nnz(), b.nnz()) : b.nnz();
    return now.withSize(
        Size.of(b.rowsKnown() ? b.rows() : a.rows(), b.colsKnown() ? b.cols() : a.cols(), nnz));
  }
}
