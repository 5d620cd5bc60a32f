package dev.linden.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.linden.base.ResourceError;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resident engine: runs scripts for launchers, one at a time, in a process that is warm. It
 * lives in a folder that only its owner may open and hears, through the pipe {@code requests}
 * there, one line per message; docs/daemon.md describes what is said.
 */
final class Daemon {
  static final String REQUESTS = "requests";
  static final String PROCESS = "pid";
  private static final String LOCK = "lock";

  private static final Pattern MESSAGE =
      Pattern.compile("(run|cancel) (client\\.[0-9]{1,12})|stop");

  /** More than any message has. */
  private static final int MOST_BYTES = 64;

  private static final long STEP_MILLIS = 1000;

  /** So long after a script the heap is made small again; its successor often comes at once. */
  private static final long SHRINK_NANOS = Duration.ofSeconds(2).toNanos();

  /** What a script whose client has gone has to end in. */
  private static final long ABANDONED_NANOS = Duration.ofSeconds(10).toNanos();

  private final Path folder;
  private final long idleNanos;
  private final Installed installed = Installed.now();

  private DaemonRequest running;
  private boolean leaving;
  private boolean shrunk = true;
  private long idleSince = System.nanoTime();
  private long abandonedSince;

  private Daemon(Path folder, Duration idle) {
    this.folder = folder;
    idleNanos = idle.toNanos();
  }

  /**
   * Returns when nobody has asked for anything for a while, when it was told to stop, or when its
   * program has changed. At once, if another one serves that folder.
   */
  static void run(Path folder, Duration idle) {
    try (FileChannel file =
            FileChannel.open(
                folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = file.tryLock()) {
      if (lock != null) {
        new Daemon(folder, idle).serve();
      }
    } catch (IOException e) {
      throw new ResourceError("no resident engine in " + folder + ": " + e.getMessage(), e);
    }
  }

  private void serve() throws IOException {
    Path process = folder.resolve(PROCESS);
    // For reading and writing: so it opens without a writer, and never ends.
    try (RandomAccessFile pipe = new RandomAccessFile(folder.resolve(REQUESTS).toFile(), "rw")) {
      Files.writeString(process, ProcessHandle.current().pid() + "\n");
      Thread reader = new Thread(() -> listen(pipe), "linden-requests");
      reader.setDaemon(true);
      reader.start();
      stay();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Files.deleteIfExists(process);
    }
  }

  private synchronized void stay() throws InterruptedException {
    while (!leaving || running != null) {
      wait(STEP_MILLIS);
      if (running != null) {
        watch();
      } else if (System.nanoTime() - idleSince > idleNanos || !installed.isCurrent()) {
        leaving = true;
      } else if (!shrunk && System.nanoTime() - idleSince > SHRINK_NANOS) {
        shrunk = true;
        System.gc(); // the memory of the script goes back to the system
      }
    }
  }

  /** A client that was killed calls its script off; one that does not end then ends with us. */
  private void watch() {
    if (running.isWanted()) {
      abandonedSince = System.nanoTime();
      return;
    }
    running.cancel();
    if (System.nanoTime() - abandonedSince > ABANDONED_NANOS) {
      Runtime.getRuntime().halt(ExitCode.RESOURCES);
    }
  }

  private void listen(RandomAccessFile pipe) {
    StringBuilder line = new StringBuilder();
    byte[] bytes = new byte[1024];
    try {
      while (true) {
        int count = pipe.read(bytes);
        if (count < 0) {
          throw new EOFException(REQUESTS + " is no pipe");
        }
        for (char c : new String(bytes, 0, count, US_ASCII).toCharArray()) {
          if (c == '\n') {
            hear(line.toString());
            line.setLength(0);
          } else if (line.length() < MOST_BYTES) {
            line.append(c);
          }
        }
      }
    } catch (IOException e) {
      synchronized (this) {
        leaving = true;
        notifyAll();
      }
    }
  }

  /** What is no message is not for us. */
  private synchronized void hear(String line) {
    Matcher message = MESSAGE.matcher(line);
    if (!message.matches()) {
      return;
    }
    if (line.equals("stop")) {
      leaving = true;
      notifyAll();
    } else if (message.group(1).equals("run")) {
      begin(message.group(2));
    } else if (running != null && running.name().equals(message.group(2))) {
      running.cancel();
    }
  }

  private void begin(String name) {
    DaemonRequest request = DaemonRequest.read(folder.resolve(name));
    if (request == null) {
      return;
    }
    leaving |= !installed.isCurrent();
    if (leaving || running != null || !request.isForDaemon()) {
      request.refuse();
      notifyAll();
      return;
    }
    running = request;
    abandonedSince = System.nanoTime();
    if (CommandThread.start(() -> run(request)) == null) {
      running = null;
      request.refuse();
    }
  }

  private void run(DaemonRequest request) {
    boolean sound = false;
    try {
      sound = request.run();
    } finally {
      synchronized (this) {
        running = null;
        shrunk = false;
        idleSince = System.nanoTime();
        leaving |= !sound; // memory that did not suffice, or a bug, may have left something behind
        notifyAll();
      }
    }
  }
}
