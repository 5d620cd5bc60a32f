package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.linden.base.Cancellation;
import dev.linden.base.Settings;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A command that a client of the {@link Daemon} gives, in a folder of its own: the file {@code
 * request}, and pipes for what is printed and for what becomes of it.
 */
final class DaemonRequest implements Caller {
  private static final String REQUEST = "request";

  /** Directory, then which of stdin, stdout and stderr are terminals. */
  private static final int WORDS_BEFORE = 4;

  /** More than a system passes to a program. */
  private static final long MOST_BYTES = 1 << 24;

  /** What needs nothing of the process that is not passed on. */
  private static final Set<Command.Action> ACTIONS =
      Set.of(
          Command.Action.RUN,
          Command.Action.EXPLAIN,
          Command.Action.TRANSLATE,
          Command.Action.HELP);

  /** Files that are others in another process. */
  private static final List<String> OF_PROCESS = List.of("/dev/", "/proc/");

  private final Path folder;
  private final Path directory;
  private final boolean[] terminals = new boolean[3];
  private final String[] words;
  private final Cancellation cancellation = new Cancellation();

  private DaemonRequest(Path folder, String[] all) {
    this.folder = folder;
    directory = Path.of(all[0]);
    for (int i = 0; i < terminals.length; i++) {
      terminals[i] = all[1 + i].equals("true");
    }
    words = Arrays.copyOfRange(all, WORDS_BEFORE, all.length);
  }

  /** Null if there is none, or none that makes sense: then nobody waits for an answer. */
  static DaemonRequest read(Path folder) {
    Path file = folder.resolve(REQUEST);
    try {
      if (Files.size(file) > MOST_BYTES) {
        return null;
      }
      // Each word ends with a zero byte; words may be empty.
      String[] words = Files.readString(file, UTF_8).split("\0", -1);
      boolean whole = words.length > WORDS_BEFORE && words[words.length - 1].isEmpty();
      return whole && Path.of(words[0]).isAbsolute()
          ? new DaemonRequest(folder, Arrays.copyOf(words, words.length - 1))
          : null;
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  String name() {
    return folder.getFileName().toString();
  }

  /** Whether the client is still there; its process is part of the name. */
  boolean isWanted() {
    long process = Long.parseLong(name().substring(name().indexOf('.') + 1));
    return ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
  }

  void cancel() {
    cancellation.cancel();
  }

  /** Whether a process of its own would do nothing else. */
  boolean isForDaemon() {
    if (Stream.of(words).anyMatch(DaemonRequest::namesProcess)) {
      return false;
    }
    Command command;
    try {
      command = CommandLine.parse(this, words);
    } catch (UsageError e) {
      return true; // which is soon told
    }
    Settings settings = command.settings();
    boolean shared =
        ACTIONS.contains(command.action())
            && !command.get(Option.BROWSE)
            && !settings.isSet(Settings.JARS) // their classes keep what they like
            && settings.get(Settings.EXEC) != Settings.Exec.SPARK;
    String file = command.get(Option.FILE);
    if (!shared || file == null || command.action() == Command.Action.HELP) {
      return shared;
    }
    try {
      return !file.equals("-") && !namesProcess(Files.readString(path(file)));
    } catch (IOException | IllegalArgumentException e) {
      return true; // which is soon told
    }
  }

  private static boolean namesProcess(String text) {
    return OF_PROCESS.stream().anyMatch(text::contains);
  }

  /** The client has to do it in a process of its own. */
  void refuse() {
    try (RandomAccessFile control = control()) {
      control.write(line("cold"));
    } catch (IOException e) {
      // The client has gone, and its folder with it.
    }
  }

  /**
   * Runs the command, if the client has not withdrawn it.
   *
   * @return whether this process may go on
   */
  boolean run() {
    try {
      Files.delete(folder.resolve(REQUEST)); // only one of two can do that
    } catch (IOException e) {
      return true;
    }
    int code = ExitCode.RESOURCES;
    try (RandomAccessFile control = control()) {
      code = run(control);
      control.write(line("exit " + code));
    } catch (IOException e) {
      // The client has gone.
    }
    return code != ExitCode.RESOURCES && code != ExitCode.BUG;
  }

  private int run(RandomAccessFile control) throws IOException {
    int code;
    try (OutputStream outFile = new FileOutputStream(folder.resolve("out").toFile());
        OutputStream errFile = new FileOutputStream(folder.resolve("err").toFile())) {
      control.write(line("taken"));
      code =
          run(
              Main.results(outFile, terminals[1]),
              new PrintStream(errFile, true, UTF_8),
              LindenSession::open);
    }
    // The client has all of them open.
    for (String file : List.of("out", "err", "lost", "control", "")) {
      Files.deleteIfExists(folder.resolve(file));
    }
    return code;
  }

  /** The exit code. Whatever the process prints meanwhile belongs to the command. */
  int run(PrintStream out, PrintStream err, Session.Factory sessions) {
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    System.setOut(out);
    System.setErr(err);
    try {
      return new Cli(out, err, sessions, this).run(words);
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }

  /** For reading and writing: so it opens even if the client has gone. */
  private RandomAccessFile control() throws IOException {
    return new RandomAccessFile(folder.resolve("control").toFile(), "rw");
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(UTF_8);
  }

  // ---- what the command asks of whoever gave it

  @Override
  public Path directory() {
    return directory;
  }

  @Override
  public boolean types() {
    return terminals[0] && terminals[1];
  }

  @Override
  public boolean watchesErrors() {
    return terminals[2];
  }

  @Override
  public boolean sharesTerminal() {
    return terminals[1] && terminals[2];
  }

  @Override
  public Interruption interruption(PrintStream out) {
    Cancellation before = Cancellation.ofThread(cancellation);
    return new Interruption() {
      @Override
      public boolean isInterrupted() {
        return cancellation.isCancelled();
      }

      @Override
      public void close() {
        Cancellation.ofThread(before);
      }
    };
  }
}
