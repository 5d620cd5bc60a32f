package dev.linden.bench;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.random.Generate;
import dev.linden.op.Environment;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.storage.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Files of 5 million random cells; writing replaces the file of the run before. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "-Xmx4g"})
public class FileBenchmark {
  @Param({"binary", "csv", "text"})
  public String format;

  private Path folder;
  private Files files;
  private Matrix matrix;
  private Workers workers;

  @Setup
  public void generate() throws IOException {
    workers = Threads.all();
    folder = java.nio.file.Files.createTempDirectory("linden-bench");
    files = new Files(folder);
    matrix = Generate.uniform(100_000, 50, -1, 1, 1, 1, workers);
    write();
  }

  @TearDown
  public void delete() throws IOException {
    try (var entries = java.nio.file.Files.list(folder)) {
      for (Path entry : entries.toList()) {
        java.nio.file.Files.delete(entry);
      }
    }
    java.nio.file.Files.delete(folder);
  }

  @Benchmark
  public void write() {
    Map<String, Scalar> options = Map.of("format", Scalar.of(format));
    files.write(new MatrixValue(matrix), new Environment.WriteRequest("m", options), workers);
  }

  @Benchmark
  public Value read() {
    Value value = files.read(new Environment.ReadRequest("m", Map.of(), List.of()), workers);
    Threads.drop(((MatrixValue) value).matrix(), workers);
    return value;
  }
}
