package dev.linden.plan.physical;

import static dev.linden.plan.physical.PhysicalRule.isCall;
import static dev.linden.plan.physical.PhysicalRule.isTranspose;

import dev.linden.base.Span;
import dev.linden.fuse.explore.Zeros;
import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.Rebuild;
import dev.linden.op.AggregateOps;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.OuterOps;
import dev.linden.op.ProductOps;
import dev.linden.op.ReorgOps;
import dev.linden.op.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * {@code sum(W * (X - U %*% t(V))^2), X * log(U %*% t(V)), (W * (U %*% t(V) - X)) %*% V → wsloss,
 * wsigmoid, wumm, wdivmm, wcemm}
 *
 * <p>The product P of two narrow factors is needed only where another matrix, the driver, is
 * non-zero: those cells alone are computed, and there is no matrix of the size of P. From each
 * product upwards, cell-wise operators that nobody else reads are steps of the operator; one of
 * them must be {@code * D} or {@code D /} with the driver D, and steps behind it must leave zeros
 * as they are. A sum, or a product with one of the factors, may end it.
 *
 * <p>When: no value inside the expression has another consumer, and the driver may be sparse as far
 * as is known; where the product is smaller than its factors, it has to be known. Whether it is
 * decides the kernel, which otherwise computes the expression as written, by blocks of rows. A
 * product with an unknown shape may as well be a matrix times a vector: then the expression itself
 * must look like a factorization ({@code t(V)}, or V again on the right).
 *
 * <p>Numerics: cells of P are summed in another order; the squared loss without weights is
 * expanded, see {@link dev.linden.matrix.kernel.product.SquaredLoss}. NaN and infinities are those
 * of the unfused operators.
 */
public final class OuterProducts {
  private final DagView dag;

  /** Names of operators that must not be chosen. */
  private final Set<String> off;

  /** The operators, over operands of the DAG, by what they stand for. */
  private final Map<Hop, Hop.Compute> operators = new HashMap<>();

  /** What is computed inside them. */
  private final Set<Hop> inside = new HashSet<>();

  private final Rebuild rebuild = Rebuild.replacing(this::replacement);

  private OuterProducts(Dag dag, Set<String> liveOut, Set<String> off) {
    this.dag = new DagView(dag, liveOut);
    this.off = off;
  }

  /**
   * The DAG with such operators.
   *
   * @param liveOut variables that are needed after the DAG; null if all are
   * @param off names of operators that must not be chosen
   */
  public static Dag select(Dag dag, Set<String> liveOut, Set<String> off) {
    OuterProducts products = new OuterProducts(dag, liveOut, off);
    for (Hop hop : products.dag.nodes()) {
      if (isCall(hop, ProductOps.MATMULT)) {
        products.new Expression((Hop.Compute) hop).match();
      }
    }
    return products.operators.isEmpty() ? dag : products.rebuilt(dag);
  }

  /** A value inside an operator is bound to variables that nobody reads afterwards, if to any. */
  private Dag rebuilt(Dag original) {
    List<Dag.Root> roots = new ArrayList<>(original.roots());
    roots.removeIf(root -> inside.contains(root.hop()));
    return new Dag(List.copyOf(rebuild.roots(roots)));
  }

  private Hop replacement(Hop hop) {
    Hop.Compute operator = operators.get(hop);
    return operator == null ? null : rebuild.over(operator);
  }

  // ---- matching

  /** What stands above one product. */
  private final class Expression {
    private final Hop.Compute product;
    private final Hop u;
    private final Hop v;
    private final boolean byColumns;
    private final List<Hop> inputs = new ArrayList<>();
    private final List<Hop.Compute> calls = new ArrayList<>();
    private final List<OuterOps.Step> steps = new ArrayList<>();

    /** The comparisons {@code X != 0} by step, null for other steps. */
    private final List<Hop> masks = new ArrayList<>();

    Expression(Hop.Compute product) {
      this.product = product;
      u = product.inputs().get(0);
      Hop right = product.inputs().get(1);
      byColumns = !isTranspose(right);
      v = byColumns ? right : right.inputs().get(0);
      inputs.add(u);
      inputs.add(v);
    }

    void match() {
      if (isNarrow(product.info().size())) {
        return;
      }
      climb();
      int driver = driver();
      Hop end = end(steps.size());
      Hop.Compute consumer = soleConsumer(end);
      boolean summed = consumer != null && consumer.op() == AggregateOps.SUM;
      if (driver < 0) {
        if (summed && steps.size() == 2 && isDistance(0) && mayDrive(0) && isFactorization(false)) {
          replace(consumer, steps.size(), -1, OuterOps.Result.LOSS);
        }
        return;
      }
      boolean zerosStay = true;
      for (int s = driver + 1; s < steps.size(); s++) {
        zerosStay &= keepsZeros(s);
      }
      if (summed && zerosStay && isFactorization(isDistance(0))) {
        replace(consumer, steps.size(), driver, OuterOps.Result.SUM);
      } else if (summed && driver == 0 && steps.size() == 3 && isDistance(1)) {
        replace(consumer, steps.size(), driver, OuterOps.Result.WEIGHTED_LOSS);
      } else if (!zerosStay || !matchProduct(consumer, end, driver)) {
        if (isFactorization(false)) {
          replace(calls.get(driver), driver + 1, driver, OuterOps.Result.CELLS);
        }
      }
    }

    /** Collects the steps: cell-wise operators, each the only consumer of the one below. */
    private void climb() {
      Hop cells = product;
      while (true) {
        Hop.Compute call = soleConsumer(cells);
        if (call == null || !addStep(call, cells)) {
          return;
        }
        cells = call;
      }
    }

    private boolean addStep(Hop.Compute call, Hop cells) {
      List<Hop> arguments = call.inputs().stream().filter(Objects::nonNull).toList();
      if (!OuterOps.isStep(call.op(), arguments.size())) {
        return false;
      }
      if (arguments.size() == 1) {
        steps.add(new OuterOps.Step(call.op(), true, OuterOps.NO_OPERAND, false));
        masks.add(null);
      } else {
        boolean cellLeft = arguments.get(0) == cells;
        Hop operand = arguments.get(cellLeft ? 1 : 0);
        if (!operand.info().isMatrix() && !operand.info().isScalar()) {
          return false;
        }
        Hop masked = masked(operand);
        steps.add(new OuterOps.Step(call.op(), cellLeft, inputs.size(), masked != null));
        inputs.add(masked != null ? masked : operand);
        masks.add(masked != null ? operand : null);
      }
      calls.add(call);
      return true;
    }

    /** X if the operand is {@code X != 0} for this purpose only, else null. */
    private Hop masked(Hop operand) {
      if (!isCall(operand, CellwiseOps.NOT_EQUAL) || soleConsumer(operand) == null) {
        return null;
      }
      Hop left = operand.inputs().get(0);
      Hop right = operand.inputs().get(1);
      return isZero(right) && left.info().isMatrix()
          ? left
          : isZero(left) && right.info().isMatrix() ? right : null;
    }

    /** The value after this many steps. */
    private Hop end(int count) {
      return count == 0 ? product : calls.get(count - 1);
    }

    private Info operand(int s) {
      int operand = steps.get(s).operand();
      return operand == OuterOps.NO_OPERAND ? null : inputs.get(operand).info();
    }

    /** The first step that needs no P where its operand is zero, or -1. */
    private int driver() {
      for (int s = 0; s < steps.size(); s++) {
        OuterOps.Step step = steps.get(s);
        if (OuterOps.isDriver(step.op(), step.cellLeft()) && mayDrive(s)) {
          return s;
        }
      }
      return -1;
    }

    /** The operand is a matrix that may be sparse, with the shape of the product if known. */
    private boolean mayDrive(int s) {
      Info operand = operand(s);
      if (operand == null || !operand.isMatrix()) {
        return false;
      }
      Size a = operand.size();
      Size p = product.info().size();
      boolean differ =
          a.rowsKnown() && p.rowsKnown() && a.rows() != p.rows()
              || a.colsKnown() && p.colsKnown() && a.cols() != p.cols();
      return !isNarrow(a)
          && !differ
          && OuterOps.mayBeSparse(a)
          && (!isSmall() || Zeros.isSparse(inputs.get(steps.get(s).operand())));
    }

    /** The product is smaller than a factor: then it costs little to have it as a whole. */
    private boolean isSmall() {
      Size p = product.info().size();
      Size left = u.info().size();
      return p.known() && left.colsKnown() && left.cols() > Math.min(p.rows(), p.cols());
    }

    private boolean keepsZeros(int s) {
      OuterOps.Step step = steps.get(s);
      return OuterOps.keepsZeros(step.op(), step.cellLeft(), operand(s));
    }

    /** {@code (X - cells)^2} or {@code (cells - X)^2} as the steps s and s + 1. */
    private boolean isDistance(int s) {
      return steps.size() >= s + 2
          && steps.get(s).op() == CellwiseOps.MINUS
          && !steps.get(s).mask()
          && operand(s).isMatrix()
          && steps.get(s + 1).op() == CellwiseOps.POWER
          && steps.get(s + 1).cellLeft()
          && operand(s + 1).isConstant()
          && operand(s + 1).constant().asDouble() == 2;
    }

    /** {@code C %*% V}, {@code t(C) %*% U} or {@code t(U) %*% C}. */
    private boolean matchProduct(Hop.Compute consumer, Hop end, int driver) {
      if (consumer == null) {
        return false;
      }
      if (consumer.op() == ReorgOps.TRANSPOSE) {
        Hop.Compute outer = soleConsumer(consumer);
        return outer != null
            && outer.op() == ProductOps.MATMULT
            && outer.inputs().get(0) == consumer
            && isSame(outer.inputs().get(1), u)
            && isFactorization(false)
            && replace(outer, steps.size(), driver, OuterOps.Result.TRANSPOSED_TIMES_U, consumer);
      }
      if (consumer.op() != ProductOps.MATMULT) {
        return false;
      }
      Hop left = consumer.inputs().get(0);
      Hop right = consumer.inputs().get(1);
      if (left == end) {
        boolean again = byColumns ? isTransposeOf(right, v) : isSame(right, v);
        return again && replace(consumer, steps.size(), driver, OuterOps.Result.TIMES_V);
      }
      return isTransposeOf(left, u)
          && isFactorization(false)
          && replace(consumer, steps.size(), driver, OuterOps.Result.U_TIMES);
    }

    /** The shape of P is known to be no vector, or the expression looks like a factorization. */
    private boolean isFactorization(boolean looksLikeIt) {
      return product.info().size().known() || !byColumns || looksLikeIt;
    }

    private boolean replace(
        Hop.Compute top, int count, int driver, OuterOps.Result result, Hop... further) {
      List<Hop> inner = new ArrayList<>(List.of(further));
      inner.add(product);
      inner.addAll(calls.subList(0, count));
      masks.subList(0, count).stream().filter(Objects::nonNull).forEach(inner::add);
      inner.remove(top);
      if (isTaken(top) || inner.stream().anyMatch(OuterProducts.this::isTaken)) {
        return false;
      }
      List<OuterOps.Step> used = List.copyOf(steps.subList(0, count));
      int operands = (int) used.stream().filter(s -> s.operand() >= 0).count();
      List<Hop> arguments = inputs.subList(0, OuterOps.FACTORS + operands);
      List<Span> places = new ArrayList<>();
      places.add(product.operatorSpan());
      for (int s = 0; s < count; s++) {
        places.add(calls.get(s).operatorSpan());
        int operand = used.get(s).operand();
        places.add(operand < 0 ? calls.get(s).span() : inputs.get(operand).span());
      }
      places.add(top.operatorSpan());
      Op op = OuterOps.of(new OuterOps.Form(byColumns, used, driver, result));
      if (off.contains(op.name())) {
        return false;
      }
      inside.addAll(inner);
      operators.put(
          top, PhysicalRule.operator(op, top, List.copyOf(arguments), top.operatorSpan(), places));
      return true;
    }
  }

  private static boolean isNarrow(Size size) {
    return size.rowsKnown() && size.rows() <= 1 || size.colsKnown() && size.cols() <= 1;
  }

  /** Some operator stands for the value or computes it inside. */
  private boolean isTaken(Hop hop) {
    return operators.containsKey(hop) || inside.contains(hop);
  }

  /** The operator that alone reads the value, and only once; null if there is none. */
  private Hop.Compute soleConsumer(Hop hop) {
    return dag.hasSoleConsumer(hop) && dag.consumers(hop).get(0) instanceof Hop.Compute call
        ? call
        : null;
  }

  private static boolean isZero(Hop hop) {
    Info info = hop.info();
    return info.isConstant() && !info.isString() && info.constant().asDouble() == 0;
  }

  private static boolean isTransposeOf(Hop a, Hop b) {
    return isTranspose(a) && isSame(a.inputs().get(0), b)
        || isTranspose(b) && isSame(b.inputs().get(0), a);
  }

  /** The same value, at least if it is a variable or a transpose of one. */
  private static boolean isSame(Hop a, Hop b) {
    return a == b
        || isTranspose(a) && isTranspose(b) && isSame(a.inputs().get(0), b.inputs().get(0));
  }
}
