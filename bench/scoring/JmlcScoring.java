import org.apache.sysds.api.jmlc.Connection;
import org.apache.sysds.api.jmlc.PreparedScript;

/** The same through SystemDS's JMLC. Run by bench/scoring/run. */
public final class JmlcScoring {
  private JmlcScoring() {}

  private static final String SCRIPT =
      """
      X = read("X", rows=1, cols=100)
      w = read("w", rows=100, cols=1)
      b = read("b", data_type="scalar", value_type="double")
      p = 1 / (1 + exp(-(X %*% w + b)))
      write(p, "p")
      """;

  public static void main(String[] arguments) throws Exception {
    Requests requests = new Requests(100, arguments);
    try (Connection connection = new Connection()) {
      PreparedScript script =
          connection.prepareScript(SCRIPT, new String[] {"X", "w", "b"}, new String[] {"p"});
      script.setMatrix("w", requests.weights(), true);
      requests.measure(
          "JMLC",
          row -> {
            script.setMatrix("X", row);
            script.setScalar("b", requests.bias()); // scalars are not kept
            return script.executeScript().getMatrix("p")[0][0];
          });
    }
  }
}
