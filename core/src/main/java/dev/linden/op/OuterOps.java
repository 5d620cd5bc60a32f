package dev.linden.op;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.product.CellStep;
import dev.linden.matrix.kernel.product.OuterProduct;
import dev.linden.matrix.kernel.product.SquaredLoss;
import dev.linden.matrix.kernel.reorg.Reorg;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Operators that the planner makes for expressions over {@code P = U %*% t(V)} with a sparse matrix
 * beside it, so that P is computed only where that matrix is non-zero. They can't be written in DML
 * and are not in the catalogue: each stands for the operators it replaces, whose rules and cell
 * functions it uses.
 *
 * <p>EXPLAIN shows them as {@code wsloss} (squared losses), {@code wcemm} (other sums, like cross
 * entropy), {@code wsigmoid}, {@code wumm} (other cell functions) and {@code wdivmm} (plain
 * products and quotients, and results that are multiplied with V or U once more).
 */
public final class OuterOps {
  /** What becomes of the cells C after all steps. */
  public enum Result {
    CELLS,
    SUM,
    /** {@code C %*% V}. */
    TIMES_V,
    /** {@code t(C) %*% U}. */
    TRANSPOSED_TIMES_U,
    /** {@code t(U) %*% C}. */
    U_TIMES,
    /** {@code sum((X - P)^2)} with X as the only operand. */
    LOSS,
    /** {@code sum((X - W*P)^2)} with the operands W and X. */
    WEIGHTED_LOSS
  }

  /**
   * A cell-wise operator on the way from P to C.
   *
   * @param cellLeft P is the left operand
   * @param operand argument of the fused operator that is the other operand, or {@link #NO_OPERAND}
   * @param mask {@code operand != 0} is meant
   */
  public record Step(Op op, boolean cellLeft, int operand, boolean mask) implements Serializable {
    boolean isUnary() {
      return operand == NO_OPERAND;
    }
  }

  public static final int NO_OPERAND = -1;

  /** Arguments of a fused operator before the operands of the steps: U and V. */
  public static final int FACTORS = 2;

  /**
   * @param byColumns V is given as r x n, so that P = U %*% V
   * @param driver position of the step whose operand makes P unnecessary where it is zero, or -1
   */
  public record Form(boolean byColumns, List<Step> steps, int driver, Result result)
      implements Serializable {}

  /** Makes the operator of a form elsewhere. */
  public record Recipe(Form form) implements Op.Recipe {
    @Override
    public Op make() {
      return of(form);
    }
  }

  private OuterOps() {}

  // ---- what the planner asks

  /** The operator can be a step: cell-wise, with one operand besides the cells or none. */
  public static boolean isStep(Op op, int operands) {
    return operands == 1
        ? op.unary() != null && op.has(Property.CELLWISE)
        : operands == 2 && op.binary() != null && op.has(Property.CELLWISE);
  }

  /** With a sparse operand the step gives zeros without looking at P. */
  public static boolean isDriver(Op op, boolean cellLeft) {
    return op == CellwiseOps.TIMES || op == CellwiseOps.DIVIDE && !cellLeft;
  }

  /** Whether a matrix with these facts may come as a sparse block. */
  public static boolean mayBeSparse(Size size) {
    if (!size.known()) {
      return true;
    }
    // A bound of all cells says nothing.
    boolean bounded = size.nnzKnown() && size.nnz() < Sizes.cells(size);
    return Formats.sparseInBlocks(size.rows(), size.cols(), bounded ? size.nnz() : 0);
  }

  /**
   * Zeros of C stay zeros in this step.
   *
   * @param operand what is known of the other operand, or null
   */
  public static boolean keepsZeros(Op op, boolean cellLeft, Info operand) {
    if (operand == null) {
      return op.unary().keepsZeros();
    }
    if (op == CellwiseOps.TIMES) {
      return true;
    }
    if (!operand.isConstant() || operand.isString()) {
      return false;
    }
    double y = operand.constant().asDouble();
    return (cellLeft ? op.binary().apply(0, y) : op.binary().apply(y, 0)) == 0;
  }

  // ---- the operator

  public static Op of(Form form) {
    Op.Builder builder =
        Op.define(name(form), "Computes U %*% t(V) where a sparse operand needs it.")
            .parameters(Parameter.matrix("U"), Parameter.matrix("V"));
    List<GroupUse> uses = new ArrayList<>(List.of(GroupUse.PLAIN, GroupUse.PLAIN));
    for (Step step : form.steps()) {
      if (!step.isUnary()) {
        builder.parameters(Parameter.matrixOrScalar("operand" + step.operand()));
        uses.add(GroupUse.TILES);
      }
    }
    return builder
        .onGroups(uses.toArray(GroupUse[]::new))
        .rule(call -> List.of(infer(form, call)))
        .kernel(call -> run(form, call))
        .naming(naming(form, Naming.Axis.ROWS), naming(form, Naming.Axis.COLS))
        .scratch(OuterOps::scratch)
        .operations((operands, results) -> operations(form, operands))
        .distribution(Distribution.PRODUCT)
        .recipe(new Recipe(form))
        .build();
  }

  /** As the expression would call its result that the operator stands for. */
  private static Naming naming(Form form, Naming.Axis axis) {
    boolean rows = axis == Naming.Axis.ROWS;
    Naming v = form.byColumns() ? Naming.rowsOf(1) : Naming.colsOf(1);
    return switch (form.result()) {
      case CELLS -> ofCells(form, axis);
      case TIMES_V -> rows ? ofCells(form, Naming.Axis.ROWS) : v;
      case TRANSPOSED_TIMES_U -> rows ? ofCells(form, Naming.Axis.COLS) : Naming.colsOf(0);
      case U_TIMES -> rows ? Naming.colsOf(0) : ofCells(form, Naming.Axis.COLS);
      case SUM, LOSS, WEIGHTED_LOSS -> Naming.NONE;
    };
  }

  private static Naming ofCells(Form form, Naming.Axis axis) {
    Naming cells =
        axis == Naming.Axis.ROWS
            ? Naming.rowsOf(0)
            : form.byColumns() ? Naming.colsOf(1) : Naming.rowsOf(1);
    for (Step step : form.steps()) {
      if (!step.isUnary()) {
        cells = new Naming.Agreed(Set.of(cells, new Naming.Of(step.operand(), axis)));
      }
    }
    return cells;
  }

  private static String name(Form form) {
    return switch (form.result()) {
      case LOSS, WEIGHTED_LOSS -> "wsloss";
      case SUM -> isSquaredLoss(form) ? "wsloss" : "wcemm";
      case TIMES_V, TRANSPOSED_TIMES_U, U_TIMES -> "wdivmm";
      case CELLS -> {
        List<UnaryFunction> functions =
            form.steps().stream().filter(Step::isUnary).map(s -> s.op().unary()).toList();
        boolean plain = form.steps().size() == 1;
        yield functions.contains(Cells.SIGMOID) ? "wsigmoid" : plain ? "wdivmm" : "wumm";
      }
    };
  }

  /** {@code W * (P - X)^2}. */
  private static boolean isSquaredLoss(Form form) {
    List<Op> ops = form.steps().stream().map(Step::op).toList();
    return ops.containsAll(List.of(CellwiseOps.MINUS, CellwiseOps.POWER, CellwiseOps.TIMES));
  }

  // ---- rule

  /**
   * What the replaced operators would say, one after the other; an error names its place by {@link
   * #placeOfStep}.
   */
  private static Info infer(Form form, CallSite call) {
    Info u = call.in(0);
    Info v = form.byColumns() ? call.in(1) : transposed(call.in(1));
    Info cells = infer(ProductOps.MATMULT, PLACE_OF_PRODUCT, -1, u, v);
    for (int s = 0; s < form.steps().size(); s++) {
      Step step = form.steps().get(s);
      int place = placeOfStep(s);
      if (step.isUnary()) {
        cells = infer(step.op(), place, -1, cells);
        continue;
      }
      Info operand = call.in(step.operand());
      if (step.mask()) {
        operand =
            infer(CellwiseOps.NOT_EQUAL, place, 0, operand, Info.constant(Scalar.of((long) 0)));
      }
      cells =
          step.cellLeft()
              ? infer(step.op(), place, 1, cells, operand)
              : infer(step.op(), place, 0, operand, cells);
    }
    int place = placeOfStep(form.steps().size());
    return switch (form.result()) {
      case CELLS -> cells;
      case SUM, LOSS, WEIGHTED_LOSS -> infer(AggregateOps.SUM, place, -1, cells);
      case TIMES_V -> infer(ProductOps.MATMULT, place, -1, cells, transposed(v));
      case TRANSPOSED_TIMES_U -> infer(ProductOps.MATMULT, place, -1, transposed(cells), u);
      case U_TIMES -> infer(ProductOps.MATMULT, place, -1, transposed(u), cells);
    };
  }

  private static Info transposed(Info info) {
    return info.withSize(info.size().transposed());
  }

  /** An error in {@code operand} is placed at that operand, any other one at the operator. */
  private static Info infer(Op op, int place, int operand, Info... arguments) {
    try {
      return op.infer(new KnownCall(op, Arrays.asList(arguments), List.of(), null)).get(0);
    } catch (OpError e) {
      boolean inOperand = operand >= 0 && e.argument() == operand;
      throw new OpError(inOperand ? place + 1 : place, e.getMessage());
    }
  }

  /** In errors of the rule, argument 0 is the operator of P. */
  private static final int PLACE_OF_PRODUCT = 0;

  /** The operator of step s; its operand follows. The operator of the result is one more step. */
  private static int placeOfStep(int s) {
    return 1 + 2 * s;
  }

  // ---- kernel

  private static void run(Form form, Invocation call) {
    Matrix u = call.matrix(0);
    Matrix v = call.matrix(1);
    switch (form.result()) {
      case LOSS -> {
        Matrix x = call.matrix(FACTORS);
        call.result(SquaredLoss.ofProduct(x, u, v, form.byColumns(), call.workers()));
        return;
      }
      case WEIGHTED_LOSS -> {
        CellStep.WithMatrix w = (CellStep.WithMatrix) bind(form.steps().get(0), call);
        Matrix x = call.matrix(FACTORS + 1);
        call.result(
            SquaredLoss.ofWeightedProduct(
                x, w.y(), w.mask(), u, v, form.byColumns(), call.workers()));
        return;
      }
      default -> {}
    }
    List<CellStep> steps = new ArrayList<>();
    for (Step step : form.steps()) {
      steps.add(bind(step, call));
    }
    OuterProduct product =
        new OuterProduct(u, v, form.byColumns(), steps, form.driver(), call.workers());
    switch (form.result()) {
      case CELLS -> call.result(product.cells());
      case SUM -> call.result(product.sum());
      case TIMES_V -> call.result(product.timesV());
      case TRANSPOSED_TIMES_U -> call.result(product.transposedTimesU());
      case U_TIMES -> call.result(Reorg.transpose(product.transposedTimesU(), call.workers()));
      default -> throw new LindenBug("no kernel for " + form);
    }
  }

  private static CellStep bind(Step step, Invocation call) {
    if (step.isUnary()) {
      return new CellStep.Unary(step.op().unary());
    }
    if (call.dataType(step.operand()) != DataType.MATRIX) {
      double y = Args.number(call, step.operand(), "the scalar operand of " + step.op());
      return new CellStep.WithScalar(step.op().binary(), step.cellLeft(), y);
    }
    Matrix y = call.matrix(step.operand());
    boolean mask = step.mask();
    if (mask && !y.isSparse()) {
      y = Elementwise.scalarRight(Cells.NOT_EQUAL, y, 0, false, call.workers());
      mask = false;
    }
    return new CellStep.WithMatrix(step.op().binary(), step.cellLeft(), y, mask);
  }

  /** A product of two rows for each cell that is visited, and another pass if it is multiplied. */
  private static double operations(Form form, List<Info> operands) {
    double cells = Double.POSITIVE_INFINITY;
    for (Info operand : operands.subList(FACTORS, operands.size())) {
      Size size = operand == null || !operand.isMatrix() ? Size.UNKNOWN : operand.size();
      if (size.known()) {
        cells = Math.min(cells, Footprint.isSparse(size) ? size.nnz() : CellWork.cells(operand));
      }
    }
    boolean once =
        switch (form.result()) {
          case TIMES_V, TRANSPOSED_TIMES_U, U_TIMES -> false;
          case CELLS, SUM, LOSS, WEIGHTED_LOSS -> true;
        };
    double rank = Math.max(1, operands.get(0).size().cols());
    return Double.isInfinite(cells) ? 0 : (once ? 1 : 2) * rank * cells;
  }

  /** The factors with all their cells, one of them transposed, and the operands in other forms. */
  private static double scratch(CallSite call, int threads) {
    double sum = 0;
    for (int i = 0; i < call.count(); i++) {
      if (call.in(i).isMatrix()) {
        Size size = call.in(i).size();
        sum += i < FACTORS ? 2 * Footprint.dense(size) : 2 * Footprint.least(size);
      }
    }
    return sum;
  }
}
