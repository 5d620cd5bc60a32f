import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Runs many scripts in one process, one after the other, and writes what each printed to a file.
 * Both files hold blocks that begin with a line "%%% name"; in the second one "ok" or "failed"
 * follows the name. A script that takes too long ends the process: its thread could not be stopped.
 * Whoever started it goes on behind the last block that was written.
 */
final class Batch {
  interface Engine {
    void run(String script, PrintStream output) throws Exception;
  }

  private static final long STACK_BYTES = 256L << 20;

  private Batch() {}

  static void run(String[] arguments, Engine engine) throws Exception {
    Path answers = Path.of(arguments[1]);
    long limit = Long.parseLong(arguments[2]) * 1000;
    PrintStream console = System.out;
    for (String block : Files.readString(Path.of(arguments[0])).split("(?m)^%%% ")) {
      if (block.isBlank()) {
        continue;
      }
      String name = block.substring(0, block.indexOf('\n')).strip();
      String script = block.substring(block.indexOf('\n') + 1);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      PrintStream output = new PrintStream(bytes, true, UTF_8);
      String[] failure = new String[1];
      Thread thread =
          new Thread(
              null,
              () -> {
                try {
                  engine.run(script, output);
                } catch (Throwable e) {
                  failure[0] = innermost(e);
                }
              },
              name,
              STACK_BYTES);
      thread.setDaemon(true);
      thread.start();
      thread.join(limit);
      boolean late = thread.isAlive();
      if (late) {
        failure[0] = "no answer within " + limit / 1000 + " s";
      }
      output.flush();
      String answer =
          "%%% "
              + name
              + (failure[0] == null ? " ok\n" : " failed\n")
              + bytes.toString(UTF_8)
              + (failure[0] == null ? "" : "\n" + failure[0])
              + "\n";
      Files.writeString(answers, answer, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (late) {
        console.flush();
        Runtime.getRuntime().halt(9);
      }
    }
    console.flush();
    Runtime.getRuntime().halt(0);
  }

  private static String innermost(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
