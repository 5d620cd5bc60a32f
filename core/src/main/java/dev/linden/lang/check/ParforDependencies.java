package dev.linden.lang.check;

import dev.linden.base.LindenBug;
import dev.linden.base.Span;
import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.lang.Stmt;
import dev.linden.op.CellwiseOps;
import dev.linden.op.DataType;
import dev.linden.op.IndexOps;
import dev.linden.op.Info;
import dev.linden.op.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether iterations of a parfor loop may depend on each other. Result variables (with a value
 * before the loop, written in the body) may only be written cell by cell, such that two iterations
 * never touch the same cell, or as a whole by {@code +=} on a matrix. {@link IterationOverlap}
 * decides about two accesses; everything that it can't tell apart counts as a dependency, which
 * {@code check=0} overrules.
 */
final class ParforDependencies {
  private static final String HINT = "add check=0 to the loop if its iterations are independent";

  private final Block.For loop;
  private final State entry;
  private final Problems problems;
  private final Map<Block, Block.Liveness> liveness;
  private final Set<String> assignedInBody;
  private final IterationOverlap overlap;

  /** Accesses by result variable in the order of the text. */
  private final Map<String, Uses> results = new TreeMap<>();

  private static final class Uses {
    final List<IterationOverlap.Access> accesses = new ArrayList<>();
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
    this.overlap = new IterationOverlap(loop, entry, assignedInBody);
  }

  void check() {
    for (String variable : resultVariables()) {
      results.put(variable, new Uses());
    }
    if (results.isEmpty() || overlap.isSingleIteration()) {
      return;
    }
    visit(loop.body(), List.of());
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
      Span other = uses.accesses.isEmpty() ? uses.wholeReads.get(0) : uses.accesses.get(0).span();
      problems.error(
          uses.accumulations.get(0),
          "iterations of parfor depend on each other: "
              + variable
              + " is accumulated and also used in another way in the body, at "
              + place(other),
          HINT);
      return;
    }
    for (Span span : uses.wholeReads) {
      problems.error(
          span,
          "iterations of parfor depend on each other: all of "
              + variable
              + " is read while other iterations write cells of it, at "
              + place(firstWrite(uses)),
          HINT);
    }
    reportOverlaps(variable, uses.accesses);
  }

  private static Span firstWrite(Uses uses) {
    return uses.accesses.stream()
        .filter(IterationOverlap.Access::write)
        .findFirst()
        .map(IterationOverlap.Access::span)
        .orElseThrow(() -> new LindenBug("a result variable is never written"));
  }

  /** {@code 3:7}. */
  private static String place(Span span) {
    return span.line() + ":" + span.column();
  }

  private void reportOverlaps(String variable, List<IterationOverlap.Access> accesses) {
    for (int i = 0; i < accesses.size(); i++) {
      IterationOverlap.Access first = accesses.get(i);
      if (first.write() && overlap.isPossible(first, first)) {
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
        IterationOverlap.Access first = accesses.get(i);
        IterationOverlap.Access second = accesses.get(j);
        if ((first.write() || second.write()) && overlap.isPossible(first, second)) {
          boolean bothWrite = first.write() && second.write();
          IterationOverlap.Access here = bothWrite || second.write() ? first : second;
          IterationOverlap.Access there = here == first ? second : first;
          problems.error(
              here.span(),
              "iterations of parfor depend on each other: one may "
                  + (bothWrite ? "write" : "read")
                  + " cells of "
                  + variable
                  + " that another one writes at "
                  + place(there.span()),
              HINT);
          return;
        }
      }
    }
  }

  // ---- collecting accesses

  private void visit(List<Block> blocks, List<Block.For> inner) {
    for (Block block : blocks) {
      if (block instanceof Block.Basic basic) {
        basic.statements().forEach(statement -> visit(statement, inner));
      } else if (block instanceof Block.If branch) {
        visit(branch.predicate(), inner);
        visit(branch.then(), inner);
        visit(branch.otherwise(), inner);
      } else if (block instanceof Block.While nested) {
        visit(nested.predicate(), inner);
        visit(nested.body(), inner);
      } else {
        visitLoop((Block.For) block, inner);
      }
    }
  }

  private void visitLoop(Block.For nested, List<Block.For> inner) {
    visit(nested.from(), inner);
    visit(nested.to(), inner);
    if (nested.step() != null) {
      visit(nested.step(), inner);
    }
    if (results.containsKey(nested.variable())) {
      results.get(nested.variable()).wholeWrites.add(nested.span());
    }
    List<Block.For> chain = new ArrayList<>(inner);
    chain.add(nested);
    visit(nested.body(), chain);
  }

  private void visit(Stmt statement, List<Block.For> inner) {
    if (statement instanceof Stmt.Assign assign && results.containsKey(assign.variable())) {
      Uses uses = results.get(assign.variable());
      Expr addend = addend(assign);
      if (addend != null) {
        uses.accumulations.add(assign.span());
        visit(addend, inner);
        return;
      }
      if (writesCells(assign)) {
        List<Expr> arguments = ((Expr.OpCall) assign.value()).arguments();
        uses.accesses.add(
            IterationOverlap.access(true, arguments.subList(2, 6), assign.span(), inner));
        arguments.stream().skip(1).filter(Objects::nonNull).forEach(a -> visit(a, inner));
        return;
      }
    }
    for (String variable : Variables.assignedBy(statement)) {
      if (results.containsKey(variable)) {
        results.get(variable).wholeWrites.add(statement.span());
      }
    }
    visit(Variables.valueOf(statement), inner);
  }

  private void visit(Expr expression, List<Block.For> inner) {
    if (expression instanceof Expr.Var variable && results.containsKey(variable.name())) {
      results.get(variable.name()).wholeReads.add(variable.span());
      return;
    }
    if (expression instanceof Expr.OpCall call
        && call.op() == IndexOps.INDEX
        && call.arguments().get(0) instanceof Expr.Var target
        && results.containsKey(target.name())) {
      List<Expr> bounds = call.arguments().subList(1, 5);
      results
          .get(target.name())
          .accesses
          .add(IterationOverlap.access(false, bounds, call.span(), inner));
      bounds.stream().filter(Objects::nonNull).forEach(bound -> visit(bound, inner));
      return;
    }
    if (readsSizeOnly(expression)) {
      return;
    }
    Variables.parts(expression).forEach(part -> visit(part, inner));
  }

  /** The size of a result variable is the same in all iterations. */
  private static boolean readsSizeOnly(Expr expression) {
    return expression instanceof Expr.OpCall call
        && call.op().has(Property.ASKS_SHAPE)
        && call.arguments().get(0) instanceof Expr.Var;
  }

  private static boolean writesCells(Stmt.Assign assign) {
    return assign.value() instanceof Expr.OpCall call
        && call.op() == IndexOps.ASSIGN
        && call.arguments().get(0) instanceof Expr.Var target
        && target.name().equals(assign.variable());
  }

  /**
   * {@code B} when the statement is {@code A = A + B}, which is what {@code A += B} means; else
   * null.
   */
  private static Expr addend(Stmt.Assign assign) {
    return assign.value() instanceof Expr.OpCall call
            && call.op() == CellwiseOps.PLUS
            && call.arguments().get(0) instanceof Expr.Var target
            && target.name().equals(assign.variable())
        ? call.arguments().get(1)
        : null;
  }
}
