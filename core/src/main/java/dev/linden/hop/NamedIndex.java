package dev.linden.hop;

import dev.linden.base.Span;
import dev.linden.lang.Expr;
import dev.linden.op.DataType;
import dev.linden.op.IndexOps;
import dev.linden.op.NamedColumns;
import dev.linden.op.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads or writes a part of a matrix or frame whose columns are given by names. Names become
 * positions by operators of their own: {@code X[i, "age"]} is {@code X[i, p]} with p the position
 * of the column, and {@code X[i, list("age", "sex")]} takes columns out of {@code X[i, ]}. So all
 * that knows indexes knows numbers only.
 */
final class NamedIndex {
  private final Expr.OpCall call;
  private final List<Hop> inputs;
  private final List<Span> spans;
  private final SizePropagation sizes;
  private final int columns;

  NamedIndex(Expr.OpCall call, List<Hop> inputs, List<Span> spans, SizePropagation sizes) {
    this.call = call;
    this.inputs = new ArrayList<>(inputs);
    this.spans = spans;
    this.sizes = sizes;
    this.columns = columns(call.op());
  }

  /** Where the bounds of columns are among the arguments of an index. */
  private static int columns(Op op) {
    return op == IndexOps.INDEX ? 3 : 4;
  }

  static boolean isNamed(Op op, List<Hop> inputs) {
    if (op != IndexOps.INDEX && op != IndexOps.ASSIGN) {
      return false;
    }
    int from = columns(op);
    return inputs.get(0).info().data() != DataType.LIST
        && (isMarked(op, inputs) || isName(inputs.get(from)) || isName(inputs.get(from + 1)));
  }

  /** Rows are selected by marks. */
  private static boolean isMarked(Op op, List<Hop> inputs) {
    return op == IndexOps.INDEX && inputs.get(1) != null && !inputs.get(1).info().isScalar();
  }

  private static boolean isName(Hop bound) {
    return bound != null && (bound.info().isString() || !bound.info().isScalar());
  }

  Hop hop() {
    if (isMarked(call.op(), inputs)) {
      inputs.set(0, compute(IndexOps.MARKED_ROWS, List.of(inputs.get(0), inputs.get(1)), 1));
      inputs.set(1, null);
      if (inputs.get(columns) == null) {
        return inputs.get(0);
      } else if (!isName(inputs.get(columns)) && !isName(inputs.get(columns + 1))) {
        return compute(call.op(), inputs, spans);
      }
    }
    if (!inputs.get(columns).info().isScalar()) {
      return select();
    }
    for (int i = columns; i <= columns + 1; i++) {
      if (isName(inputs.get(i))) {
        inputs.set(i, compute(NamedColumns.POSITION, List.of(inputs.get(0), inputs.get(i)), i));
      }
    }
    return compute(call.op(), inputs, spans);
  }

  private Hop select() {
    List<Hop> rows = new ArrayList<>(inputs.subList(0, columns));
    rows.addAll(Arrays.asList(null, null));
    boolean allRows = inputs.get(1) == null;
    Hop part = allRows ? inputs.get(0) : compute(IndexOps.INDEX, rows, spans);
    return compute(NamedColumns.SELECT, List.of(part, inputs.get(columns)), columns);
  }

  /** An operator on the variable and the bound at {@code argument}. */
  private Hop compute(Op op, List<Hop> operands, int argument) {
    return compute(op, operands, List.of(spans.get(0), spans.get(argument)));
  }

  private Hop compute(Op op, List<Hop> operands, List<Span> operandSpans) {
    return new Hop.Compute(
        op,
        operands,
        List.of(),
        sizes.infer(op, operands, List.of()),
        call.operatorSpan(),
        operandSpans,
        call.span());
  }
}
