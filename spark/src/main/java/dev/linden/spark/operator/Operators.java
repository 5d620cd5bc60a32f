package dev.linden.spark.operator;

import static java.util.Map.entry;

import dev.linden.fuse.select.FusedRecipe;
import dev.linden.op.AggregateOps;
import dev.linden.op.AppendOps;
import dev.linden.op.CompressionOps;
import dev.linden.op.DataType;
import dev.linden.op.DatagenOps;
import dev.linden.op.Distribution;
import dev.linden.op.GroupOps;
import dev.linden.op.IndexOps;
import dev.linden.op.InputOutputOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.QuantileOps;
import dev.linden.op.ReorgOps;
import dev.linden.op.SetOps;
import dev.linden.op.StatOps;
import dev.linden.plan.distribute.Method;
import java.util.Map;

/** Which implementation runs an operator that is no matrix product. */
public final class Operators {
  private static final Operator CELLS = new CellOperator();
  private static final Operator AGGREGATES = new AggregateOperator();
  private static final Operator REORG = new ReorgOperator();
  private static final Operator TRIANGLES = new TriangleOperator();
  private static final Operator APPEND = new AppendOperator();
  private static final Operator INDEX = new IndexOperator();
  private static final Operator GENERATE = new GenerateOperator();
  private static final Operator RESHAPE = new ReshapeOperator();
  private static final Operator FUSED = new FusedOperator();
  private static final Operator SUMS_OF_PRODUCTS = new SumOfProductsOperator();
  private static final Operator READ = new ReadOperator();
  private static final Operator MOMENTS = new MomentOperator();
  private static final Operator QUANTILES = new QuantileOperator();
  private static final Operator DISTINCT = new DistinctOperator();
  private static final Operator ROW_INDEX = new RowIndexOperator();

  private static final Map<Op, Operator> BY_OP =
      Map.ofEntries(
          entry(ReorgOps.TRANSPOSE, REORG),
          entry(ReorgOps.REV, REORG),
          entry(ReorgOps.ROLL, REORG),
          entry(ReorgOps.DIAG, REORG),
          entry(ReorgOps.LOWER_TRI, TRIANGLES),
          entry(ReorgOps.UPPER_TRI, TRIANGLES),
          entry(AggregateOps.TRACE, new TraceOperator()),
          entry(AggregateOps.SUM_OF_PRODUCT, SUMS_OF_PRODUCTS),
          entry(AggregateOps.SUM_OF_TRIPLE_PRODUCT, SUMS_OF_PRODUCTS),
          entry(AggregateOps.ROW_INDEX_MAX, ROW_INDEX),
          entry(AggregateOps.ROW_INDEX_MIN, ROW_INDEX),
          entry(CompressionOps.COMPRESS_FOR, new CompressOperator()),
          entry(AppendOps.CBIND, APPEND),
          entry(AppendOps.RBIND, APPEND),
          entry(AppendOps.APPEND, APPEND),
          entry(IndexOps.INDEX, INDEX),
          entry(IndexOps.ASSIGN, INDEX),
          entry(DatagenOps.RAND, GENERATE),
          entry(DatagenOps.SEQ, GENERATE),
          entry(DatagenOps.SAMPLE, GENERATE),
          entry(StatOps.MOMENT, MOMENTS),
          entry(StatOps.COV, MOMENTS),
          entry(QuantileOps.MEDIAN, QUANTILES),
          entry(QuantileOps.QUANTILE, QUANTILES),
          entry(QuantileOps.INTER_QUARTILE_MEAN, QUANTILES),
          entry(QuantileOps.INTER_QUANTILE, QUANTILES),
          entry(SetOps.CONTAINS, new ContainsOperator()),
          entry(SetOps.UNIQUE, DISTINCT),
          entry(SetOps.COUNT_DISTINCT, DISTINCT),
          entry(SetOps.COUNT_DISTINCT_APPROX, DISTINCT),
          entry(SetOps.ROW_COUNT_DISTINCT, DISTINCT),
          entry(SetOps.ROW_COUNT_DISTINCT_APPROX, DISTINCT),
          entry(SetOps.COL_COUNT_DISTINCT, DISTINCT),
          entry(SetOps.COL_COUNT_DISTINCT_APPROX, DISTINCT),
          entry(ReorgOps.ORDER, new OrderOperator()),
          entry(GroupOps.AGGREGATE, new GroupOperator()),
          entry(InputOutputOps.READ, READ),
          entry(InputOutputOps.READ_CSV, READ),
          entry(InputOutputOps.READ_MM, READ),
          entry(InputOutputOps.WRITE, new WriteOperator()),
          entry(GroupOps.TABLE, new TableOperator()));

  private Operators() {}

  /** Null if there is none for this call: then the operator runs on the driver. */
  public static Operator of(Op op, Invocation call, Method method) {
    if (method instanceof Method.Factors factors) {
      return new OuterOperator(factors);
    } else if (method instanceof Method.Marks marks) {
      return new RemoveEmptyOperator(marks);
    } else if (method instanceof Method.Cascade cascade) {
      return new CumulativeOperator(cascade);
    }
    if (op == AggregateOps.MEAN && call.given(1)) {
      return MOMENTS; // with weights
    }
    if (op == DatagenOps.MATRIX) {
      return call.dataType(0) == DataType.MATRIX ? RESHAPE : GENERATE;
    }
    Operator own = BY_OP.get(op);
    if (own != null) {
      return own;
    }
    if (op.recipe() instanceof FusedRecipe) {
      return FUSED;
    }
    if (op.fold() != null) {
      return AGGREGATES;
    }
    return op.distribution() == Distribution.CELL_ALIGNED ? CELLS : null;
  }

  /** Matrices without cells have no blocks: operators on them are left to the driver. */
  public static boolean haveCells(Invocation call) {
    for (int i = 0; i < call.count(); i++) {
      if (call.has(i)
          && call.dataType(i) == DataType.MATRIX
          && ((MatrixValue) call.value(i)).size().cells() == 0) {
        return false;
      }
    }
    return true;
  }
}
