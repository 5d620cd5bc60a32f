package dev.linden.op;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.kernel.fold.Aggregate;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/**
 * One operator of the language: everything any stage knows about it. Built-ins are constants of the
 * family classes ({@code CellwiseOps}, {@code AggregateOps}, ...) that {@link Catalogue} lists.
 *
 * <p>Other machines have the same operators: to be sent there, one is replaced by its {@link
 * Recipe}.
 */
public final class Op implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Finds or makes the same operator on another machine. */
  public interface Recipe extends Serializable {
    Op make();
  }

  /** Types and sizes of the results, and the checks of the call: throws {@link OpError}. */
  @FunctionalInterface
  public interface Rule {
    List<Info> infer(CallSite call);
  }

  /** Local execution. */
  @FunctionalInterface
  public interface Kernel {
    void run(Invocation call);
  }

  /**
   * Bytes a kernel needs at most besides inputs and output, on so many threads; infinite when a
   * size that it depends on is unknown.
   */
  @FunctionalInterface
  public interface Scratch {
    double bytes(CallSite call, int threads);
  }

  // Nothing is sent but the recipe.
  private final transient Recipe recipe;
  private final String name;
  private final String summary;
  private final transient List<Parameter> parameters;
  private final transient List<String> aliases;
  private final int results;
  private final transient Rule rule;
  private final transient Kernel kernel;
  private final transient Scratch scratch;
  private final transient EnumSet<Property> properties;
  private final transient Distribution distribution;
  private final transient UnaryFunction unary;
  private final transient BinaryFunction binary;
  private final transient ScalarKind scalarKind;
  private final transient Op ofOneArgument;
  private final transient FoldsCells fold;
  private final transient int[] overwritable;

  private Op(Builder b) {
    name = b.name;
    summary = b.summary;
    parameters = List.copyOf(b.parameters);
    aliases = List.copyOf(b.aliases);
    results = b.results;
    rule = b.rule;
    kernel = b.kernel;
    scratch = b.scratch;
    properties = EnumSet.copyOf(b.properties);
    distribution = b.distribution;
    unary = b.unary;
    binary = b.binary;
    scalarKind = b.scalarKind;
    ofOneArgument = b.ofOneArgument;
    fold = b.fold;
    overwritable = b.overwritable;
    recipe = b.recipe == null ? new OpName(name, fold != null) : b.recipe;
  }

  /** Sent instead of the operator. */
  private Object writeReplace() {
    return new Sent(recipe);
  }

  /** Unpacks itself where it arrives. */
  private record Sent(Recipe recipe) implements Serializable {
    private Object readResolve() {
      return recipe.make();
    }
  }

  /** How another machine gets this operator. */
  public Recipe recipe() {
    return recipe;
  }

  public static Builder define(String name, String summary) {
    return new Builder(name, summary);
  }

  /** As written in DML; operators by their sign. */
  public String name() {
    return name;
  }

  /** One sentence for the documentation. */
  public String summary() {
    return summary;
  }

  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * The name under which the variadic argument at position {@code i} was given; null if it has
   * none.
   */
  public String variadicName(List<String> names, int i) {
    int variadic = i - (parameters.size() - 1);
    return variadic >= 0 && variadic < names.size() ? names.get(variadic) : null;
  }

  /** Further names in DML. */
  public List<String> aliases() {
    return aliases;
  }

  /** How many results a call has: 0 for print and the like. */
  public int results() {
    return results;
  }

  /** Types and sizes of the results; throws {@link OpError} when the call can't be right. */
  public List<Info> infer(CallSite call) {
    checkDataTypes(call);
    return rule.infer(call);
  }

  private void checkDataTypes(CallSite call) {
    for (int i = 0; i < call.count(); i++) {
      OpError error = call.has(i) ? wrongType(i, call.in(i)) : null;
      if (error != null) {
        throw error;
      }
    }
  }

  /** What is wrong with the data type of an argument, or null. */
  public OpError wrongType(int argument, Info given) {
    boolean fits = parameter(argument).types().contains(given.data());
    return fits ? null : WrongType.error(this, argument, given);
  }

  /** The parameter that takes the argument at this position. */
  Parameter parameter(int argument) {
    return parameters.get(Math.min(argument, parameters.size() - 1));
  }

  /** Written as a sign between or before its operands. */
  boolean isSign() {
    return !Character.isLetter(name.charAt(0)) || this == CellwiseOps.NEGATE;
  }

  /** As messages name the operator. */
  String label() {
    return this == CellwiseOps.NEGATE ? "-" : name;
  }

  public Kernel kernel() {
    return kernel;
  }

  public double scratchBytes(CallSite call, int threads) {
    return scratch == null ? 0 : scratch.bytes(call, threads);
  }

  /** Whether {@link #scratchBytes} can be other than 0. */
  public boolean needsScratch() {
    return scratch != null;
  }

  public boolean has(Property property) {
    return properties.contains(property);
  }

  /** No effect and the same result every time: may be folded, merged, moved, removed. */
  public boolean isPure() {
    return !has(Property.EFFECT) && !has(Property.NONDETERMINISTIC);
  }

  public Distribution distribution() {
    return distribution;
  }

  /** The cell function of a cell-wise operator of one argument, else null. */
  public UnaryFunction unary() {
    return unary;
  }

  /** The cell function of a cell-wise operator of two arguments, else null. */
  public BinaryFunction binary() {
    return binary;
  }

  /**
   * How scalar calls of a cell-wise operator are typed, else null; see {@link ScalarArithmetic}.
   */
  public ScalarKind scalarKind() {
    return scalarKind;
  }

  /** What an aggregate folds; null for all other operators. */
  public FoldsCells fold() {
    return fold;
  }

  /**
   * Operators that are not cell-wise: arguments over any one of which the kernel writes its result
   * when that is dense and dies.
   */
  public int[] overwritable() {
    return overwritable.clone();
  }

  /**
   * The operator that a call with so many arguments means: {@code min(X)} folds the cells of X,
   * {@code min(X, Y)} compares cell by cell. This operator itself also does what the other one
   * does.
   */
  public Op forArguments(int count) {
    return count == 1 && ofOneArgument != null ? ofOneArgument : this;
  }

  @Override
  public String toString() {
    return name;
  }

  /** Collects the facts of one operator. */
  public static final class Builder {
    private final String name;
    private final String summary;
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<String> aliases = new ArrayList<>();
    private int results = 1;
    private Rule rule;
    private Kernel kernel;
    private Scratch scratch;
    private final EnumSet<Property> properties = EnumSet.noneOf(Property.class);
    private Distribution distribution = Distribution.LOCAL;
    private UnaryFunction unary;
    private BinaryFunction binary;
    private ScalarKind scalarKind;
    private Op ofOneArgument;
    private FoldsCells fold;
    private int[] overwritable = {};
    private Recipe recipe;

    private Builder(String name, String summary) {
      this.name = name;
      this.summary = summary;
    }

    public Builder parameters(Parameter... all) {
      parameters.addAll(List.of(all));
      return this;
    }

    public Builder aliases(String... names) {
      aliases.addAll(List.of(names));
      return this;
    }

    public Builder results(int count) {
      results = count;
      return this;
    }

    public Builder rule(Rule value) {
      rule = value;
      return this;
    }

    public Builder kernel(Kernel value) {
      kernel = value;
      return this;
    }

    public Builder scratch(Scratch value) {
      scratch = value;
      return this;
    }

    public Builder properties(Property... all) {
      properties.addAll(List.of(all));
      return this;
    }

    public Builder distribution(Distribution value) {
      distribution = value;
      return this;
    }

    public Builder unary(UnaryFunction value) {
      unary = value;
      return this;
    }

    public Builder binary(BinaryFunction value) {
      binary = value;
      return this;
    }

    public Builder scalarKind(ScalarKind value) {
      scalarKind = value;
      return this;
    }

    /** See {@link Op#forArguments(int)}. */
    public Builder ofOneArgument(Op value) {
      ofOneArgument = value;
      return this;
    }

    public Builder fold(Aggregate.Kind kind, FoldsCells.Direction direction) {
      fold = new FoldsCells(kind, direction);
      return this;
    }

    /** See {@link Op#overwritable()}. */
    public Builder overwritable(int... arguments) {
      overwritable = arguments.clone();
      return this;
    }

    /** For operators that are made while plans are; all others are found by name. */
    public Builder recipe(Recipe value) {
      recipe = value;
      return this;
    }

    public Op build() {
      return new Op(this);
    }
  }
}
