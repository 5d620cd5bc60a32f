package dev.linden.bench;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.fold.Cumulative;
import dev.linden.matrix.kernel.fold.SumOfProducts;
import dev.linden.matrix.kernel.random.Generate;
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

/** Folds of 20 million cells, 160 MB if dense, in wide and in narrow rows. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "-Xmx4g"})
public class AggregateBenchmark {
  @Param({"1.0", "0.1"})
  public double density;

  @Param({"100", "5"})
  public int cols;

  private Matrix a;
  private Matrix b;
  private Workers workers;

  @Setup
  public void generate() {
    workers = Threads.all();
    a = Generate.uniform(20_000_000 / cols, cols, -1, 1, density, 1, workers);
    b = Generate.uniform(20_000_000 / cols, cols, -1, 1, density, 2, workers);
  }

  @Benchmark
  public double sum() {
    return Aggregate.all(Aggregate.Kind.SUM, a, workers);
  }

  @Benchmark
  public double variance() {
    return Aggregate.all(Aggregate.Kind.VAR, a, workers);
  }

  @Benchmark
  public double sumOfProduct() {
    return SumOfProducts.sum(a, b, null, workers);
  }

  @Benchmark
  public Matrix rowSums() {
    return Threads.drop(Aggregate.rows(Aggregate.Kind.SUM, a, workers), workers);
  }

  @Benchmark
  public Matrix colSums() {
    return Threads.drop(Aggregate.cols(Aggregate.Kind.SUM, a, workers), workers);
  }

  @Benchmark
  public Matrix rowMaxs() {
    return Threads.drop(Aggregate.rows(Aggregate.Kind.MAX, a, workers), workers);
  }

  @Benchmark
  public Matrix rowIndexMax() {
    return Threads.drop(Aggregate.rowIndexOfExtreme(true, a, workers), workers);
  }

  @Benchmark
  public Matrix cumsum() {
    return Threads.drop(Cumulative.cumulate(Cumulative.Kind.SUM, a, false, workers), workers);
  }
}
