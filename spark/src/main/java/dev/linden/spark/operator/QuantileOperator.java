package dev.linden.spark.operator;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.group.ValueOrder;
import dev.linden.matrix.simd.CompensatedSum;
import dev.linden.op.DataType;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.QuantileOps;
import dev.linden.op.ValueType;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Blocks;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Lazily;
import dev.linden.spark.block.Piece;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** Order statistics of columns: values at places are searched for, and only what lies between. */
final class QuantileOperator implements Operator {
  @Override
  public boolean accepts(Op op, Invocation call, Session session) {
    MatrixValue x = (MatrixValue) call.value(0);
    int weights = placeOfWeights(op, call);
    boolean columns =
        x.size().cols() == 1
            && (weights < 0
                || (call.value(weights) instanceof MatrixValue w && w.size().equals(x.size())));
    return columns && (hasNoShare(op) || areShares(op, call));
  }

  private static boolean hasNoShare(Op op) {
    return op == QuantileOps.MEDIAN || op == QuantileOps.INTER_QUARTILE_MEAN;
  }

  private static int placeOfShare(Invocation call) {
    return call.given(2) ? 2 : 1;
  }

  private static int placeOfWeights(Op op, Invocation call) {
    boolean weighted = call.given(1) && (hasNoShare(op) || placeOfShare(call) == 2);
    return weighted ? 1 : -1;
  }

  /** What is none is left to the local operator and its messages. */
  private static boolean areShares(Op op, Invocation call) {
    int place = placeOfShare(call);
    if (call.dataType(place) == DataType.MATRIX) {
      MatrixValue p = (MatrixValue) call.value(place);
      if (op != QuantileOps.QUANTILE || p.size().cols() != 1) {
        return false;
      }
    } else if (call.valueType(place) == ValueType.STRING) {
      return false;
    }
    double most = op == QuantileOps.INTER_QUANTILE ? 0.5 : 1;
    for (double p : shares(call)) {
      if (!(p >= 0 && p <= most)) {
        return false;
      }
    }
    return true;
  }

  private static double[] shares(Invocation call) {
    int place = placeOfShare(call);
    return call.dataType(place) == DataType.MATRIX
        ? Formats.toDense(call.matrix(place), Workers.serial()).toArray()
        : new double[] {call.number(place)};
  }

  @Override
  public void run(Op op, Invocation call, Session session) {
    int weights = placeOfWeights(op, call);
    MatrixValue x = (MatrixValue) call.value(0);
    Column column = new Column(session.grid(x), weights);
    session.readTwice(x);
    if (weights >= 0) {
      session.readTwice((MatrixValue) call.value(weights));
    }
    Alignment alignment =
        Alignment.of(
            call,
            column.grid(),
            (argument, cell) -> {
              throw new LindenBug("a column and its weights have one shape");
            },
            session,
            argument -> argument == 0 || argument == weights);
    Search search = new Search(alignment.blocks(), column, session);
    if (op == QuantileOps.MEDIAN) {
      call.result(search.median());
    } else if (op == QuantileOps.INTER_QUARTILE_MEAN) {
      call.result(search.interQuartileMean());
    } else if (op == QuantileOps.INTER_QUANTILE) {
      search.between(call.number(placeOfShare(call)), call, alignment.sources());
    } else {
      double[] values = search.quantiles(shares(call));
      if (call.dataType(placeOfShare(call)) == DataType.MATRIX) {
        call.result(Dense.wrap(values.length, 1, values));
      } else {
        call.result(values[0]);
      }
    }
  }

  private record Search(
      JavaPairRDD<BlockIndex, Matrix[]> cells, Column column, Session session, RankSearch ranks) {
    Search(JavaPairRDD<BlockIndex, Matrix[]> cells, Column column, Session session) {
      this(cells, column, session, new RankSearch(cells, column, session));
    }

    double[] quantiles(double[] shares) {
      double[] values = new double[shares.length];
      List<RankSearch.Found> found = ranks.at(shares);
      for (int k = 0; k < values.length; k++) {
        values[k] = found.get(k) == null ? Double.NaN : found.get(k).value();
      }
      return values;
    }

    /** The value in the middle, or the mean of the two there. */
    double median() {
      RankSearch.Found middle = ranks.at(0.5).get(0);
      if (middle == null) {
        return Double.NaN;
      }
      boolean between = middle.reached() == ranks.total() / 2;
      return between ? middle.value() / 2 + next(middle) / 2 : middle.value();
    }

    /** The next larger value; the value itself if there is none. */
    private double next(RankSearch.Found found) {
      Column reading = column;
      long after = found.key();
      long next =
          session.job(
              "next value",
              () ->
                  cells
                      .map(
                          block -> {
                            long[] smallest = {Long.MAX_VALUE};
                            reading.read(
                                block._1(),
                                block._2(),
                                (key, weight) -> {
                                  if (key > after && key < smallest[0]) {
                                    smallest[0] = key;
                                  }
                                });
                            return smallest[0];
                          })
                      .reduce(Math::min));
      return next == Long.MAX_VALUE ? found.value() : ValueOrder.value(next);
    }

    double interQuartileMean() {
      List<RankSearch.Found> quartiles = ranks.at(0.25, 0.75);
      RankSearch.Found first = quartiles.get(0);
      RankSearch.Found last = quartiles.get(1);
      if (first == null) {
        return Double.NaN;
      }
      double a = 0.25 * ranks.total();
      double b = 0.75 * ranks.total();
      if (first.key() == last.key()) {
        return (b - a) * first.value() / (ranks.total() / 2);
      }
      Column reading = column;
      long low = first.key();
      long high = last.key();
      JavaPairRDD<BlockIndex, Double> inner =
          cells.mapToPair(
              block -> {
                CompensatedSum sum = new CompensatedSum();
                reading.read(
                    block._1(),
                    block._2(),
                    (key, weight) -> {
                      if (key > low && key < high) {
                        sum.add(weight * ValueOrder.value(key));
                      }
                    });
                return new Tuple2<>(block._1(), sum.value());
              });
      CompensatedSum sum = new CompensatedSum();
      sum.add(session.job("sum between quartiles", () -> Partials.sum(inner)));
      addPart(sum, first.reached() - a, first.value());
      addPart(sum, b - last.below(), last.value());
      return sum.value() / (ranks.total() / 2);
    }

    /** A part of nothing adds nothing, be the value infinite. */
    private static void addPart(CompensatedSum sum, double part, double value) {
      if (part != 0) {
        sum.add(part * value);
      }
    }

    /** The cells after the place of the p-quantile up to that of the (1-p)-quantile. */
    void between(double p, Invocation call, List<Distributed> sources) {
      List<RankSearch.Found> ends = ranks.at(p, 1 - p);
      RankSearch.Found last = ends.get(1);
      if (last == null) {
        call.result(Dense.zeros(0, 1));
        return;
      }
      boolean fromStart = p * ranks.total() == 0;
      long low = fromStart ? Long.MIN_VALUE : ends.get(0).key();
      long high = last.key();
      Equals before = fromStart ? null : equals(ends.get(0), p * ranks.total());
      Equals upTo = equals(last, (1 - p) * ranks.total());
      JavaPairRDD<Integer, Runs> ranges = ranges(low, high);
      TreeMap<Integer, Long> sizes = new TreeMap<>();
      JavaPairRDD<Integer, Long> counts = ranges.mapValues(Runs::cells);
      session.job("count in ranges", counts::collect).forEach(c -> sizes.put(c._1(), c._2()));
      long skipped = before == null ? 0 : before.taken();
      long dropped = upTo.all() - upTo.taken();
      long length = sizes.values().stream().mapToLong(n -> n).sum() - skipped - dropped;
      if (length <= 0) {
        call.result(Dense.zeros(0, 1));
        return;
      }
      long[] starts = new long[sizes.lastKey() + 1];
      long start = -skipped;
      for (Map.Entry<Integer, Long> size : sizes.entrySet()) {
        starts[size.getKey()] = start;
        start += size.getValue();
      }
      Grid target = session.grid(length, 1);
      JavaPairRDD<BlockIndex, Piece> pieces =
          ranges.flatMapToPair(range -> pieces(range._2(), starts[range._1()], target));
      call.result(session.result(target, Assembly.ofComplete(pieces, target, session), sources));
    }

    /** Cells of one value, and how many of them lie up to a place. */
    private record Equals(long all, long taken) {}

    private Equals equals(RankSearch.Found found, double weight) {
      if (column.weights() < 0) {
        long place = (long) Math.max(1, Math.min(ranks.total(), Math.ceil(weight)));
        return new Equals((long) (found.reached() - found.below()), place - (long) found.below());
      }
      Column reading = column;
      long wanted = found.key();
      JavaPairRDD<BlockIndex, double[]> partials =
          cells.mapToPair(
              block -> {
                double[] countAndWeight = new double[2];
                CompensatedSum sum = new CompensatedSum();
                reading.read(
                    block._1(),
                    block._2(),
                    (key, w) -> {
                      if (key == wanted) {
                        countAndWeight[0]++;
                        sum.add(w);
                      }
                    });
                countAndWeight[1] = sum.value();
                return new Tuple2<>(block._1(), countAndWeight);
              });
      List<Tuple2<BlockIndex, double[]>> blocks =
          new ArrayList<>(session.job("equal cells", partials::collect));
      blocks.sort(Comparator.comparing(Tuple2::_1));
      long all = blocks.stream().mapToLong(block -> (long) block._2()[0]).sum();
      CompensatedSum sum = new CompensatedSum();
      sum.add(found.below());
      long taken = 0;
      for (Tuple2<BlockIndex, double[]> block : blocks) {
        CompensatedSum with = new CompensatedSum();
        with.add(sum);
        with.add(block._2()[1]);
        if (block._2()[0] > 0 && with.value() >= weight) {
          return new Equals(all, taken + within(block._1(), wanted, sum, weight));
        }
        sum = with;
        taken += (long) block._2()[0];
      }
      return new Equals(all, all);
    }

    /** Cells of a block with this value until the weight is reached. */
    private long within(BlockIndex index, long wanted, CompensatedSum sum, double weight) {
      Column reading = column;
      List<double[]> weights =
          session.job(
              "weights of equal cells",
              () ->
                  cells
                      .filter(block -> block._1().equals(index))
                      .map(
                          block -> {
                            List<Double> equal = new ArrayList<>();
                            reading.read(
                                block._1(),
                                block._2(),
                                (key, w) -> {
                                  if (key == wanted) {
                                    equal.add(w);
                                  }
                                });
                            return equal.stream().mapToDouble(w -> w).toArray();
                          })
                      .collect());
      long taken = 0;
      for (double w : weights.get(0)) {
        sum.add(w);
        taken++;
        if (sum.value() >= weight) {
          break;
        }
      }
      return taken;
    }

    /** The cells from one value to another in ranges, sorted in each. */
    private JavaPairRDD<Integer, Runs> ranges(long low, long high) {
      Column reading = column;
      int count = Blocks.partitions(column.grid(), session.parallelism());
      Samples.KeyTest inside = key -> key >= low && key <= high;
      long[] bounds =
          Samples.bounds(
              cells.mapValues(operands -> operands[0]),
              column.grid().rows(),
              inside,
              count,
              session);
      return cells
          .mapPartitionsToPair(
              blocks -> split(RankSearch.runs(blocks, reading, inside), bounds).iterator())
          .groupByKey(new HashPartitioner(bounds.length + 1))
          .mapValues(Runs::merged);
    }

    private static List<Tuple2<Integer, Runs>> split(Runs runs, long[] bounds) {
      List<Tuple2<Integer, Runs>> parts = new ArrayList<>();
      int from = 0;
      while (from < runs.size()) {
        int range = Samples.range(bounds, runs.key(from));
        int to = from + 1;
        while (to < runs.size() && Samples.range(bounds, runs.key(to)) == range) {
          to++;
        }
        parts.add(new Tuple2<>(range, runs.part(from, to)));
        from = to;
      }
      return parts;
    }

    /** The cells of a range in blocks of the result; what falls before or behind it is left. */
    private static java.util.Iterator<Tuple2<BlockIndex, Piece>> pieces(
        Runs runs, long start, Grid target) {
      int side = target.side();
      long first = Math.max(0, start);
      long end = Math.min(target.rows(), start + runs.cells());
      if (first >= end) {
        return java.util.Collections.emptyIterator();
      }
      long[] starts = runs.starts();
      return Lazily.map(
          LongStream.rangeClosed(first / side, (end - 1) / side).iterator(),
          block -> {
            long from = Math.max(first, block * side);
            long to = Math.min(end, (block + 1) * side);
            double[] values = runs.values(starts, from - start, (int) (to - from));
            return new Tuple2<>(
                new BlockIndex(block, 0),
                new Piece((int) (from % side), 0, 0, Dense.wrap(values.length, 1, values)));
          });
    }
  }
}
