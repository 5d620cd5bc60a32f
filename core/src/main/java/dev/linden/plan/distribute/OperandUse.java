package dev.linden.plan.distribute;

import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.OuterOps;
import dev.linden.op.Size;
import java.util.List;

/** How an operator on Spark takes one of its matrices. */
public enum OperandUse {
  /** As a whole, to all executors. */
  BROADCAST,
  /** Block by block. */
  BLOCKS,
  /** Block by block, each together with the blocks of other operands at the same position. */
  JOINED;

  /**
   * @param operands of known size, null where absent
   * @param argument a matrix
   */
  public static OperandUse of(
      Op op, List<Info> operands, int argument, Method method, Cluster cluster) {
    if (method instanceof Method.Product product) {
      return ofFactor(product, argument);
    }
    boolean outer = op.recipe() instanceof OuterOps.Recipe;
    if (method instanceof Method.Factors factors && argument < OuterOps.FACTORS) {
      boolean everywhere = argument == 0 ? factors.uEverywhere() : factors.vEverywhere();
      return everywhere ? BROADCAST : BLOCKS;
    }
    Size size = operands.get(argument).size();
    if (outer || op.distribution().isAligned() || op.fold() != null) {
      int first = outer ? OuterOps.FACTORS : 0;
      Size largest = size;
      for (int i = first; i < operands.size(); i++) {
        if (isMatrix(operands.get(i)) && cells(operands.get(i).size()) > cells(largest)) {
          largest = operands.get(i).size();
        }
      }
      if (isBroadcast(size, largest, cluster)) {
        return BROADCAST;
      }
      int inBlocks = 0;
      for (int i = first; i < operands.size(); i++) {
        boolean broadcast =
            !isMatrix(operands.get(i)) || isBroadcast(operands.get(i).size(), largest, cluster);
        inBlocks += broadcast ? 0 : 1;
      }
      return inBlocks > 1 ? JOINED : BLOCKS;
    }
    return BLOCKS;
  }

  private static OperandUse ofFactor(Method.Product method, int argument) {
    return switch (method) {
      case MAPMM_LEFT, PMM -> argument == 0 ? BROADCAST : BLOCKS;
      case MAPMM_RIGHT, MAPMMCHAIN -> argument == 0 ? BLOCKS : BROADCAST;
      case ZIPMM -> JOINED;
      default -> BLOCKS;
    };
  }

  /** Smaller than the others, which are joined block by block if there are several. */
  private static boolean isBroadcast(Size size, Size largest, Cluster cluster) {
    return !sameShape(size, largest) && cluster.fitsBroadcast(size);
  }

  private static boolean isMatrix(Info info) {
    return info != null && info.isMatrix();
  }

  private static boolean sameShape(Size a, Size b) {
    return a.rows() == b.rows() && a.cols() == b.cols();
  }

  private static double cells(Size size) {
    return (double) size.rows() * size.cols();
  }
}
