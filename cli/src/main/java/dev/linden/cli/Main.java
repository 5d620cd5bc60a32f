package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;

/** Entry point of the process: connects the streams, runs the command, exits with its code. */
public final class Main {
  private static final int BUFFER_BYTES = 1 << 16;

  private Main() {}

  public static void main(String[] words) throws InterruptedException {
    PrintStream err = standardError();
    System.setErr(err);
    PrintStream out = standardOutput();
    System.setOut(out); // what functions of the user print stands among the script's own lines
    int[] exitCode = {ExitCode.RESOURCES};
    Thread command =
        CommandThread.start(() -> exitCode[0] = new Cli(out, err, LindenSession::open).run(words));
    if (command == null) {
      err.println("linden: error: the system has no memory for another thread");
    } else {
      command.join();
    }
    System.exit(exitCode[0]);
  }

  /**
   * Buffered: results may have millions of lines. On a terminal (the launcher knows) somebody
   * watches each line.
   */
  private static PrintStream standardOutput() {
    boolean flushLines = Boolean.getBoolean("linden.terminal");
    return results(new FileOutputStream(FileDescriptor.out), flushLines);
  }

  static PrintStream results(OutputStream file, boolean flushLines) {
    OutputStream buffered = new BufferedOutputStream(new ResultStream(file), BUFFER_BYTES);
    return new PrintStream(buffered, flushLines, UTF_8);
  }

  /**
   * The JVM greets every start that adds the vector module with a warning on descriptor 2 that no
   * flag turns off. The launcher therefore gives the JVM a filtered descriptor 2 and passes the
   * real one as another descriptor, named by {@code linden.stderr}. Only a {@link FileDescriptor}
   * made for that number keeps the file position shared with stdout; opening {@code /dev/fd/3}
   * would not.
   */
  private static PrintStream standardError() {
    Integer descriptor = Integer.getInteger("linden.stderr");
    if (descriptor == null) {
      return System.err;
    }
    try {
      Constructor<FileDescriptor> ofNumber = FileDescriptor.class.getDeclaredConstructor(int.class);
      ofNumber.setAccessible(true);
      return new PrintStream(new FileOutputStream(ofNumber.newInstance(descriptor)), true, UTF_8);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Another JVM may be built differently; the filtered stream shows the same text a moment
      // later.
      return System.err;
    }
  }
}
