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
  /** Deep recursion in scripts is ordinary; the default stack of a thread is not made for it. */
  private static final long STACK_BYTES = 512L << 20;

  private static final int BUFFER_BYTES = 1 << 16;

  private Main() {}

  public static void main(String[] words) throws InterruptedException {
    PrintStream err = standardError();
    System.setErr(err);
    PrintStream out = standardOutput();
    int[] exitCode = {ExitCode.BUG};
    Thread command =
        new Thread(
            null,
            () -> exitCode[0] = new Cli(out, err, LindenEngine::open).run(words),
            "linden",
            STACK_BYTES);
    command.start();
    command.join();
    System.exit(exitCode[0]);
  }

  /**
   * Buffered: results may have millions of lines. On a terminal (the launcher knows) somebody
   * watches each line.
   */
  private static PrintStream standardOutput() {
    boolean flushLines = Boolean.getBoolean("linden.terminal");
    OutputStream file =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES);
    return new PrintStream(file, flushLines, UTF_8);
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
