package dev.linden.bench;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.product.MatMult;
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

/**
 * Square products on one thread: 2·n³ operations divided by the time give the rate of the kernel.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class ProductBenchmark {
  @Param({"500", "1500"})
  public int size;

  @Param({"1.0", "0.01"})
  public double density;

  private Matrix left;
  private Matrix right;
  private Workers workers;

  @Setup
  public void generate() {
    workers = Workers.serial();
    left = Generate.uniform(size, size, -1, 1, density, 1, workers);
    right = Generate.uniform(size, size, -1, 1, 1, 2, workers);
  }

  @Benchmark
  public Matrix product() {
    return MatMult.multiply(left, right, workers);
  }
}
