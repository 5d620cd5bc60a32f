package dev.linden.plan;

import dev.linden.op.Distribution;
import dev.linden.op.Footprint;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.OuterOps;
import dev.linden.op.ProductOps;
import dev.linden.op.Size;
import java.util.List;

/** Physical operators on Spark for a cluster, from sizes that the compiler knows. */
final class SparkMethods {
  /** Rows and columns of a block. */
  static final int SIDE = 1000;

  private SparkMethods() {}

  /** As EXPLAIN shows it behind the execution type; empty if there is nothing to say. */
  static String text(Op op, List<Info> operands, ClusterProfile cluster) {
    String method = cluster == null ? null : of(op, operands, cluster);
    return method == null ? "" : " " + method;
  }

  /** Null where sizes are unknown, or an operator has one form only. */
  static String of(Op op, List<Info> call, ClusterProfile cluster) {
    if (!areKnown(call)) {
      return null;
    }
    ProductMethod.Limits limits = limits(cluster);
    ProductMethod product = product(op, call, limits);
    if (product != null) {
      return product.label();
    } else if (isChain(op)) {
      return "two products";
    } else if (op == ProductOps.SELECTION) {
      return "join";
    } else if (op.recipe() instanceof OuterOps.Recipe) {
      return factorsFit(call, limits) ? "map" : "reduce";
    }
    return op.distribution() == Distribution.CUMULATIVE ? cascade(size(call, 0), cluster) : null;
  }

  /** All matrices among the operands have a known shape. */
  static boolean areKnown(List<Info> call) {
    for (Info operand : call) {
      if (operand != null && operand.isMatrix() && !operand.size().known()) {
        return false;
      }
    }
    return true;
  }

  static ProductMethod.Limits limits(ClusterProfile cluster) {
    return new ProductMethod.Limits(
        SIDE, broadcast(cluster), cluster.executors() * cluster.coresPerExecutor());
  }

  /** The form of a product whose operands have known sizes; null if the operator is none. */
  static ProductMethod product(Op op, List<Info> call, ProductMethod.Limits limits) {
    if (op == ProductOps.MATMULT) {
      return ProductMethod.choose(size(call, 0), size(call, 1), false, limits);
    } else if (op == ProductOps.TRANSPOSED_LEFT) {
      return ProductMethod.choose(size(call, 0).transposed(), size(call, 1), true, limits);
    } else if (op == ProductOps.TRANSPOSED_RIGHT) {
      return ProductMethod.choose(size(call, 0), size(call, 1).transposed(), false, limits);
    } else if (op == ProductOps.TSMM_LEFT) {
      Size x = size(call, 0);
      return x.cols() <= SIDE
          ? ProductMethod.TSMM
          : ProductMethod.choose(x.transposed(), x, true, limits);
    } else if (op == ProductOps.TSMM_RIGHT) {
      Size x = size(call, 0);
      return x.rows() <= SIDE
          ? ProductMethod.TSMM
          : ProductMethod.choose(x, x.transposed(), false, limits);
    } else if (op == ProductOps.SELECTION) {
      return Footprint.of(size(call, 0)) <= limits.broadcast() ? ProductMethod.PMM : null;
    }
    return isChain(op) ? chain(call, limits) : null;
  }

  /** U and V of an outer product can go to all executors. */
  static boolean factorsFit(List<Info> call, ProductMethod.Limits limits) {
    return Footprint.of(size(call, 0)) + Footprint.of(size(call, 1)) <= limits.broadcast();
  }

  /** A broadcast is on the driver twice: as a matrix and in blocks. */
  private static double broadcast(ClusterProfile cluster) {
    return Math.min(cluster.broadcastBudget(), Resources.LOCAL_SHARE * cluster.driverMemory() / 2);
  }

  private static boolean isChain(Op op) {
    return op == ProductOps.CHAIN
        || op == ProductOps.WEIGHTED_CHAIN
        || op == ProductOps.RESIDUAL_CHAIN;
  }

  /** One pass where a row of X is one block and the vectors fit all executors; else null. */
  private static ProductMethod chain(List<Info> call, ProductMethod.Limits limits) {
    double vectors = Footprint.of(size(call, 1));
    vectors += call.size() > 2 ? Footprint.of(size(call, 2)) : 0;
    return size(call, 0).cols() <= SIDE && vectors <= limits.broadcast()
        ? ProductMethod.MAPMMCHAIN
        : null;
  }

  /** Levels of aggregates until they fit the driver, twice as a matrix and in blocks. */
  private static String cascade(Size size, ClusterProfile cluster) {
    long rows = size.rows();
    int levels = 0;
    do {
      rows = (rows + SIDE - 1) / SIDE;
      levels++;
    } while (rows > 1 && Footprint.dense(Size.of(rows, size.cols())) > broadcast(cluster));
    return "cascade " + levels;
  }

  private static Size size(List<Info> call, int i) {
    return call.get(i).size();
  }
}
