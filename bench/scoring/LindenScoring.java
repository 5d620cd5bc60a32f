import dev.linden.api.Input;
import dev.linden.api.Linden;
import dev.linden.api.Prepared;
import java.util.List;

/** Executions per second of a prepared logistic score on one thread. Run by bench/scoring/run. */
public final class LindenScoring {
  private LindenScoring() {}

  public static void main(String[] arguments) throws Exception {
    Requests requests = new Requests(100, arguments);
    try (Linden linden = Linden.builder().threads(1).build()) {
      Prepared score =
          linden.prepare(
              "p = 1 / (1 + exp(-(X %*% w + b)))",
              List.of(
                  Input.matrix("X", 1, 100), Input.matrix("w", 100, 1), Input.number("b")),
              List.of("p"));
      Prepared model =
          score.with(score.call().bind("w", requests.weights()).bind("b", requests.bias()));
      requests.measure("Linden", row -> model.call().bind("X", row).execute().matrix("p")[0][0]);
    }
  }
}
