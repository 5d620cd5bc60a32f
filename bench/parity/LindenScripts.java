import dev.linden.api.Linden;
import java.util.List;

/** Runs a batch of scripts with Linden. Started by bench/parity/run. */
public final class LindenScripts {
  private LindenScripts() {}

  public static void main(String[] arguments) throws Exception {
    Batch.run(
        arguments,
        (script, output) -> {
          try (Linden linden = Linden.builder().output(output).build()) {
            linden.prepare(script, List.of(), List.of()).call().execute();
          }
        });
  }
}
