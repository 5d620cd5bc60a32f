import dev.linden.api.jmlc.Connection;
import dev.linden.api.jmlc.PreparedScript;
import dev.linden.api.jmlc.ResultVariables;
import java.util.Locale;

/**
 * The same score as in Score.java, in the names that users of JMLC know. After mvn package:
 *
 * <pre>java --add-modules jdk.incubator.vector -cp "cli/target/linden/lib/*" examples/embedding/JmlcScore.java</pre>
 */
public final class JmlcScore {
  private static final String SCRIPT =
      """
      X = read("X")
      w = read("w")
      b = read("b", data_type="scalar", value_type="double")
      p = 1 / (1 + exp(-(X %*% w + b)))
      write(p, "p")
      """;

  public static void main(String[] arguments) {
    try (Connection connection = new Connection()) {
      PreparedScript score =
          connection.prepareScript(SCRIPT, new String[] {"X", "w", "b"}, new String[] {"p"});
      // The model is kept; each request brings rows only.
      score.setMatrix("w", new double[][] {{0.5}, {-1}, {2}}, true);
      score.setScalar("b", 0.25, true);
      double[][][] requests = {{{1, 1, 0}, {0, 2, 1}}, {{2, 0, 0}}};
      for (double[][] rows : requests) {
        score.setMatrix("X", rows);
        ResultVariables results = score.executeScript();
        for (double[] p : results.getMatrix("p")) {
          System.out.printf(Locale.ROOT, "%.4f%n", p[0]);
        }
      }
    }
  }
}
