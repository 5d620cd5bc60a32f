import dev.linden.api.Input;
import dev.linden.api.Linden;
import dev.linden.api.Prepared;
import java.util.List;
import java.util.Locale;

/**
 * Scores rows with a logistic model inside a Java program. After mvn package:
 *
 * <pre>java --add-modules jdk.incubator.vector -cp "cli/target/linden/lib/*" examples/embedding/Score.java</pre>
 */
public final class Score {
  public static void main(String[] arguments) {
    try (Linden linden = Linden.create()) {
      Prepared score =
          linden.prepare(
              "p = 1 / (1 + exp(-(X %*% w + b)))",
              List.of(Input.matrix("X"), Input.matrix("w"), Input.number("b")),
              List.of("p"));
      // The model is bound once; each request brings rows only.
      double[] weights = {0.5, -1, 2};
      Prepared model = score.with(score.call().bind("w", 3, 1, weights).bind("b", 0.25));
      double[][] rows = {{1, 1, 0}, {0, 2, 1}};
      for (double p : model.call().bind("X", rows).execute().cells("p")) {
        System.out.printf(Locale.ROOT, "%.4f%n", p);
      }
    }
  }
}
