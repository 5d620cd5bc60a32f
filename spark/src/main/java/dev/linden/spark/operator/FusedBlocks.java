package dev.linden.spark.operator;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.Blockwise;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.select.FusedRecipe;
import dev.linden.fuse.skeleton.FusedKernel;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.spark.block.BroadcastBlocks;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/**
 * A fused operator on the blocks of its operands. Executors get the program and generate the class
 * for it, which is the same for all operators with this program in the process.
 */
final class FusedBlocks implements Alignment.Constants, Serializable {
  private static final long serialVersionUID = 1L;

  private final FusedProgram program;
  private final Bodies.Mode mode;
  private final int width;

  /** By argument; scalars, and matrices of a single cell. */
  private final double[] numbers;

  /** By argument; operands of one block that all blocks of the others need, null elsewhere. */
  private final BroadcastBlocks[] whole;

  /** By columns of a block: made where they run, and used by one task. */
  private transient Map<Integer, FusedKernel> kernels;

  FusedBlocks(FusedRecipe recipe, Invocation call, BroadcastBlocks[] whole) {
    this.program = recipe.program();
    this.mode = recipe.mode();
    this.width = Blockwise.width(program);
    this.whole = whole;
    this.numbers = new double[call.count()];
    for (int i = 0; i < numbers.length; i++) {
      if (call.dataType(i) == DataType.SCALAR) {
        numbers[i] = call.number(i);
      }
    }
  }

  @Override
  public void constant(int argument, double cell) {
    numbers[argument] = cell;
  }

  /**
   * Per result a matrix or a number.
   *
   * @param columns of the block, fewer than those of the matrices if these are wide
   */
  Object[] run(Matrix[] blocks, int columns) {
    Matrix[] matrices = blocks.clone();
    for (int i = 0; i < whole.length; i++) {
      matrices[i] = whole[i] == null ? matrices[i] : whole[i].block(0, 0);
    }
    return kernel(columns).run(matrices, numbers, Workers.serial());
  }

  private synchronized FusedKernel kernel(int columns) {
    if (kernels == null) {
      kernels = new HashMap<>();
    }
    return kernels.computeIfAbsent(
        columns, c -> new FusedKernel(c == width ? program : program.narrowed(width, c), mode));
  }
}
