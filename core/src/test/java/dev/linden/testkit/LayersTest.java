package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gradients that modules of layers compute are those that central differences show. The calls
 * are in golden/library/layers.txt.
 */
class LayersTest {
  /** Layers without a gradient of their own: they call others. */
  private static final Set<String> FORWARD_ONLY = Set.of("feedForward", "lenetForwardPass");

  private record Layer(
      String module, List<String> inputs, String forward, String backward, List<String> gradients) {

    static Layer parse(String line) {
      String[] parts = line.split("\\|");
      assertEquals(5, parts.length, line);
      return new Layer(
          parts[0].strip(),
          List.of(parts[1].strip().split(" ")),
          parts[2].strip(),
          parts[3].strip(),
          List.of(parts[4].strip().split(" ")));
    }

    /** Prints, for each gradient, how far it is off. */
    String script() {
      StringBuilder script = new StringBuilder();
      script.append("source(\"nn/layers/").append(module).append(".dml\") as m\n");
      for (int i = 0; i < inputs.size(); i++) {
        String[] input = inputs.get(i).split("[=x]");
        // Irregular values between -1 and 1, other ones for each input.
        script.append(
            "%s = matrix(sin(seq(1, %s * %s) * %s + %d), rows = %s, cols = %s)\n"
                .formatted(
                    input[0], input[1], input[2], 0.7 + 0.13 * i, i + 1, input[1], input[2]));
      }
      script.append(forward).append('\n');
      script.append(
          isLoss()
              ? ""
              : "dout = matrix(cos(seq(1, length(out))), rows = nrow(out), cols = ncol(out))\n");
      script.append(backward).append('\n');
      gradients.forEach(pair -> compare(script, pair.split(":")[0], pair.split(":")[1]));
      return script.toString();
    }

    private boolean isLoss() {
      return forward.contains("loss = ");
    }

    private void compare(StringBuilder script, String input, String gradient) {
      String value = isLoss() ? "loss" : "sum(out * dout)";
      script.append(
          """
          kept = %1$s
          expected = 0 * %1$s
          for (row in 1:nrow(kept)) {
            for (col in 1:ncol(kept)) {
              %1$s = kept
              %1$s[row, col] = kept[row, col] + 1e-5
              %3$s
              above = %4$s
              %1$s = kept
              %1$s[row, col] = kept[row, col] - 1e-5
              %3$s
              expected[row, col] = (above - %4$s) / 2e-5
            }
          }
          %1$s = kept
          print("%1$s " + max(abs(expected - %2$s)) + " of " + max(abs(expected)))
          """
              .formatted(input, gradient, forward, value));
    }
  }

  private static final Pattern FUNCTION =
      Pattern.compile(
          "(?m)^(\\w+) = function\\(((?:[^()]|\\([^()]*\\))*)\\)\\s+return \\(([^)]*)\\) \\{");

  private static final Pattern PUBLIC =
      Pattern.compile("forward|backward|update|init.*|.*_.*|backward_.*|feedForward|lenetForward");

  private static final Path MODULES = Path.of("src/main/resources/modules");

  private static final String HEAD =
      """
      # Layers and optimizers

      Networks are put together from modules that come with Linden: a layer is a file with `forward`, `backward` and, where it has
      parameters, `init`; an optimizer is a file with `update` and, where it keeps state, `init`. `source` finds them without a copy of
      them; a file of yours with the same path goes first ([where source looks](language.md#modules)).

      ```dml
      source("nn/layers/affine.dml") as affine
      source("nn/layers/l2_loss.dml") as l2_loss
      source("nn/optim/sgd_momentum.dml") as sgd_momentum

      X = rand(rows = 200, cols = 3, seed = 1)
      y = X %*% matrix("1 -2 0.5", 3, 1) + 4
      [W, b] = affine::init(3, 1, 2)
      vW = sgd_momentum::init(W)
      vb = sgd_momentum::init(b)
      for (i in 1:500) {
        out = affine::forward(X, W, b)
        [dX, dW, db] = affine::backward(l2_loss::backward(out, y), X, W, b)
        [W, vW] = sgd_momentum::update(W, dW, 0.1, 0.9, vW)
        [b, vb] = sgd_momentum::update(b, db, 0.1, 0.9, vb)
      }
      print(toString(rbind(W, b), decimal = 2))
      ```

      ```output
      1.00
      -2.00
      0.50
      4.00

      ```

      A batch is a matrix with one example a row. Images are rows of length C * H * W, channel by channel; sequences are rows of length
      T * D, step by step. Weights are D x M and biases 1 x M; those of convolutions F x (C * Hf * Wf) and F x 1. `backward` takes the
      gradient `dout` of the loss by the result and returns gradients in the order of the inputs it names; a loss is a mean over the
      batch, and so is what its `backward` returns. `mode` is "train" or "test"; a seed of -1 is random. A module whose name ends in
      `_builtin` gives the same results as the one without.
      [examples/networks](../examples/networks/digits.dml) trains a convolutional network.
      """;

  @TempDir Path temporary;

  @Test
  void theDocumentIsUpToDate() throws IOException {
    StringBuilder out = new StringBuilder(HEAD);
    for (String folder : List.of("layers", "optim")) {
      out.append(folder.equals("layers") ? "\n## Layers\n" : "\n## Optimizers\n");
      try (Stream<Path> files = Files.list(MODULES.resolve("nn").resolve(folder))) {
        for (Path file : files.sorted().toList()) {
          describe(file, out);
        }
      }
    }
    GeneratedFile.assertUpToDate("docs/layers.md", out.toString());
  }

  /** What the head of a file says, and the functions before its first one that only it calls. */
  private static void describe(Path file, StringBuilder out) throws IOException {
    String path = MODULES.relativize(file).toString().replace('\\', '/');
    String text = Files.readString(file);
    out.append("\n### ").append(path.replaceAll(".*/|\\.dml", "")).append("\n\n");
    String head = text.substring(0, text.indexOf("\n\n")).replaceAll("(?m)^# ?", "");
    out.append(head).append(" `source(\"").append(path).append("\")`\n\n");
    Matcher functions = FUNCTION.matcher(text);
    while (functions.find()) {
      if (PUBLIC.matcher(functions.group(1)).matches()) {
        out.append("- `").append(functions.group(1)).append('(').append(plain(functions.group(2)));
        out.append(")` returns `").append(plain(functions.group(3))).append("`\n");
      }
    }
  }

  private static String plain(String parameters) {
    return parameters.replaceAll("matrix\\[double\\] |\\[unknown\\]", "").replaceAll("\\s+", " ");
  }

  @Test
  void everyLayerHasACase() throws IOException {
    try (Stream<Path> files = Files.list(MODULES.resolve("nn/layers"))) {
      Set<String> modules =
          files
              .map(f -> f.getFileName().toString().replace(".dml", ""))
              .filter(name -> !FORWARD_ONLY.contains(name))
              .collect(Collectors.toCollection(TreeSet::new));
      Set<String> tested =
          layers().stream().map(Layer::module).collect(Collectors.toCollection(TreeSet::new));
      assertEquals(modules, tested);
    }
  }

  @TestFactory
  Stream<DynamicTest> gradients() throws IOException {
    return layers().stream()
        .map(layer -> DynamicTest.dynamicTest(layer.forward(), () -> check(layer)));
  }

  private void check(Layer layer) {
    String script = layer.script();
    RunResult result =
        new EngineRunner()
            .run(script, Map.of(), new RunConfig("defaults", Map.of(), temporary), Map.of());
    assertNull(result.error(), () -> script + result.error());
    String[] lines = result.stdout().strip().split("\n");
    assertEquals(layer.gradients().size(), lines.length, script);
    for (String line : lines) {
      String[] words = line.split(" ");
      double size = Double.parseDouble(words[3]);
      assertTrue(
          Double.parseDouble(words[1]) <= Agreement.SLOPE * (1 + size), line + "\n" + script);
      // Keys of attention may well have gradients that are zero: only their sum counts.
      assertTrue(size > 0 || line.startsWith("bK"), line);
    }
  }

  private static List<Layer> layers() throws IOException {
    return Files.readAllLines(GoldenFolder.root().resolve("library/layers.txt")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(Layer::parse)
        .toList();
  }
}
