package dev.linden.plan.distribute;

import dev.linden.fuse.program.Blockwise;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.select.FusedRecipe;
import dev.linden.op.AggregateOps;
import dev.linden.op.Distribution;
import dev.linden.op.Footprint;
import dev.linden.op.GroupOps;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.OuterOps;
import dev.linden.op.ProductOps;
import dev.linden.op.Size;
import java.util.List;
import java.util.Locale;

/**
 * Chooses the method of an operator on Spark, from sizes and from what a cluster has. The compiler
 * asks it for plans, and the backend asks it again with the sizes that operands really have: equal
 * questions, equal answers, so that what EXPLAIN says is what runs.
 */
public final class Chooser {
  private final Cluster cluster;
  private final Method.Product forced;

  public Chooser(Cluster cluster) {
    this.cluster = cluster;
    // Tests have products of all shapes run by one method.
    String name = System.getProperty("linden.spark.product");
    this.forced = name == null ? null : Method.Product.valueOf(name.toUpperCase(Locale.ROOT));
  }

  /**
   * Null if such operands have no distributed form: then the operator runs on the driver.
   *
   * @param operands null where absent
   */
  public Method choose(Op op, List<Info> operands) {
    Kind kind = kind(op);
    if (kind == Kind.PLAIN) {
      return Method.Plain.ONLY;
    }
    if (!areKnown(operands)) {
      return Method.Plain.OPEN;
    }
    return switch (kind) {
      case PRODUCT -> forced != null ? forced : product(op, operands);
      case CHAIN -> chain(operands);
      case SELECTION -> selection(size(operands, 0), size(operands, 1));
      case OUTER -> factors(((OuterOps.Recipe) op.recipe()).form(), operands);
      case MARKED -> marked(operands);
      case CUMULATIVE -> {
        Size x = size(operands, 0);
        yield cascade(op == AggregateOps.ROW_CUMSUM ? x.transposed() : x);
      }
      default -> fused(((FusedRecipe) op.recipe()).program(), operands);
    };
  }

  /** Operators among which the same question decides. */
  private enum Kind {
    PRODUCT,
    CHAIN,
    SELECTION,
    OUTER,
    MARKED,
    CUMULATIVE,
    FUSED,
    PLAIN
  }

  private static Kind kind(Op op) {
    if (op.recipe() instanceof FusedRecipe) {
      return Kind.FUSED;
    } else if (op.recipe() instanceof OuterOps.Recipe) {
      return Kind.OUTER;
    } else if (op == ProductOps.CHAIN
        || op == ProductOps.WEIGHTED_CHAIN
        || op == ProductOps.RESIDUAL_CHAIN) {
      return Kind.CHAIN;
    } else if (op == ProductOps.SELECTION) {
      return Kind.SELECTION;
    } else if (op == GroupOps.REMOVE_EMPTY) {
      return Kind.MARKED;
    } else if (op.distribution() == Distribution.CUMULATIVE || op == AggregateOps.ROW_CUMSUM) {
      return Kind.CUMULATIVE;
    }
    return op == ProductOps.MATMULT
            || op == ProductOps.TRANSPOSED_LEFT
            || op == ProductOps.TRANSPOSED_RIGHT
            || op == ProductOps.TSMM_LEFT
            || op == ProductOps.TSMM_RIGHT
        ? Kind.PRODUCT
        : Kind.PLAIN;
  }

  /** All matrices among the operands have a known shape. */
  static boolean areKnown(List<Info> operands) {
    for (Info operand : operands) {
      if (operand != null && operand.isMatrix() && !operand.size().known()) {
        return false;
      }
    }
    return true;
  }

  private static Size size(List<Info> operands, int i) {
    return operands.get(i).size();
  }

  // ---- products

  private Method.Product product(Op op, List<Info> operands) {
    Size first = size(operands, 0);
    if (op == ProductOps.MATMULT) {
      return product(first, size(operands, 1), false);
    } else if (op == ProductOps.TRANSPOSED_LEFT) {
      return product(first.transposed(), size(operands, 1), true);
    } else if (op == ProductOps.TRANSPOSED_RIGHT) {
      return product(first, size(operands, 1).transposed(), false);
    } else if (op == ProductOps.TSMM_LEFT) {
      return first.cols() <= cluster.blockSize()
          ? Method.Product.TSMM
          : product(first.transposed(), first, true);
    }
    return first.rows() <= cluster.blockSize()
        ? Method.Product.TSMM
        : product(first, first.transposed(), false);
  }

  /**
   * For {@code L %*% R}. Without a fitting pattern or broadcast, the choice is between two ways of
   * shuffling, by the bytes that move and the tasks that share them.
   *
   * @param leftIsTransposed L is given as its transpose
   */
  private Method.Product product(Size left, Size right, boolean leftIsTransposed) {
    double leftBytes = Footprint.of(left);
    double rightBytes = Footprint.of(right);
    double block = blockOf(Size.of(left.rows(), right.cols()));
    if (Math.min(leftBytes, rightBytes) + block <= cluster.mostBroadcast()) {
      return leftBytes < rightBytes ? Method.Product.MAPMM_LEFT : Method.Product.MAPMM_RIGHT;
    }
    if (leftIsTransposed
        && left.rows() <= cluster.blockSize()
        && right.cols() <= cluster.blockSize()) {
      return Method.Product.ZIPMM;
    }
    return crossCost(left, right) <= replicationCost(left, right)
        ? Method.Product.CPMM
        : Method.Product.RMM;
  }

  /** A task holds one block of the result at a time. */
  private double blockOf(Size result) {
    int side = cluster.blockSize();
    return 8.0 * Math.min(result.rows(), side) * Math.min(result.cols(), side);
  }

  private double crossCost(Size left, Size right) {
    double tasks = Math.min(cluster.blocks(left.cols()), cluster.tasks());
    double partials = Footprint.dense(Size.of(left.rows(), right.cols())) * tasks;
    return (Footprint.of(left) + Footprint.of(right) + partials) / tasks;
  }

  private double replicationCost(Size left, Size right) {
    double rows = cluster.blocks(left.rows());
    double cols = cluster.blocks(right.cols());
    double tasks = Math.min(rows * cols, cluster.tasks());
    return (Footprint.of(left) * cols + Footprint.of(right) * rows) / tasks;
  }

  /** One pass where a row of X is one block and the vectors fit all executors. */
  private Method chain(List<Info> operands) {
    Size x = size(operands, 0);
    Size v = size(operands, 1);
    Size between = operands.size() > 2 ? size(operands, 2) : null;
    // A weight or residual of another shape than X %*% v is rare.
    boolean plain = between == null || between.rows() == x.rows() && between.cols() == v.cols();
    if (!plain || v.cols() > cluster.blockSize()) {
      return null;
    }
    double vectors = Footprint.of(v) + (between == null ? 0 : Footprint.of(between));
    return x.cols() <= cluster.blockSize() && vectors <= cluster.mostBroadcast()
        ? Method.Product.MAPMMCHAIN
        : Method.Product.TWO_PRODUCTS;
  }

  private Method selection(Size v, Size x) {
    if (v.cols() != 1 || v.rows() != x.rows()) {
      return null;
    }
    return cluster.fitsBroadcast(v) ? Method.Product.PMM : Method.Product.PMM_JOIN;
  }

  /** The larger factor is the first that does not go to all executors. */
  private Method factors(OuterOps.Form form, List<Info> operands) {
    Size u = size(operands, 0);
    Size v = size(operands, 1);
    if (u.cols() > cluster.blockSize() || !areCells(form, operands)) {
      return null;
    }
    double most = cluster.mostBroadcast();
    double bytesOfU = Footprint.of(u);
    double bytesOfV = Footprint.of(v);
    boolean both = bytesOfU + bytesOfV <= most;
    return new Method.Factors(
        both || bytesOfU < bytesOfV && bytesOfU <= most,
        both || bytesOfU >= bytesOfV && bytesOfV <= most);
  }

  /** Whether all matrices besides the factors have the shape of their product, and one is there. */
  private static boolean areCells(OuterOps.Form form, List<Info> operands) {
    Size v = size(operands, 1);
    long rows = size(operands, 0).rows();
    long cols = form.byColumns() ? v.cols() : v.rows();
    boolean any = false;
    for (Info operand : operands.subList(OuterOps.FACTORS, operands.size())) {
      if (operand != null && operand.isMatrix()) {
        if (operand.size().rows() != rows || operand.size().cols() != cols) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }

  // ---- others

  /** {@code removeEmpty}: one mark for each row, or each column. */
  private Method marked(List<Info> operands) {
    Info margin = operands.get(1);
    if (!operands.get(0).isMatrix()) {
      return null;
    }
    if (!margin.isConstant()) {
      return Method.Plain.OPEN;
    }
    Size x = size(operands, 0);
    boolean rows = margin.constant().asText().equalsIgnoreCase("rows");
    return cluster.fitsBroadcast(Size.of(rows ? x.rows() : x.cols(), 1))
        ? Method.Marks.EVERYWHERE
        : Method.Marks.JOINED;
  }

  /** Levels of aggregates, one row for each block, until they fit a broadcast or are one block. */
  private Method cascade(Size x) {
    long rows = x.rows();
    int levels = 0;
    while (rows > cluster.blockSize()) {
      rows = (long) cluster.blocks(rows);
      levels++;
      if (cluster.fitsBroadcast(Size.of(rows, x.cols()))) {
        return new Method.Cascade(levels, true);
      }
    }
    return new Method.Cascade(levels, false);
  }

  /** Right factors of products go to all executors; the rest block by block. */
  private Method fused(FusedProgram program, List<Info> operands) {
    if (!Blockwise.isPossible(program, cluster.blockSize())) {
      return null;
    }
    for (int i = 0; i < operands.size(); i++) {
      if (Blockwise.isWhole(program, i) && !cluster.fitsBroadcast(size(operands, i))) {
        return null;
      }
    }
    return Method.Plain.ONLY;
  }
}
