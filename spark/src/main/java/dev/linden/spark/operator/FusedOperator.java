package dev.linden.spark.operator;

import dev.linden.fuse.program.Blockwise;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.select.FusedRecipe;
import dev.linden.matrix.Matrix;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Scalar;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.BroadcastBlocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Rdds;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Fused operators, block by block: operands of full width and columns meet by position, rows and
 * right factors go to all executors. Sums and extremes are merged in the order of the blocks. A
 * single matrix with a row for each of X stays on the executors in blocks; of several results all
 * come to the driver.
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
    if (program.sinks().size() == 1 && sink instanceof Sink.Rows rows) {
      session.used(Form.FUSED_CELLS);
      int width = program.nodes().get(rows.x()).width();
      JavaPairRDD<BlockIndex, Matrix> blocks =
          Rdds.mapValues(computed(fused, operands, grid), results -> (Matrix) results[0]);
      sources.addAll(alignment.sources());
      call.result(session.result(session.grid(grid.rows(), width), blocks, sources));
      return;
    }
    session.used(form(program));
    JavaRDD<FusedPartials> partials =
        Rdds.map(
            computed(fused, operands, grid),
            block -> new FusedPartials(block._1(), block._2(), program));
    boolean sums = program.sinks().stream().anyMatch(FusedPartials::isSum);
    FusedPartials all =
        session.job(
            "fused",
            () ->
                sums
                    ? Partials.reduced(partials, FusedPartials::merge)
                    : Partials.gathered(partials, FusedPartials::merge));
    gather(program, all, grid, call, session);
  }

  private static Form form(FusedProgram program) {
    if (program.sinks().stream().allMatch(Sink.Fold.class::isInstance)) {
      return Form.FUSED_AGGREGATES;
    }
    return program.sinks().size() > 1 ? Form.FUSED_TOGETHER : Form.FUSED_PRODUCT;
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
    return Rdds.mapPairs(
        operands, block -> new Tuple2<>(block._1(), fused.run(block._2(), grid.width(block._1()))));
  }

  private static void gather(
      FusedProgram program, FusedPartials all, Grid grid, Invocation call, Session session) {
    int results = program.sinks().size();
    for (int k = 0; k < results; k++) {
      Sink sink = program.sinks().get(k);
      if (sink instanceof Sink.Fold fold) {
        double folded = all.folded(k, fold.kind());
        if (results == 1) {
          call.result(folded);
        } else {
          call.result(k, Scalar.of(folded));
        }
        continue;
      }
      Matrix matrix =
          sink instanceof Sink.Rows rows
              ? all.joined(k, session.grid(grid.rows(), program.nodes().get(rows.x()).width()))
              : all.sum(k);
      if (results == 1) {
        call.result(matrix);
      } else {
        call.result(k, new MatrixValue(matrix));
      }
    }
  }
}
