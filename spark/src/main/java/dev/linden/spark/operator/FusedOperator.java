package dev.linden.spark.operator;

import dev.linden.fuse.program.Blockwise;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.select.FusedRecipe;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Fold;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Scalar;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * Fused operators, block by block: operands of full width and columns meet by position, rows and
 * right factors go to all executors. Sums and extremes are merged in the order of the blocks. A
 * single matrix stays on the executors in blocks; of several results all come to the driver.
 */
final class FusedOperator implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    FusedRecipe recipe = (FusedRecipe) op.recipe();
    FusedProgram program = recipe.program();
    Grid grid = session.grid(rows(program, call), Blockwise.width(program));
    List<Distributed> sources = new ArrayList<>();
    FusedBlocks fused = new FusedBlocks(recipe, call, whole(program, call, session, sources));
    Alignment alignment =
        Alignment.of(call, grid, fused, session, i -> !Blockwise.isWhole(program, i));
    JavaPairRDD<BlockIndex, Matrix[]> operands = alignment.blocks();
    Sink sink = program.sinks().get(0);
    boolean folds = program.sinks().stream().allMatch(Sink.Fold.class::isInstance);
    if (folds || program.sinks().size() > 1) {
      session.used(folds ? Form.FUSED_AGGREGATES : Form.FUSED_TOGETHER);
      gather(program, computed(fused, operands, grid), grid, call, session);
    } else if (sink instanceof Sink.Rows rows) {
      session.used(Form.FUSED_CELLS);
      int width = program.nodes().get(rows.x()).width();
      JavaPairRDD<BlockIndex, Matrix> blocks =
          computed(fused, operands, grid).mapValues(results -> (Matrix) results[0]);
      sources.addAll(alignment.sources());
      call.result(session.result(session.grid(grid.rows(), width), blocks, sources));
    } else {
      session.used(Form.FUSED_PRODUCT);
      JavaPairRDD<BlockIndex, Object[]> partials = computed(fused, operands, grid);
      call.result(
          session.job(
              "fused", () -> Partials.sum(partials.values().map(results -> (Matrix) results[0]))));
    }
  }

  private static long rows(FusedProgram program, Invocation call) {
    long rows = 1;
    for (Node node : program.nodes()) {
      if (node instanceof Node.Source source) {
        rows = Math.max(rows, ((MatrixValue) call.value(source.input())).size().rows());
      }
    }
    return rows;
  }

  private static BroadcastBlocks[] whole(
      FusedProgram program, Invocation call, Session session, List<Distributed> sources) {
    BroadcastBlocks[] whole = new BroadcastBlocks[call.count()];
    for (int i = 0; i < whole.length; i++) {
      if (call.dataType(i) == DataType.MATRIX && Blockwise.isWhole(program, i)) {
        MatrixValue value = (MatrixValue) call.value(i);
        whole[i] = session.broadcast(value);
        sources.add(session.source(value));
      }
    }
    return whole;
  }

  private static JavaPairRDD<BlockIndex, Object[]> computed(
      FusedBlocks fused, JavaPairRDD<BlockIndex, Matrix[]> operands, Grid grid) {
    return operands.mapPartitionsToPair(
        blocks ->
            Lazily.map(
                blocks,
                block -> new Tuple2<>(block._1(), fused.run(block._2(), grid.width(block._1())))),
        true);
  }

  /** All results of all blocks in one job, for the driver. */
  private static void gather(
      FusedProgram program,
      JavaPairRDD<BlockIndex, Object[]> computed,
      Grid grid,
      Invocation call,
      Session session) {
    List<Tuple2<BlockIndex, Object[]>> all =
        new ArrayList<>(session.job("fused", computed::collect));
    all.sort(Comparator.comparing(Tuple2::_1));
    int results = program.sinks().size();
    for (int k = 0; k < results; k++) {
      if (program.sinks().get(k) instanceof Sink.Rows rows) {
        int width = program.nodes().get(rows.x()).width();
        call.result(k, new MatrixValue(joined(all, k, session.grid(grid.rows(), width))));
        continue;
      }
      double merged = merged(((Sink.Fold) program.sinks().get(k)).kind(), all, k);
      if (results == 1) {
        call.result(merged);
      } else {
        call.result(k, Scalar.of(merged));
      }
    }
  }

  private static Matrix joined(List<Tuple2<BlockIndex, Object[]>> results, int k, Grid grid) {
    List<Tuple2<BlockIndex, Matrix>> blocks = new ArrayList<>();
    results.forEach(block -> blocks.add(new Tuple2<>(block._1(), (Matrix) block._2()[k])));
    return Blocks.join(blocks, grid);
  }

  private static double merged(
      Aggregate.Kind kind, List<Tuple2<BlockIndex, Object[]>> partials, int k) {
    Fold fold = Fold.of(kind == Aggregate.Kind.SUM_OF_SQUARES ? Aggregate.Kind.SUM : kind);
    double[] values = partials.stream().mapToDouble(p -> (Double) p._2()[k]).toArray();
    fold.add(values, 0, values.length);
    return fold.result();
  }
}
