package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Runs when the launcher saves the classes that later starts find ready, in place of {@link Main}:
 * what somebody does at a prompt, and then the command.
 */
final class WarmUp {
  /** As typed: values of all kinds, completion, help, an error, the commands used most. */
  private static final String KEYS =
      """
      X = rand(rows=20, cols=3, seed=1)
      colMe\t(X)
      _ * 2
      s = 1 + 2
      s
      for (i in 1:3) {
        s = s + i
      }
      F = as.frame(X)
      F
      print("s is " + s)
      nosuch(X)
      [table, fit] = lmSummary(X=X[, 1:2], y=X[, 3], verbose=FALSE)
      display(table)
      list(s, X)
      ?lm
      .vars
      .explain
      .plan X %*% t(X)
      """;

  private WarmUp() {}

  public static void main(String[] words) throws InterruptedException {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    Thread prompt = CommandThread.start(() -> type(nowhere, nowhere));
    if (prompt != null) {
      prompt.join();
    }
    Main.main(words);
  }

  /** A prompt at which keys are typed until there are none left. */
  static void type(PrintStream out, PrintStream err) {
    try {
      PromptTerminal.open().close();
    } catch (IOException e) {
      // As a rule there is none; the question was asked.
    }
    ByteArrayInputStream keys = new ByteArrayInputStream(KEYS.replace('\n', '\r').getBytes(UTF_8));
    try (Repl repl = new Repl(CommandLine.parse(Caller.PROCESS, "version"), out, err, keys)) {
      repl.run();
    }
  }
}
