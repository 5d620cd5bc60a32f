package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Linden;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.engine.ScriptArguments;
import dev.linden.op.Scalar;
import dev.linden.testkit.PlainJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Algorithms of the papers and of the library in heaps of 4, 2, 1 and 0.5 times their input give
 * the answer that they give with ample memory, or a refusal that names the operator, its estimate
 * and the budget. Each heap is a JVM of its own.
 *
 * <p>With 4 times the input all answer. With 2 times, of which the budget is 1.4, there is no room
 * for a second matrix as large as the input, which two of them make.
 */
class MemoryLadderTest {
  /** Size of the dense and of the sparse input. */
  private static final int INPUT_MEGABYTES = 40;

  /** Answer in a heap of twice the input. */
  private static final Set<String> FRUGAL =
      Set.of("linear-regression", "lm", "l2svm", "pca", "scale");

  private static final String LIBRARY =
      """
      X = read($X)
      y = read($y)
      print("lm " + round(sum(lm(X=X, y=y, verbose=FALSE)) * 1e6))
      print("l2svm " + round(sum(l2svm(X=X, Y=y, maxIterations=2, verbose=FALSE)) * 1e6))
      print("pca " + ncol(pca(X=X, K=2)))
      print("scale " + round(sum(abs(scale(X=X)))))
      """;

  @TempDir Path folder;

  @Test
  void sameAnswersOrRefusals() throws IOException {
    writeInputs();
    Map<String, String> expected = outcomes(24 * INPUT_MEGABYTES);
    expected.forEach((name, text) -> assertTrue(!text.startsWith("refused"), name + ": " + text));
    for (int heap : List.of(160, 80, 40, 20)) {
      Map<String, String> found = outcomes(heap);
      assertEquals(expected.keySet(), found.keySet());
      for (Map.Entry<String, String> outcome : found.entrySet()) {
        String text = outcome.getValue();
        String where = outcome.getKey() + " in a heap of " + heap + " MB: " + text;
        if (text.startsWith("refused")) {
          assertTrue(!mustAnswer(outcome.getKey(), heap), where);
          assertTrue(text.matches("refused: .*needs (up to )?\\d.*budget is.*"), where);
        } else {
          assertEquals(expected.get(outcome.getKey()), text, where);
        }
      }
    }
  }

  private static boolean mustAnswer(String name, int heap) {
    return heap >= 4 * INPUT_MEGABYTES || (heap >= 2 * INPUT_MEGABYTES && FRUGAL.contains(name));
  }

  private void writeInputs() {
    String script =
        """
        X = rand(rows=50000, cols=100, min=-1, max=1, seed=1)
        y = 2 * (X %*% seq(-0.49, 0.5, 0.01) > 0) - 1
        write(X, "X", format="binary")
        write(y, "y", format="binary")
        S = rand(rows=10000, cols=10000, sparsity=0.033, min=1, max=2, seed=2)
        write(S, "S", format="binary")
        """;
    try (Linden linden = Linden.builder().directory(folder).build()) {
      linden.engine().compile(new Source("<script>", script), Map.of()).run();
    }
  }

  /** What each script prints in a heap of this many megabytes. */
  private Map<String, String> outcomes(int heap) {
    Map<String, String> outcomes = new LinkedHashMap<>();
    String printed = PlainJvm.run(heap, Ladder.class, folder.toString(), examples().toString());
    for (String line : printed.lines().toList()) {
      String[] parts = line.split("\t", 2);
      outcomes.put(parts[0], parts[1]);
    }
    return outcomes;
  }

  private static Path examples() {
    Path beside = Path.of("../examples/papers");
    return Files.isDirectory(beside) ? beside : Path.of("examples/papers");
  }

  /** One JVM: prints a line for each algorithm. */
  static final class Ladder {
    private final Path folder;

    private Ladder(Path folder) {
      this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException {
      Ladder ladder = new Ladder(Path.of(arguments[0]));
      Path papers = Path.of(arguments[1]);
      String dense = "X=X y=y";
      ladder.run("linear-regression", read(papers.resolve("linear-regression.dml")), dense);
      ladder.run(
          "logistic-regression",
          read(papers.resolve("logistic-regression.dml")),
          dense + " maxi=2");
      ladder.run("als-cg", read(papers.resolve("als-cg.dml")), "inFile=S maxiter=2 rank=4");
      for (String line : LIBRARY.lines().skip(2).toList()) {
        String script = "X = read($X)\ny = read($y)\n" + line;
        ladder.run(line.substring(7, line.indexOf(' ', 7)), script, dense);
      }
    }

    private static String read(Path file) throws IOException {
      return Files.readString(file);
    }

    private void run(String name, String script, String arguments) {
      Map<String, Scalar> values = new LinkedHashMap<>();
      for (String argument : arguments.split(" ")) {
        String[] parts = argument.split("=");
        values.put(parts[0], ScriptArguments.typed(parts[1]));
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      String outcome;
      try (Linden linden =
          Linden.builder()
              .warnings(message -> {})
              .directory(folder)
              .memoryBytes(Runtime.getRuntime().maxMemory())
              .output(new PrintStream(bytes, false, StandardCharsets.UTF_8))
              .build()) {
        linden.engine().compile(new Source("<script>", script), values).run();
        outcome = bytes.toString(StandardCharsets.UTF_8);
      } catch (ScriptError e) {
        if (!(e.getCause() instanceof ResourceError)) {
          throw e;
        }
        outcome = "refused: " + e.render();
      }
      System.out.println(name + "\t" + outcome.strip().replace('\n', ' '));
    }
  }
}
