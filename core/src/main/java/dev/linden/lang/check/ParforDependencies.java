package dev.linden.lang.check;

import dev.linden.base.Span;
import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.lang.Stmt;
import dev.linden.op.DataType;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether iterations of a parfor loop may depend on each other. Result variables (with a value
 * before the loop, written in the body) may only be written cell by cell, such that two iterations
 * never touch the same cell, or as a whole by {@code +=} on a matrix. Two accesses are told apart
 * where the index of a dimension moves with the loop variable in both at the same speed; everything
 * else counts as a dependency, which {@code check=0} overrules.
 */
final class ParforDependencies {
  private static final String HINT = "add check=0 to the loop if its iterations are independent";

  /** Larger indices and coefficients are given up, so that no arithmetic on them overflows. */
  private static final long LARGEST = 1L << 40;

  private final Block.For loop;
  private final State entry;
  private final Problems problems;
  private final Map<Block, Block.Liveness> liveness;
  private final Set<String> assignedInBody;

  /** Largest distance of two iterations, and the distance of neighbours. */
  private final long maximalDistance;

  private final long step;

  /** Accesses by result variable in the order of the text. */
  private final Map<String, Uses> results = new TreeMap<>();

  /**
   * One place that reads or writes cells of a result variable; a dimension without known interval
   * is null.
   */
  private record Access(boolean write, Interval rows, Interval cols, Span span) {}

  /** Positions {@code a*i + symbols + [low, high]} in iteration i. */
  private record Interval(long coefficient, Map<String, Long> symbols, long low, long high) {}

  private static final class Uses {
    final List<Access> accesses = new ArrayList<>();
    final List<Span> wholeReads = new ArrayList<>();
    final List<Span> wholeWrites = new ArrayList<>();
    final List<Span> accumulations = new ArrayList<>();
  }

  ParforDependencies(
      Block.For loop, State entry, Map<Block, Block.Liveness> liveness, Problems problems) {
    this.loop = loop;
    this.entry = entry;
    this.liveness = liveness;
    this.problems = problems;
    this.assignedInBody = Variables.assignedIn(loop.body());
    Long by = loop.step() == null ? Long.valueOf(1) : constant(loop.step());
    // Any smaller step is on the safe side.
    this.step = by == null || by == 0 ? 1 : Math.min(Math.abs(by), 1 << 20);
    Long from = constant(loop.from());
    Long to = constant(loop.to());
    this.maximalDistance = from == null || to == null ? Long.MAX_VALUE : Math.abs(to - from) / step;
  }

  void check() {
    for (String variable : resultVariables()) {
      results.put(variable, new Uses());
    }
    if (results.isEmpty() || maximalDistance == 0) {
      return;
    }
    visit(loop.body(), Map.of());
    results.forEach(this::report);
  }

  /**
   * Variables that exist before the loop and are written in it, except those whose value never
   * leaves an iteration.
   */
  private Set<String> resultVariables() {
    Set<String> needed = new TreeSet<>(liveness.get(loop).out());
    if (!loop.body().isEmpty()) {
      needed.addAll(liveness.get(loop.body().get(0)).in());
    }
    Set<String> names = new TreeSet<>(assignedInBody);
    names.removeIf(
        name ->
            name.equals(loop.variable())
                || !needed.contains(name)
                || entry.find(name) == null
                || Broken.is(entry.find(name)));
    return names;
  }

  private void report(String variable, Uses uses) {
    Info info = entry.find(variable);
    boolean accumulates = info.data() == DataType.MATRIX && !uses.accumulations.isEmpty();
    if (!accumulates) {
      uses.wholeWrites.addAll(uses.accumulations);
    }
    for (Span span : uses.wholeWrites) {
      problems.error(
          span,
          "iterations of parfor depend on each other: "
              + variable
              + " has a value before the loop and is"
              + " assigned as a whole in its body",
          info.data() == DataType.SCALAR
              ? "collect the values in the cells of a matrix, one per iteration; or " + HINT
              : HINT);
    }
    if (!uses.wholeWrites.isEmpty()) {
      return;
    }
    if (accumulates && !(uses.accesses.isEmpty() && uses.wholeReads.isEmpty())) {
      problems.error(
          uses.accumulations.get(0),
          "iterations of parfor depend on each other: "
              + variable
              + " is accumulated and also used in another way in the body",
          HINT);
      return;
    }
    for (Span span : uses.wholeReads) {
      problems.error(
          span,
          "iterations of parfor depend on each other: all of "
              + variable
              + " is read while other iterations write cells of it",
          HINT);
    }
    reportOverlaps(variable, uses.accesses);
  }

  private void reportOverlaps(String variable, List<Access> accesses) {
    for (int i = 0; i < accesses.size(); i++) {
      Access first = accesses.get(i);
      if (first.write() && !disjoint(first, first)) {
        problems.error(
            first.span(),
            "iterations of parfor depend on each other: two of them may write the same cells of "
                + variable,
            "an index must be a linear function of "
                + loop.variable()
                + ", such as 2*"
                + loop.variable()
                + "+1; or "
                + HINT);
        return;
      }
    }
    for (int i = 0; i < accesses.size(); i++) {
      for (int j = 0; j < i; j++) {
        Access first = accesses.get(i);
        Access second = accesses.get(j);
        if ((first.write() || second.write()) && !disjoint(first, second)) {
          boolean bothWrite = first.write() && second.write();
          problems.error(
              (first.write() ? second : first).span(),
              "iterations of parfor depend on each other: one may "
                  + (bothWrite ? "write" : "read")
                  + " cells of "
                  + variable
                  + " that another one writes",
              HINT);
          return;
        }
      }
    }
  }

  /** True when two different iterations never touch the same cell with these accesses. */
  private boolean disjoint(Access first, Access second) {
    return apart(first.rows(), second.rows()) || apart(first.cols(), second.cols());
  }

  private boolean apart(Interval first, Interval second) {
    if (first == null
        || second == null
        || first.coefficient() != second.coefficient()
        || !first.symbols().equals(second.symbols())) {
      return false;
    }
    // They meet where the distance of the iterations moves one interval onto the other.
    long low = second.low() - first.high();
    long high = second.high() - first.low();
    if (first.coefficient() == 0) {
      return low > 0 || high < 0;
    }
    return !hitsMultiple(low, high, first.coefficient())
        && !hitsMultiple(-high, -low, first.coefficient());
  }

  /**
   * Whether {@code [low, high]} contains a positive distance between positions of two iterations.
   */
  private boolean hitsMultiple(long low, long high, long coefficient) {
    long unit = Math.abs(coefficient) * step;
    long distance = Math.max(1, Math.floorDiv(Math.max(low, 1) + unit - 1, unit));
    return distance <= maximalDistance && distance <= high / unit && high > 0;
  }

  // Collecting accesses. Inner loop variables with constant bounds are known by their range.

  private void visit(List<Block> blocks, Map<String, long[]> innerRanges) {
    for (Block block : blocks) {
      if (block instanceof Block.Basic basic) {
        basic.statements().forEach(statement -> visit(statement, innerRanges));
      } else if (block instanceof Block.If branch) {
        visit(branch.predicate(), innerRanges);
        visit(branch.then(), innerRanges);
        visit(branch.otherwise(), innerRanges);
      } else if (block instanceof Block.While inner) {
        visit(inner.predicate(), innerRanges);
        visit(inner.body(), innerRanges);
      } else {
        visitLoop((Block.For) block, innerRanges);
      }
    }
  }

  private void visitLoop(Block.For inner, Map<String, long[]> innerRanges) {
    visit(inner.from(), innerRanges);
    visit(inner.to(), innerRanges);
    if (inner.step() != null) {
      visit(inner.step(), innerRanges);
    }
    if (results.containsKey(inner.variable())) {
      results.get(inner.variable()).wholeWrites.add(inner.span());
    }
    Map<String, long[]> ranges = new HashMap<>(innerRanges);
    Long from = constant(inner.from());
    Long to = constant(inner.to());
    boolean reassigned = Variables.assignedIn(inner.body()).contains(inner.variable());
    if (from != null && to != null && !reassigned) {
      ranges.put(inner.variable(), new long[] {Math.min(from, to), Math.max(from, to)});
    } else {
      ranges.remove(inner.variable());
    }
    visit(inner.body(), ranges);
  }

  private void visit(Stmt statement, Map<String, long[]> innerRanges) {
    if (statement instanceof Stmt.Assign assign && results.containsKey(assign.variable())) {
      Uses uses = results.get(assign.variable());
      Expr addend = addend(assign);
      if (addend != null) {
        uses.accumulations.add(assign.span());
        visit(addend, innerRanges);
        return;
      }
      if (writesCells(assign)) {
        List<Expr> arguments = ((Expr.OpCall) assign.value()).arguments();
        uses.accesses.add(access(true, arguments.subList(2, 6), assign.span(), innerRanges));
        arguments.stream().skip(1).filter(Objects::nonNull).forEach(a -> visit(a, innerRanges));
        return;
      }
    }
    for (String variable : Variables.assignedBy(statement)) {
      if (results.containsKey(variable)) {
        results.get(variable).wholeWrites.add(statement.span());
      }
    }
    visit(Variables.valueOf(statement), innerRanges);
  }

  private void visit(Expr expression, Map<String, long[]> innerRanges) {
    if (expression instanceof Expr.Var variable && results.containsKey(variable.name())) {
      results.get(variable.name()).wholeReads.add(variable.span());
      return;
    }
    if (expression instanceof Expr.OpCall call
        && call.op().name().equals("[]")
        && call.arguments().get(0) instanceof Expr.Var target
        && results.containsKey(target.name())) {
      List<Expr> bounds = call.arguments().subList(1, 5);
      results.get(target.name()).accesses.add(access(false, bounds, call.span(), innerRanges));
      bounds.stream().filter(Objects::nonNull).forEach(bound -> visit(bound, innerRanges));
      return;
    }
    if (readsSizeOnly(expression)) {
      return;
    }
    Variables.parts(expression).forEach(part -> visit(part, innerRanges));
  }

  /** The size of a result variable is the same in all iterations. */
  private static boolean readsSizeOnly(Expr expression) {
    return expression instanceof Expr.OpCall call
        && Set.of("nrow", "ncol", "length").contains(call.op().name())
        && call.arguments().get(0) instanceof Expr.Var;
  }

  private static boolean writesCells(Stmt.Assign assign) {
    return assign.value() instanceof Expr.OpCall call
        && call.op().name().equals("[]<-")
        && call.arguments().get(0) instanceof Expr.Var target
        && target.name().equals(assign.variable());
  }

  /**
   * {@code B} when the statement is {@code A = A + B}, which is what {@code A += B} means; else
   * null.
   */
  private static Expr addend(Stmt.Assign assign) {
    return assign.value() instanceof Expr.OpCall call
            && call.op().name().equals("+")
            && call.arguments().get(0) instanceof Expr.Var target
            && target.name().equals(assign.variable())
        ? call.arguments().get(1)
        : null;
  }

  private Access access(
      boolean write, List<Expr> bounds, Span span, Map<String, long[]> innerRanges) {
    return new Access(
        write,
        interval(bounds.get(0), bounds.get(1), innerRanges),
        interval(bounds.get(2), bounds.get(3), innerRanges),
        span);
  }

  private Interval interval(Expr from, Expr to, Map<String, long[]> innerRanges) {
    Interval first = interval(from, innerRanges);
    Interval last = to == null ? first : interval(to, innerRanges);
    boolean same =
        first != null
            && last != null
            && first.coefficient() == last.coefficient()
            && first.symbols().equals(last.symbols());
    return same
        ? new Interval(first.coefficient(), first.symbols(), first.low(), last.high())
        : null;
  }

  private Interval interval(Expr position, Map<String, long[]> innerRanges) {
    LinearIndex index = position == null ? null : linear(position);
    if (index == null || assignedInBody.contains(loop.variable())) {
      return null;
    }
    Map<String, Long> symbols = new TreeMap<>();
    long coefficient = 0;
    long low = index.constant();
    long high = index.constant();
    for (Map.Entry<String, Long> term : index.coefficients().entrySet()) {
      String name = term.getKey();
      long a = term.getValue();
      long[] range = innerRanges.get(name);
      if (!isSmall(a)) {
        return null;
      }
      if (range != null) {
        if (!isSmall(range[0] * (double) a) || !isSmall(range[1] * (double) a)) {
          return null;
        }
        low += Math.min(a * range[0], a * range[1]);
        high += Math.max(a * range[0], a * range[1]);
      } else if (name.equals(loop.variable())) {
        coefficient = a;
      } else if (assignedInBody.contains(name)) {
        return null;
      } else {
        symbols.put(name, a);
      }
    }
    return isSmall(low) && isSmall(high) ? new Interval(coefficient, symbols, low, high) : null;
  }

  private static boolean isSmall(double value) {
    return Math.abs(value) <= LARGEST;
  }

  /** Values that hold in the whole loop: of variables that the loop does not assign. */
  private LinearIndex linear(Expr expression) {
    return LinearIndex.of(expression, this::constantOf);
  }

  private Scalar constantOf(String variable) {
    Info info = entry.assigned(variable);
    boolean invariant = !variable.equals(loop.variable()) && !assignedInBody.contains(variable);
    return invariant && info != null ? info.constant() : null;
  }

  private Long constant(Expr expression) {
    LinearIndex index = linear(expression);
    return index != null && index.coefficients().isEmpty() ? index.constant() : null;
  }
}
