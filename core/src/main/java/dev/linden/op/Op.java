package dev.linden.op;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.kernel.fold.Aggregate;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * One operator of the language: everything any stage knows about it. Built-ins are constants of the
 * family classes ({@code CellwiseOps}, {@code AggregateOps}, ...) that {@link Catalogue} lists.
 *
 * <p>Other machines have the same operators: to be sent to them, one is replaced by its {@link
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
   * Bytes a kernel needs at most besides inputs and output, on this many threads; infinite when a
   * size that it depends on is unknown.
   */
  @FunctionalInterface
  public interface Scratch {
    double bytes(CallSite call, int threads);
  }

  /**
   * Multiplications and additions of a call whose work is no multiple of its cells; 0 when a size
   * is unknown.
   */
  @FunctionalInterface
  public interface Flops {
    double of(List<Info> operands, List<Info> results);
  }

  /** Simple operations of a call, see {@link Op#operations}. */
  @FunctionalInterface
  public interface Operations {
    double of(List<Info> operands, List<Info> results);
  }

  /** Which of the operands or results says how many cells a call visits. */
  @FunctionalInterface
  public interface Part {
    Info of(List<Info> operands, List<Info> results);
  }

  /** Whether the value of an argument may matter for the size of a result. */
  @FunctionalInterface
  public interface SizedBy {
    boolean test(int argument, IntPredicate given);
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
  private final transient ScalarForm scalarForm;
  private final transient Op ofOneArgument;
  private final transient FoldsCells fold;
  private final transient int[] overwritable;
  private final transient int nameSource;
  private final transient Flops flops;
  private final transient Operations operations;
  private final transient ExpectedShare expectedShare;
  private final transient DistinctCells distinctCells;
  private final transient Part part;
  private final transient SizedBy sizedBy;
  private final transient Predicate<List<Info>> callsFunction;
  private final transient GroupUse[] groupUses;
  private final transient List<Naming> rowNamings;
  private final transient List<Naming> colNamings;

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
    scalarForm = b.scalarForm;
    ofOneArgument = b.ofOneArgument;
    fold = b.fold;
    overwritable = b.overwritable;
    nameSource = b.nameSource;
    flops = b.flops;
    operations = b.operations;
    expectedShare =
        b.expectedShare != null ? b.expectedShare : ExpectedShare.ofCells(unary, binary);
    distinctCells =
        b.distinctCells != null ? b.distinctCells : DistinctCells.ofCells(unary, binary);
    part = b.part;
    sizedBy = b.sizedBy;
    callsFunction = b.callsFunction;
    groupUses = b.groupUses;
    rowNamings = b.rowNamings != null ? b.rowNamings : ofCells(b, FoldsCells.Direction.EACH_ROW);
    colNamings = b.colNamings != null ? b.colNamings : ofCells(b, FoldsCells.Direction.EACH_COLUMN);
    if (hasCellFunction()) {
      properties.add(Property.TAKES_ANY_NUMBER);
    }
    if (hasCellFunction() || has(Property.AGGREGATES) || has(Property.REORGANIZES)) {
      properties.add(Property.FAILS_BY_SIZE_ONLY);
    }
    recipe = b.recipe == null ? new OpName(name, fold != null) : b.recipe;
  }

  /** Cells keep their place, and sums that of the row or column that they are of. */
  private static List<Naming> ofCells(Builder b, FoldsCells.Direction kept) {
    if (b.fold != null) {
      boolean keeps = b.fold.direction() == kept;
      boolean rows = kept == FoldsCells.Direction.EACH_ROW;
      return keeps ? List.of(rows ? Naming.rowsOf(0) : Naming.colsOf(0)) : List.of();
    }
    boolean cells = b.unary != null || b.binary != null || b.properties.contains(Property.CELLWISE);
    return cells ? List.of(Naming.OF_OPERANDS) : List.of();
  }

  /** How rows or columns of result {@code k}, if that is a matrix, are called. */
  public Naming naming(Naming.Axis axis, int k) {
    List<Naming> namings = axis == Naming.Axis.ROWS ? rowNamings : colNamings;
    return k < namings.size() ? namings.get(k) : Naming.NONE;
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

  /** How it works on an operand that is compressed. */
  public GroupUse groupUse(int argument, List<Info> operands) {
    if (argument < groupUses.length) {
      return groupUses[argument];
    } else if (fold != null) {
      boolean byRows = fold.direction() == FoldsCells.Direction.EACH_ROW;
      boolean onGroups = byRows ? fold.kind().addsUpByRow() : fold.kind().isFreeOfOrder();
      return !onGroups ? GroupUse.TILES : byRows ? GroupUse.ROWS : GroupUse.VALUES;
    }
    boolean values =
        has(Property.ASKS_SHAPE) || hasCellFunction() && othersAreRows(argument, operands);
    return values ? GroupUse.VALUES : GroupUse.PLAIN;
  }

  /**
   * Whether it may need all cells at once though it has a form for groups: operators that run as
   * one have no other for the whole of what they do.
   */
  boolean mayUnpack() {
    return groupUses.length > 0 && distribution != Distribution.PRODUCT;
  }

  private static boolean othersAreRows(int argument, List<Info> operands) {
    for (int i = 0; i < operands.size(); i++) {
      Info other = operands.get(i);
      if (i != argument && other != null && other.isMatrix() && other.size().rows() != 1) {
        return false;
      }
    }
    return true;
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

  /**
   * Whether an argument is a column of a frame where only a matrix will do: its numbers are meant.
   */
  public boolean takesNumbersOf(int argument, Info given) {
    Set<DataType> types = parameter(argument).types();
    return given.data() == DataType.FRAME
        && given.size().cols() == 1
        && types.contains(DataType.MATRIX)
        && !types.contains(DataType.FRAME);
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

  /** What the cell function gives for one number or two; NaN if there is none for so many. */
  public double valueOf(double... numbers) {
    if (binary != null && numbers.length == 2) {
      return binary.apply(numbers[0], numbers[1]);
    }
    return unary != null && numbers.length == 1 ? unary.apply(numbers[0]) : Double.NaN;
  }

  /** Computes cells by a function that has a name. */
  public boolean hasCellFunction() {
    return unary != null || binary != null;
  }

  /**
   * How scalar calls of a cell-wise operator are typed, else null; see {@link ScalarArithmetic}.
   */
  public ScalarKind scalarKind() {
    return scalarKind;
  }

  /** What the operator makes of scalars if it has no cell function, else null. */
  public ScalarForm scalarForm() {
    return scalarForm;
  }

  /** What an aggregate folds; null for all other operators. */
  public FoldsCells fold() {
    return fold;
  }

  /**
   * Whether a matrix as this argument is asked for more than its shape and names: it need not be in
   * memory otherwise.
   */
  public boolean readsCells(int argument) {
    return argument != nameSource && !has(Property.ASKS_SHAPE);
  }

  /**
   * Operators that are not cell-wise: arguments over any one of which the kernel writes its result
   * when that is dense and dies.
   */
  public int[] overwritable() {
    return overwritable.clone();
  }

  /**
   * The time of one cell of the result, if the operator has a cell function; 1 is an addition, and
   * what any other operator takes.
   *
   * @param operands of the call, null where absent
   */
  public double costPerCell(List<Info> operands) {
    boolean pair = operands.size() > 1 && operands.get(1) != null;
    if (!pair || binary == null) {
      return unary == null ? 1 : unary.facts().cost();
    }
    Info second = operands.get(1);
    boolean number = second.isConstant() && !second.isString();
    return binary.costWith(number ? second.constant().asDouble() : Double.NaN);
  }

  /** See {@link Flops}; 0 for all operators that work cell by cell. */
  public double flops(List<Info> operands, List<Info> results) {
    return flops == null ? 0 : flops.of(operands, results);
  }

  /**
   * Simple operations on cells, of which an addition of two cells in the cache is one; what {@link
   * #flops} counts is not in it. If nothing else is said, those of {@link CellWork#usual}.
   */
  public double operations(List<Info> operands, List<Info> results) {
    return operations == null
        ? CellWork.usual(this, operands, results)
        : operations.of(operands, results);
  }

  /** Whether {@link #flops} says how much a call takes. */
  boolean countsFlops() {
    return flops != null;
  }

  /** The share of non-zeros that the result is expected to have. */
  public ExpectedShare expectedShare() {
    return expectedShare;
  }

  /** Whether hardly any two cells of the result are equal. */
  public DistinctCells distinctCells() {
    return distinctCells;
  }

  /**
   * What is all that a call visits of its first operand: the result that is taken out of it, or the
   * operand that is put into it. Null if it visits everything.
   */
  public Info part(List<Info> operands, List<Info> results) {
    return part == null ? null : part.of(operands, results);
  }

  /** Takes or sets a part of the first operand and visits no other cells. */
  public boolean isOfPart() {
    return part != null;
  }

  /**
   * Whether the value of an argument may matter for the size of a result.
   *
   * @param given which arguments are not absent
   */
  public boolean isSizedBy(int argument, IntPredicate given) {
    return sizedBy != null
        ? sizedBy.test(argument, given)
        : !hasCellFunction() && !has(Property.CELLWISE);
  }

  /** Whether a call may run a function of the script or the library. */
  public boolean mayCallFunction(List<Info> operands) {
    return callsFunction != null && callsFunction.test(operands);
  }

  /**
   * The operator that a call with this many arguments means: {@code min(X)} folds the cells of X,
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
    private ScalarForm scalarForm;
    private Op ofOneArgument;
    private FoldsCells fold;
    private int[] overwritable = {};
    private int nameSource = -1;
    private Flops flops;
    private Operations operations;
    private ExpectedShare expectedShare;
    private DistinctCells distinctCells;
    private Part part;
    private SizedBy sizedBy;
    private GroupUse[] groupUses = {};
    private Predicate<List<Info>> callsFunction;
    private List<Naming> rowNamings;
    private List<Naming> colNamings;
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

    Builder scalarForm(ScalarForm form) {
      scalarForm = form;
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

    /** See {@link Op#readsCells}. */
    public Builder nameSource(int argument) {
      nameSource = argument;
      return this;
    }

    /** See {@link Op#overwritable()}. */
    public Builder overwritable(int... arguments) {
      overwritable = arguments.clone();
      return this;
    }

    public Builder flops(Flops value) {
      flops = value;
      return this;
    }

    /** Where they do not follow from cell functions and folds; see {@link Op#operations}. */
    public Builder operations(Operations value) {
      operations = value;
      return this;
    }

    /** So many operations for each cell that a call visits, which is mostly the time it takes. */
    public Builder operationsPerCell(double count) {
      return operations((operands, results) -> count * CellWork.visited(operands, results));
    }

    /** Where it does not follow from cell functions. */
    public Builder expectedShare(ExpectedShare value) {
      expectedShare = value;
      return this;
    }

    public Builder distinctCells(DistinctCells value) {
      distinctCells = value;
      return this;
    }

    /** See {@link Op#part}. */
    public Builder part(Part value) {
      part = value;
      return this;
    }

    /** See {@link Op#isSizedBy}; without it all arguments of all but cell-wise operators are. */
    public Builder sizedBy(SizedBy value) {
      sizedBy = value;
      return this;
    }

    /** See {@link Op#mayCallFunction}. */
    public Builder callsFunction(Predicate<List<Info>> value) {
      callsFunction = value;
      return this;
    }

    /** See {@link Op#groupUse}; for each argument, where it does not follow from other facts. */
    public Builder onGroups(GroupUse... ofArguments) {
      groupUses = ofArguments.clone();
      return this;
    }

    /** Where it does not follow from cell functions. */
    public Builder naming(Naming rows, Naming cols) {
      return naming(List.of(rows), List.of(cols));
    }

    /** The same for each result. */
    public Builder naming(List<Naming> rows, List<Naming> cols) {
      rowNamings = rows;
      colNamings = cols;
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
