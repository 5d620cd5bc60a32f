package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops run by workers give what they give in sequence (P2, P3, P6). */
class ParforTest {
  private static final List<String> PARTITIONERS =
      List.of("FIXED", "NAIVE", "STATIC", "FACTORING", "FACTORING_CMIN", "FACTORING_CMAX");
  private static final List<String> MERGES = List.of("LOCAL_MEM", "LOCAL_FILE", "LOCAL_AUTOMATIC");

  @TempDir Path directory;

  private RunResult run(String script, String... settings) {
    Map<String, String> all = new HashMap<>(Map.of("threads", "3"));
    for (String setting : settings) {
      all.put(setting.split("=")[0], setting.split("=")[1]);
    }
    return new EngineRunner()
        .run(script, Map.of(), new RunConfig("parfor", all, directory), Map.of());
  }

  /** {@code @} stands for the options of the outermost loop. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // by row, column, cell and range; initially empty and not
        "R = matrix(0,20,3); parfor(i in 1:20@) { R[i,] = matrix(i,1,3) * t(seq(1,3)) }",
        "R = matrix(0,3,20); parfor(i in 1:20@) { R[,i] = seq(1,3) * i }",
        "R = matrix(7,20,2); parfor(i in 1:17@) { R[i,2] = i }",
        "R = seq(1,20) %*% matrix(1,1,4); parfor(i in 1:5@) { R[(4*i-3):(4*i),2:3] = matrix(0,4,2) }",
        "R = matrix(-1,9,9); parfor(i in 1:9@) { parfor(j in 1:9) { R[i,j] = R[i,j] * j + i } }",
        "R = matrix(0,9,9); parfor(i in 1:8@) { parfor(j in (i+1):9) { R[i,j] = i * 10 + j } }",
        "R = matrix(0,9,9); parfor(i in 1:9@) { for(j in i:9) { R[i,j] = i + j; R[j,i] = i + j } }",
        // a written 0, NaN and -0 are changes
        "R = matrix(3,8,1); parfor(i in 1:6@) { R[i,1] = ifelse(i == 2, 0, ifelse(i == 4, 0/0, i)) }",
        // sparse, initially empty and not
        "R = matrix(0,3000,40); parfor(i in 1:30@) { R[100*i,i] = i }",
        "R = rand(rows=3000,cols=40,sparsity=0.01,seed=4); parfor(i in 1:30@) { R[100*i,1:5] = matrix(i,1,5) }",
        "R = rand(rows=3000,cols=40,sparsity=0.01,seed=4); parfor(i in 1:10@) { R[(300*i-299):(300*i),] = matrix(i,300,40) }",
        // accumulation
        "R = matrix(1,3,2); parfor(i in 1:20@) { R += matrix(i,3,2) }",
        "R = matrix(1,3,2); S = matrix(0,20,1); parfor(i in 1:20@) { R = R + matrix(0-i,3,2); S[i,1] = i }",
        "R = matrix(0,5,5); parfor(i in 1:5@) { parfor(j in 1:4) { R += matrix(i*j,5,5) } }",
        // functions, branches, loops, strings, lists
        "f = function(matrix[double] X, int k) return (double s) { s = 0; for(j in 1:k) { s = s + sum(X) * j } }\n"
            + "X = matrix(1,5,5); R = matrix(0,12,1); parfor(i in 1:12@) { R[i,1] = f(X * i, i) }",
        "g = function(int n) return (int s) { if (n < 1) { s = 0 } else { s = n + g(n-1) } }\n"
            + "R = matrix(0,6,1); parfor(i in 1:6@) { R[i,1] = g(20*i) }",
        "h = function(matrix[double] X) return (matrix[double] Y) { Y = matrix(0,nrow(X),1)\n"
            + "parfor(j in 1:nrow(X)) { Y[j,1] = sum(X[j,]) } }\n"
            + "X = seq(1,10) %*% t(seq(1,4)); R = matrix(0,10,4); parfor(i in 1:4@) { R[,i] = h(X[,1:i]) }",
        "R = matrix(2,12,1); parfor(i in 1:12@) { if (i %% 3 == 0) { R[i,1] = i } else { k = 0; while(k < i) { k = k + 2; R[i,1] = k } } }",
        "L = list(1,matrix(1,2,2),\"a\",0); parfor(i in 1:4@) { L[i] = matrix(i,1,2) }\n"
            + "R = as.matrix(L[1]) + as.matrix(L[2]) * 10 + as.matrix(L[3]) * 100 + as.matrix(L[4]) * 1000",
        "R = matrix(0,10,1); x = 5; parfor(i in 1:10@) { if (i > 3) { y = i } \n if (i > 3) { R[i,1] = y + x } }",
        "R = matrix(0,10,1); t = 5; parfor(i in 1:10@) { t = i * 2; R[i,1] = t }",
        // other headers
        "R = matrix(0,20,1); parfor(i in seq(19,1,-2)@) { R[i,1] = i }",
        "R = matrix(0,20,1); n = sum(R); parfor(i in 3:n@) { R[i+1,1] = i }",
        "R = matrix(1,2,2); parfor(i in 1:3, check=0@) { R = R + 1; R[1,1] = i }",
        "R = matrix(0,4,4); s = 0; parfor(i in 1:4, check=0@) { s = s + i; R[i,1] = s }",
        // operators with kernels on several threads, in place and recycled
        "X = rand(rows=300,cols=200,seed=3); R = matrix(0,6,1); parfor(i in 1:6@) {\n"
            + "Y = X * i; Y = Y + 1; Z = t(Y) %*% Y; R[i,1] = round(sum(Z) * 1000) / 1000 }",
        "D = rand(rows=500,cols=7,seed=1); R = matrix(0,7,7); parfor(i in 1:6@) { x = D[,i]; sx = sqrt(moment(x,2))\n"
            + "parfor(j in (i+1):7) { y = D[,j]; R[i,j] = cov(x,y) / (sx * sqrt(moment(y,2))) } }",
      })
  void everyStrategyEqualsTheSequentialLoop(String loop) {
    String script = loop + "\nprint(toString(R, decimal=10, rows=4000, cols=50))";
    RunResult expected = run(script.replace("parfor(", "for(").replace("@", ""), "threads=1");
    assertNull(expected.error(), expected.error());
    check(expected, script.replace("@", ""), "threads=1");
    check(expected, script.replace("@", ""), "threads=3");
    check(expected, script.replace("@", ", opt=NONE"), "threads=2");
    check(expected, script.replace("@", ", par=4"), "verify=true");
    check(expected, script.replace("@", ", par=3"), "memory.evict-all=true");
    check(expected, script.replace("@", ", par=3"), "recompile=always");
    for (String partitioner : PARTITIONERS) {
      for (String merge : MERGES) {
        String options =
            ", opt=NONE, par=3, tasksize=2, taskpartitioner="
                + partitioner
                + ", resultmerge="
                + merge;
        check(expected, script.replace("@", options));
      }
    }
  }

  private void check(RunResult expected, String script, String... settings) {
    RunResult result = run(script, settings);
    assertNull(result.error(), script + " " + List.of(settings) + ": " + result.error());
    assertEquals(expected.stdout(), result.stdout(), script + " " + List.of(settings));
  }

  @Test
  void sumsHaveTheSameBitsForAnyNumberOfWorkers() {
    String script =
        "A = matrix(0.1,2,2); parfor(i in 1:1000@) { A += matrix(1/i,2,2) }\n"
            + "print(toString(A, decimal=17))";
    String expected = run(script.replace("@", ""), "threads=1").stdout();
    for (String options : List.of(", par=2", ", par=7", ", par=3, taskpartitioner=NAIVE")) {
      assertEquals(expected, run(script.replace("@", options)).stdout());
    }
  }

  @Test
  void randomNumbersDependOnTheIterationOnly() {
    String script =
        "R = matrix(0,40,2); parfor(i in 1:40@) { R[i,] = rand(rows=1,cols=2); x = rand(rows=1,cols=1)\n"
            + "R[i,1] = as.scalar(R[i,1]) + as.scalar(x) }\n"
            + "print(toString(R, rows=40, decimal=9)); print(sum(rand(rows=2,cols=2)))";
    String expected = run(script.replace("@", ""), "threads=1", "seed=11").stdout();
    assertEquals(expected, run(script.replace("@", ""), "threads=4", "seed=11").stdout());
    assertEquals(expected, run(script.replace("@", ", par=5"), "seed=11").stdout());
    List<String> rows = expected.lines().limit(40).toList();
    assertEquals(40, new TreeSet<>(rows).size(), "iterations share random numbers");
  }

  @Test
  void printsWholeLines() {
    RunResult result = run("parfor(i in 1:500, par=4) { print(\"line \" + i + \" end\") }");
    TreeSet<String> expected = new TreeSet<>();
    for (int i = 1; i <= 500; i++) {
      expected.add("line " + i + " end");
    }
    assertEquals(expected, new TreeSet<>(result.stdout().lines().toList()));
    assertEquals(500, result.stdout().lines().count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", par=4, taskpartitioner=NAIVE", ", par=3, taskpartitioner=STATIC"})
  void reportsTheFirstIterationThatFails(String options) {
    RunResult result =
        run(
            "f = function(int i) return (int j) { j = i; if (i == 7 | i > 11) { stop(\"bad \" + i) } }\n"
                + "R = matrix(0,40,1)\nparfor(i in 1:40"
                + options
                + ") {\n  R[i,1] = f(i)\n}\nprint(sum(R))");
    assertTrue(result.error().contains("bad 7"), result.error());
    assertTrue(
        result.error().contains("in iteration i = 7 of the parfor loop at <script>:3:1"),
        result.error());
    assertEquals("", result.stdout());
  }

  @Test
  void anErrorCallsOffEndlessIterations() {
    RunResult result =
        run(
            "f = function(int i) return (int j) { j = i; if (i == 1) { stop(\"enough\") } }\n"
                + "R = matrix(0,2,1); n = sum(R)\n"
                + "parfor(i in 1:2, par=2, taskpartitioner=NAIVE) {\n"
                + "  if (i == 2) { k = 1; while (n < k) { k = k + 1 } }\n  R[i,1] = f(i) }");
    assertTrue(result.error().contains("enough"), result.error());
  }

  @Test
  void theLoopVariableKeepsItsEarlierValue() {
    String script =
        "i = 5; R = matrix(0,9,1); parfor(i in 1:9@) { R[i,1] = i } \n print(i + sum(R))";
    assertEquals("50.0\n", run(script.replace("@", ", par=3")).stdout());
    assertEquals("50.0\n", run(script.replace("@", ""), "threads=1").stdout());
  }

  /** Each worker needs two matrices of 32 MB for itself; X is shared. */
  private static final String LARGE =
      "X = rand(rows=2000,cols=2000,seed=1); R = matrix(0,8,1)\n"
          + "parfor(i in 1:8@) { Y = X * i; Z = Y %*% Y; R[i,1] = as.integer(sum(Z) > 0) }\nprint(sum(R))";

  @Test
  void moreWorkersThanMemoryAllowsAreRefused() {
    RunResult result = run(LARGE.replace("@", ", par=8"), "memory=200m", "native=false");
    assertEquals(3, result.exitCode(), result.error());
    assertTrue(
        result
            .error()
            .matches(
                "(?s).*parfor with par=8 may need .*MB of memory .*for each worker.*"
                    + "but the budget is 140.0MB, enough for par=2.*"),
        result.error());
  }

  @Test
  void theOptimizerTakesAsManyWorkersAsMemoryAllows() {
    RunResult result = run(LARGE.replace("@", ""), "memory=200m", "native=false");
    assertNull(result.error(), result.error());
    assertEquals("8.0\n", result.stdout());
  }
}
