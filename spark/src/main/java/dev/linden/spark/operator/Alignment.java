package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Rdds;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Brings together the blocks of several operands that belong to the same block of the result:
 * operands of its shape, columns and rows that are repeated, single cells, and, where a row is one
 * block, operands of any other width.
 *
 * <p>Operands of the shape are joined by position, without shuffle where they are partitioned
 * alike; one that is only on the driver and small goes as a broadcast. Repeated columns and rows go
 * as broadcasts if they fit, else they are copied to all blocks that need them.
 */
final class Alignment {
  private final Session session;
  private final Grid grid;
  private final Constants constants;
  private final List<Distributed> sources = new ArrayList<>();
  private final List<BroadcastOperand> broadcasts = new ArrayList<>();

  /** Blocks by argument; null as long as no operand is there as blocks. */
  private JavaPairRDD<BlockIndex, Matrix[]> joined;

  private final int count;

  /** An operand that all executors have. */
  private record BroadcastOperand(
      int argument, BroadcastBlocks blocks, boolean repeatedRow, boolean repeatedCol)
      implements Serializable {
    Matrix at(BlockIndex index) {
      return blocks.block(repeatedRow ? 0 : index.row(), repeatedCol ? 0 : index.col());
    }
  }

  /** Takes operands of a single cell. */
  interface Constants {
    void constant(int argument, double cell);
  }

  private Alignment(Session session, Grid grid, Constants constants, int count) {
    this.session = session;
    this.grid = grid;
    this.constants = constants;
    this.count = count;
  }

  /** All matrix operands of a call, for a result of the given shape. */
  static Alignment of(Invocation call, Grid grid, Constants constants, Session session) {
    return of(call, grid, constants, session, argument -> true);
  }

  /** Those of the matrix operands that have blocks of this grid. */
  static Alignment of(
      Invocation call, Grid grid, Constants constants, Session session, IntPredicate included) {
    Alignment alignment = new Alignment(session, grid, constants, call.count());
    int main = alignment.mainOperand(call, included);
    if (main >= 0) {
      alignment.join(main, (MatrixValue) call.value(main));
    }
    for (int i = 0; i < call.count(); i++) {
      if (i != main && call.has(i) && call.dataType(i) == DataType.MATRIX && included.test(i)) {
        alignment.add(i, (MatrixValue) call.value(i));
      }
    }
    if (alignment.joined == null) {
      int count = call.count();
      alignment.joined = Rdds.mapValues(session.indexes(grid), any -> new Matrix[count]);
    }
    return alignment;
  }

  /**
   * The matrix operands of a call that are to stand side by side in a result whose rows are one
   * block: the widest that is there stays, others come to it.
   */
  static Alignment sideBySide(Invocation call, Grid grid, Session session) {
    Alignment alignment = new Alignment(session, grid, null, call.count());
    int main = 0;
    for (int i = 1; i < call.count(); i++) {
      boolean better = session.isDistributed(value(call, i));
      if (better == session.isDistributed(value(call, main))) {
        better = value(call, i).size().cols() > value(call, main).size().cols();
      }
      main = better ? i : main;
    }
    alignment.join(main, value(call, main));
    for (int i = 0; i < call.count(); i++) {
      if (i != main) {
        alignment.addWhole(i, value(call, i));
      }
    }
    return alignment;
  }

  private static MatrixValue value(Invocation call, int argument) {
    return (MatrixValue) call.value(argument);
  }

  /** One of the shape of the result, rather one that is distributed already; -1 if none is. */
  private int mainOperand(Invocation call, IntPredicate included) {
    int main = -1;
    for (int i = 0; i < call.count(); i++) {
      if (call.has(i)
          && call.dataType(i) == DataType.MATRIX
          && included.test(i)
          && isFull((MatrixValue) call.value(i))) {
        if (session.isDistributed((MatrixValue) call.value(i))) {
          return i;
        }
        main = main < 0 ? i : main;
      }
    }
    return main;
  }

  private boolean isFull(MatrixValue value) {
    return value.size().rows() == grid.rows() && value.size().cols() == grid.cols();
  }

  private void add(int argument, MatrixValue value) {
    long rows = value.size().rows();
    long cols = value.size().cols();
    if (isFull(value)) {
      addWhole(argument, value);
    } else if (rows == 1 && cols == 1) {
      constants.constant(argument, value.matrix().get(0, 0));
    } else if (rows == grid.rows() && grid.colBlocks() == 1 && staysInPlace(value)) {
      join(argument, value);
    } else {
      boolean repeatedRow = rows == 1 && grid.rows() != 1;
      boolean repeatedCol = cols == 1 && grid.cols() != 1;
      if (session.cluster().fitsBroadcast(value.size())) {
        broadcast(argument, value, repeatedRow, repeatedCol);
      } else {
        replicate(argument, value, repeatedRow);
      }
    }
  }

  /** One that has a block for each of the grid. */
  private void addWhole(int argument, MatrixValue value) {
    if (!session.isDistributed(value) && session.cluster().fitsBroadcast(value.size())) {
      broadcast(argument, value, false, false);
    } else {
      join(argument, value);
    }
  }

  /** Its blocks are where those of the others are. */
  private boolean staysInPlace(MatrixValue value) {
    return joined != null
        && session.isDistributed(value)
        && session.source(value).isAt(joined.partitioner().orNull());
  }

  private void broadcast(int argument, MatrixValue value, boolean row, boolean col) {
    session.used(Form.OPERAND_BROADCAST);
    broadcasts.add(new BroadcastOperand(argument, session.broadcast(value), row, col));
    sources.add(session.source(value));
  }

  private void join(int argument, MatrixValue value) {
    Distributed operand = session.distributed(value);
    sources.add(operand);
    joinBlocks(argument, operand.blocks());
  }

  /** A vector that is too large for a broadcast goes to all blocks in its row or column. */
  private void replicate(int argument, MatrixValue value, boolean repeatedRow) {
    Distributed operand = session.distributed(value);
    sources.add(operand);
    session.used(Form.OPERAND_REPLICATED);
    long copies = repeatedRow ? grid.rowBlocks() : grid.colBlocks();
    joinBlocks(
        argument,
        operand
            .blocks()
            .flatMapToPair(
                block -> {
                  List<Tuple2<BlockIndex, Matrix>> all = new ArrayList<>();
                  for (long k = 0; k < copies; k++) {
                    BlockIndex index =
                        repeatedRow
                            ? new BlockIndex(k, block._1().col())
                            : new BlockIndex(block._1().row(), k);
                    all.add(new Tuple2<>(index, block._2()));
                  }
                  return all.iterator();
                }));
  }

  private void joinBlocks(int argument, JavaPairRDD<BlockIndex, Matrix> blocks) {
    int size = count;
    if (joined == null) {
      joined =
          Rdds.mapValues(
              blocks,
              block -> {
                Matrix[] all = new Matrix[size];
                all[argument] = block;
                return all;
              });
      return;
    }
    Partitioner place = session.meeting(grid, joined, blocks);
    session.used(
        Session.isAt(place, joined) && Session.isAt(place, blocks)
            ? Form.OPERAND_COPARTITIONED
            : Form.OPERAND_REPARTITIONED);
    joined =
        Rdds.mapValues(
            Blocks.met(joined, blocks, place),
            pair -> {
              Matrix[] all = pair._1().clone();
              all[argument] = pair._2();
              return all;
            });
  }

  List<Distributed> sources() {
    return sources;
  }

  /** For each block of the result the blocks of all operands, by argument. */
  JavaPairRDD<BlockIndex, Matrix[]> blocks() {
    if (broadcasts.isEmpty()) {
      return joined;
    }
    List<BroadcastOperand> operands = new ArrayList<>(broadcasts);
    return Rdds.mapPairs(
        joined,
        block -> {
          Matrix[] all = block._2().clone();
          for (BroadcastOperand operand : operands) {
            all[operand.argument()] = operand.at(block._1());
          }
          return new Tuple2<>(block._1(), all);
        });
  }
}
