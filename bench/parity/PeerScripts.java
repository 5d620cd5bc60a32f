import org.apache.sysds.api.DMLScript;

/** Runs a batch of scripts with SystemDS. Started by bench/parity/run. */
public final class PeerScripts {
  private PeerScripts() {}

  public static void main(String[] arguments) throws Exception {
    Batch.run(
        arguments,
        (script, output) -> {
          System.setOut(output);
          DMLScript.executeScript(new String[] {"-s", script, "-exec", "singlenode"});
        });
  }
}
