package dev.linden.hop;

import dev.linden.base.LindenBug;
import dev.linden.base.Span;
import dev.linden.lang.Function;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Property;
import dev.linden.op.Scalar;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A node of an operator DAG: a value and how it comes about. Immutable; rewriting makes new nodes.
 * The edges are the data dependencies: {@link #inputs()}, with null where an optional argument is
 * absent.
 */
public abstract sealed class Hop implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<Hop> inputs;
  private final Info info;
  private final Span span;

  private Hop(List<Hop> inputs, Info info, Span span) {
    this.inputs = Collections.unmodifiableList(new ArrayList<>(inputs));
    this.info = info;
    this.span = span;
  }

  public List<Hop> inputs() {
    return inputs;
  }

  /** What is known about the value; null for a call without result. */
  public Info info() {
    return info;
  }

  public Span span() {
    return span;
  }

  /** What is written before it is computed before it, what is written after it later. */
  public boolean isBarrier() {
    return false;
  }

  /** What EXPLAIN shows as the operator. */
  public abstract String label();

  /**
   * The same node over other inputs that give the same sizes; itself if nothing is different.
   * {@link HopFactory#withInputs} infers the sizes anew.
   */
  public final Hop withInputs(List<Hop> others) {
    return others.equals(inputs) ? this : over(others); // hops are equal if they are the same
  }

  Hop over(List<Hop> others) {
    throw new LindenBug(label() + " has no inputs");
  }

  public static final class Literal extends Hop {
    private static final long serialVersionUID = 1L;

    private final Scalar value;

    public Literal(Scalar value, Span span) {
      super(List.of(), Info.constant(value), span);
      this.value = value;
    }

    public Scalar value() {
      return value;
    }

    @Override
    public String label() {
      return value.toString();
    }
  }

  /** The value that a variable has when the DAG starts. */
  public static final class Read extends Hop {
    private static final long serialVersionUID = 1L;

    private final String variable;

    public Read(String variable, Info info, Span span) {
      super(List.of(), info, span);
      this.variable = variable;
    }

    public String variable() {
      return variable;
    }

    @Override
    public String label() {
      return variable;
    }
  }

  /** An operator of the catalogue; stands for its first result. */
  public static final class Compute extends Hop {
    private static final long serialVersionUID = 1L;

    private final Op op;
    private final List<String> names;
    private final List<Info> results;
    private final Span operatorSpan;
    private final List<Span> argumentSpans;

    /** For operators that stand nowhere in the script: arguments are shown where they come from. */
    public Compute(
        Op op,
        List<Hop> inputs,
        List<String> names,
        List<Info> results,
        Span operatorSpan,
        Span span) {
      this(op, inputs, names, results, operatorSpan, spans(inputs), span);
    }

    public Compute(
        Op op,
        List<Hop> inputs,
        List<String> names,
        List<Info> results,
        Span operatorSpan,
        List<Span> argumentSpans,
        Span span) {
      super(inputs, results.isEmpty() ? null : results.get(0), span);
      this.op = op;
      this.names = names;
      this.results = results;
      this.operatorSpan = operatorSpan;
      this.argumentSpans = argumentSpans;
    }

    private static List<Span> spans(List<Hop> inputs) {
      List<Span> spans = new ArrayList<>();
      inputs.forEach(input -> spans.add(input == null ? null : input.span()));
      return Collections.unmodifiableList(spans);
    }

    public Op op() {
      return op;
    }

    /** What is known of the arguments, null where absent. */
    public List<Info> operands() {
      List<Info> operands = new ArrayList<>(inputs().size());
      for (Hop input : inputs()) {
        operands.add(input == null ? null : input.info());
      }
      return operands;
    }

    /** Names of variadic arguments, or empty. */
    public List<String> names() {
      return names;
    }

    public List<Info> results() {
      return results;
    }

    public Span operatorSpan() {
      return operatorSpan;
    }

    /** Where the arguments stand in this call, null where absent. */
    public List<Span> argumentSpans() {
      return argumentSpans;
    }

    @Override
    public boolean isBarrier() {
      return op.has(Property.BARRIER);
    }

    @Override
    public String label() {
      return op.name();
    }

    @Override
    Hop over(List<Hop> others) {
      return new Compute(op, others, names, results, operatorSpan, argumentSpans, span());
    }
  }

  /** A call of a user-defined function; stands for its first result. */
  public static final class Invoke extends Hop {
    private static final long serialVersionUID = 1L;

    private final Function.Ref function;
    private final List<Info> results;
    private final boolean barrier;

    /**
     * @param barrier the function, or one that it calls, has a barrier inside
     */
    Invoke(
        Function.Ref function, List<Hop> inputs, List<Info> results, boolean barrier, Span span) {
      super(inputs, results.isEmpty() ? null : results.get(0), span);
      this.function = function;
      this.results = results;
      this.barrier = barrier;
    }

    /** The same call with other arguments, of which other things are known. */
    public Invoke with(List<Hop> inputs, List<Info> known, Span place) {
      return new Invoke(function, inputs, known, barrier, place);
    }

    @Override
    public boolean isBarrier() {
      return barrier;
    }

    public Function.Ref function() {
      return function;
    }

    public List<Info> results() {
      return results;
    }

    @Override
    public String label() {
      return "call " + function.name();
    }

    @Override
    Hop over(List<Hop> others) {
      return with(others, results, span());
    }
  }

  /** Result number {@code index} (1 or more) of a call with several. */
  public static final class Result extends Hop {
    private static final long serialVersionUID = 1L;

    private final int index;

    public Result(Hop call, int index, Info info) {
      super(List.of(call), info, call.span());
      this.index = index;
    }

    public Hop call() {
      return inputs().get(0);
    }

    public int index() {
      return index;
    }

    @Override
    public String label() {
      return "result " + (index + 1);
    }

    @Override
    Hop over(List<Hop> others) {
      return new Result(others.get(0), index, info());
    }
  }

  /** Whether a variable has a value when the DAG starts. */
  public static final class Exists extends Hop {
    private static final long serialVersionUID = 1L;

    private final String variable;

    public Exists(String variable, Span span) {
      super(List.of(), Info.scalar(dev.linden.op.ValueType.BOOLEAN), span);
      this.variable = variable;
    }

    public String variable() {
      return variable;
    }

    @Override
    public String label() {
      return "exists " + variable;
    }
  }
}
