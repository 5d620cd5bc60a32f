package dev.linden.bench;

import dev.linden.matrix.Cells;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.group.Grouping;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.matrix.kernel.reorg.Reorg;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cells in other places: transposes, sorts, tables, selections. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "-Xmx4g"})
public class ReorgBenchmark {
  @Param({"1000000"})
  public int rows;

  private Matrix square;
  private Matrix sparse;
  private Matrix column;
  private Matrix groups;
  private Matrix places;
  private Matrix halfEmpty;
  private Workers workers;

  @Setup
  public void generate() {
    workers = Threads.all();
    square = Generate.uniform(4000, 4000, -1, 1, 1, 1, workers);
    sparse = Generate.uniform(rows, 500, -1, 1, 0.01, 2, workers);
    column = Generate.uniform(rows, 1, 0, 1, 1, 3, workers);
    Matrix scaled = Elementwise.scalarRight(Cells.TIMES, column, 100, false, workers);
    groups =
        Elementwise.scalarRight(
            Cells.PLUS, Elementwise.unary(Cells.FLOOR, scaled, false, workers), 1, false, workers);
    places = Generate.sequence(1, rows, 1);
    Matrix keep = Elementwise.scalarRight(Cells.GREATER, column, 0.5, false, workers);
    Matrix full = Generate.uniform(rows, 20, 0.1, 1, 1, 4, workers);
    halfEmpty = Elementwise.binary(Cells.TIMES, full, keep, false, false, workers);
  }

  @Benchmark
  public Matrix transpose() {
    return Threads.drop(Reorg.transpose(square, workers), workers);
  }

  @Benchmark
  public Matrix transposeSparse() {
    return Reorg.transpose(sparse, workers);
  }

  @Benchmark
  public Matrix sort() {
    return Threads.drop(Reorg.order(column, new int[] {0}, false, false, workers), workers);
  }

  @Benchmark
  public Matrix order() {
    return Threads.drop(Reorg.order(column, new int[] {0}, false, true, workers), workers);
  }

  @Benchmark
  public Matrix table() {
    return Threads.drop(Grouping.table(groups, groups, 0, null, 1, 100, 100, workers), workers);
  }

  @Benchmark
  public Matrix oneHot() {
    return Grouping.table(places, groups, 0, null, 1, rows, 100, workers);
  }

  @Benchmark
  public Matrix removeEmpty() {
    return Threads.drop(Grouping.removeEmpty(halfEmpty, true, null, true, workers), workers);
  }
}
