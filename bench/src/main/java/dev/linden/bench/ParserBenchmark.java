package dev.linden.bench;

import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
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

/** Text to syntax tree: the same statements a thousand times, in both syntaxes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ParserBenchmark {
  private static final int TIMES = 1000;

  /** 12 lines without those that hold a brace alone, which PyDML does not have. */
  private static final String DML =
      """
      # one step of conjugate gradients, and some loops
      g# = t(X) %*% (X %*% w - y) + lambda * w
      alpha = norm_r2 / as.scalar(t(p) %*% q)
      if (alpha > 0.5 & !(iteration >= max_iterations)) {
        w = w + alpha * p
        r[1:nrow(r), 1] = r[1:nrow(r), 1] - alpha * q
      } else {
        w = -w ^ 2 %/% 3
      }
      for (i in 1:ncol(X)) {
        means[i, 1] = sum(X[, i]) / nrow(X)
        parts = cbind(colSums(X[1:10, i:n]), matrix(0, rows = 1, cols = k))
        print("step " + i + ": " + toString(means, decimal = 4))
      }
      """;

  private static final String PYDML =
      """
      # one step of conjugate gradients, and some loops
      g# = X.T @ (X @ w - y) + lambda * w
      alpha = norm_r2 / scalar(dot(p.T, q))
      if alpha > 0.5 and !(iteration >= max_iterations):
          w = w + alpha * p
          r[0:r.shape(0), 0] = r[0:r.shape(0), 0] - alpha * q
      else:
          w = -w ** 2 // 3
      for i in 1:X.shape(1):
          means[i - 1, 0] = sum(X[, i - 1]) / X.shape(0)
          parts = cbind(sum(X[0:10, i - 1:n], axis=0), full(0, 1, k))
          print("step " + i + ": " + toString(means, decimal=4))
      """;

  @Param({"dml", "pydml"})
  public String syntax;

  private Source source;

  @Setup
  public void write() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < TIMES; i++) {
      text.append((syntax.equals("dml") ? DML : PYDML).replace("g#", "g" + i));
    }
    source = new Source("script", text.toString(), syntax);
  }

  @Benchmark
  public Ast.Script parse() {
    return Syntaxes.parse(source);
  }
}
