package dev.linden.lang.check;

import dev.linden.base.Span;
import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.op.Info;
import dev.linden.op.Property;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether two accesses to the same matrix may touch the same cell in different iterations of a
 * parfor loop (Boehm et al.: Hybrid Parallelization Strategies for Large-Scale Machine Learning in
 * SystemML, 2.3). Positions are linear functions of the loop variable, of variables of loops inside
 * it, each with its bounds, and of integers that stay the same in the whole loop; a range is an
 * artificial variable between its ends. The accesses are apart when the equations for both
 * dimensions together with all bounds have no solution for two different iterations.
 *
 * <p>A loop without a step runs downwards when its bounds say so. Inner loops are tried in both
 * directions; that the parfor loop itself runs upwards is left to the runtime, which executes one
 * that does not in sequence.
 */
final class IterationOverlap {
  /** Every loop of unknown direction doubles the number of cases. */
  private static final int MOST_OPEN_LOOPS = 3;

  /**
   * One place that reads or writes cells.
   *
   * @param bounds first and last row, first and last column; null where absent
   * @param loops those inside the parfor loop around the place, from the outside
   */
  record Access(boolean write, List<Expr> bounds, Span span, List<Block.For> loops) {}

  /** An access in one of the two iterations: values of the loop variables and their bounds. */
  private record Instance(Map<String, LinearIndex> values, LinearSystem system) {
    Instance copy() {
      return new Instance(new HashMap<>(values), system.copy());
    }
  }

  private final Block.For loop;
  private final State entry;
  private final Set<String> assignedInBody;
  private final boolean usable;

  IterationOverlap(Block.For loop, State entry, Set<String> assignedInBody) {
    this.loop = loop;
    this.entry = entry;
    this.assignedInBody = assignedInBody;
    this.usable = !assignedInBody.contains(loop.variable());
  }

  static Access access(boolean write, List<Expr> bounds, Span span, List<Block.For> loops) {
    List<Expr> copy = new ArrayList<>(bounds);
    return new Access(write, copy, span, loops);
  }

  boolean isSingleIteration() {
    return neverDifferent(new LinearSystem());
  }

  /** Numbers too large for the arithmetic prove nothing. */
  boolean isPossible(Access first, Access second) {
    try {
      return !areApart(first, second);
    } catch (ArithmeticException overflow) {
      return true;
    }
  }

  private boolean areApart(Access first, Access second) {
    for (Instance one : instances(first, "'")) {
      for (Instance other : instances(second, "\"")) {
        if (!apart(first, one, second, other)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean apart(Access first, Instance one, Access second, Instance other) {
    LinearSystem system = new LinearSystem();
    system.addAll(one.system());
    system.addAll(other.system());
    for (int dimension = 0; dimension < 2; dimension++) {
      LinearIndex a = position(first, dimension, one, system, "'");
      LinearIndex b = position(second, dimension, other, system, "\"");
      if (a != null && b != null && isWhole(a.minus(b))) {
        system.equal(a, b);
      }
    }
    return neverDifferent(system);
  }

  /** No solution for two different iterations. */
  private boolean neverDifferent(LinearSystem system) {
    LinearIndex one = LinearIndex.variable(counter("'"));
    LinearIndex other = LinearIndex.variable(counter("\""));
    Instance first = new Instance(new HashMap<>(), system);
    loopVariable(first, "'");
    loopVariable(new Instance(new HashMap<>(), system), "\"");
    LinearSystem later = system.copy();
    later.atMost(one.plus(LinearIndex.constant(1)), other);
    LinearSystem earlier = system.copy();
    earlier.atMost(other.plus(LinearIndex.constant(1)), one);
    return later.hasNoSolution() && earlier.hasNoSolution();
  }

  /** The number of the iteration, or a number that differs where iterations do. */
  private String counter(String mark) {
    return loop.variable() + mark;
  }

  /** One instance per combination of directions of inner loops. */
  private List<Instance> instances(Access access, String mark) {
    Instance start = new Instance(new HashMap<>(), new LinearSystem());
    start.values().put(loop.variable(), loopVariable(start, mark));
    List<Instance> instances = List.of(start);
    int open = 0;
    for (int depth = 0; depth < access.loops().size(); depth++) {
      Block.For inner = access.loops().get(depth);
      String counter = inner.variable() + depth + mark;
      List<Instance> next = new ArrayList<>();
      boolean bothWays = false;
      for (Instance instance : instances) {
        List<Integer> directions = directions(inner, instance);
        bothWays |= directions.size() > 1;
        if (open >= MOST_OPEN_LOOPS && directions.size() > 1) {
          directions = List.of(0);
        }
        for (int direction : directions) {
          Instance copy = instance.copy();
          copy.values().put(inner.variable(), innerVariable(inner, direction, counter, copy));
          next.add(copy);
        }
      }
      open += bothWays ? 1 : 0;
      instances = next;
    }
    return instances;
  }

  /** Steps that a loop may have: one if it is known, 1 and -1, or 0 if nothing is known. */
  private List<Integer> directions(Block.For inner, Instance instance) {
    boolean reassigned = Variables.assignedIn(inner.body()).contains(inner.variable());
    if (reassigned) {
      return List.of(0);
    }
    if (inner.step() != null) {
      LinearIndex step = linear(inner.step(), instance);
      return isSmallConstant(step) ? List.of((int) step.constant()) : List.of(0);
    }
    LinearIndex from = linear(inner.from(), instance);
    LinearIndex to = linear(inner.to(), instance);
    if (from == null || to == null || !isWhole(from) || !isWhole(to)) {
      return List.of(0);
    }
    LinearIndex distance = to.minus(from);
    if (distance.coefficients().isEmpty()) {
      return List.of(distance.constant() >= 0 ? 1 : -1);
    }
    return List.of(1, -1);
  }

  private LinearIndex innerVariable(Block.For inner, int step, String counter, Instance instance) {
    if (Variables.assignedIn(inner.body()).contains(inner.variable())) {
      return null;
    }
    LinearIndex from = linear(inner.from(), instance);
    LinearIndex to = linear(inner.to(), instance);
    return counted(from, to, step, counter, instance.system());
  }

  /** The parfor variable; all iterations have the same bounds. */
  private LinearIndex loopVariable(Instance instance, String mark) {
    if (!usable) {
      return null;
    }
    LinearIndex from = linear(loop.from(), instance);
    LinearIndex to = linear(loop.to(), instance);
    int step = 1;
    if (loop.step() != null) {
      LinearIndex by = linear(loop.step(), instance);
      step = isSmallConstant(by) ? (int) by.constant() : 0;
    } else if (from != null && to != null) {
      LinearIndex distance = to.minus(from);
      step = distance.coefficients().isEmpty() && distance.constant() < 0 ? -1 : 1;
    }
    return counted(from, to, step, counter(mark), instance.system());
  }

  /** {@code from + step * counter} within its bounds; step 0: any number. */
  private LinearIndex counted(
      LinearIndex from, LinearIndex to, int step, String counter, LinearSystem system) {
    LinearIndex count = LinearIndex.variable(counter);
    if (step == 0 || from == null || !isWhole(from)) {
      return count;
    }
    system.atMost(LinearIndex.constant(0), count);
    LinearIndex value = from.plus(count.times(step));
    if (to != null && isWhole(to)) {
      if (step > 0) {
        system.atMost(value, to);
      } else {
        system.atMost(to, value);
      }
    }
    return value;
  }

  /** Where an access touches a dimension; null when that may be anywhere. */
  private LinearIndex position(
      Access access, int dimension, Instance instance, LinearSystem system, String mark) {
    Expr from = access.bounds().get(2 * dimension);
    Expr to = access.bounds().get(2 * dimension + 1);
    LinearIndex first = from == null ? null : linear(from, instance);
    if (first == null || to == null) {
      return first;
    }
    LinearIndex last = linear(to, instance);
    if (last == null) {
      return null;
    }
    LinearIndex offset = LinearIndex.variable("[" + dimension + mark);
    system.atMost(LinearIndex.constant(0), offset);
    LinearIndex length = last.minus(first);
    if (isWhole(length)) {
      system.atMost(offset, length);
    }
    return first.plus(offset);
  }

  // ---- linear functions

  /** In terms of counters and of values that are the same in all iterations; else null. */
  private LinearIndex linear(Expr expression, Instance instance) {
    LinearIndex index = LinearIndex.of(expression, this::constantOf, this::invariantSize);
    if (index == null) {
      return null;
    }
    try {
      LinearIndex result = index;
      for (String name : index.coefficients().keySet()) {
        if (instance.values().containsKey(name)) {
          LinearIndex value = instance.values().get(name);
          if (value == null) {
            return null;
          }
          result = result.substitute(name, value);
        } else if (assignedInBody.contains(name) || name.equals(loop.variable())) {
          return null;
        }
      }
      return result;
    } catch (ArithmeticException overflow) {
      return null;
    }
  }

  /** Values that hold in the whole loop: of variables that the loop does not assign. */
  private Scalar constantOf(String variable) {
    Info info = entry.assigned(variable);
    boolean invariant = !variable.equals(loop.variable()) && !assignedInBody.contains(variable);
    return invariant && info != null ? info.constant() : null;
  }

  /** {@code nrow(X)} of a matrix that the loop does not assign. */
  private String invariantSize(Expr.OpCall call) {
    return call.op().has(Property.ASKS_SHAPE)
            && call.arguments().get(0) instanceof Expr.Var matrix
            && !assignedInBody.contains(matrix.name())
        ? call.op().name() + "(" + matrix.name() + ")"
        : null;
  }

  /**
   * Whether all variables in it are integers. Others, which may have fractions that positions cut
   * off, must cancel out.
   */
  private boolean isWhole(LinearIndex index) {
    for (String name : index.coefficients().keySet()) {
      Info info = entry.find(name);
      if (info != null && info.isScalar() && info.value() != ValueType.INT) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSmallConstant(LinearIndex index) {
    return index != null
        && index.coefficients().isEmpty()
        && index.constant() != 0
        && Math.abs(index.constant()) < 1 << 30;
  }
}
