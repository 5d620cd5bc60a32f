package dev.linden.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.linden.base.ResourceError;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code linden daemon}: whether scripts are run by resident engines, each in a folder below one of
 * the user's own that the launcher knows.
 */
final class DaemonCommand {
  /** The launcher starts them so. */
  private static final String SERVE = "serve";

  static final List<String> WORDS = List.of("on", "off", "status");
  private static final String ON = "on";
  private static final long IDLE_SECONDS = 900;

  private final Path home;

  private DaemonCommand(Path home) {
    this.home = home;
  }

  static void run(String word, PrintStream out) {
    String home = System.getProperty("linden.daemons", "");
    if (SERVE.equals(word)) {
      long idle = Long.getLong("linden.daemon.idle", IDLE_SECONDS);
      Daemon.run(Path.of(System.getProperty("linden.daemon")), Duration.ofSeconds(idle));
      return;
    }
    if (word == null || !WORDS.contains(word)) {
      throw new UsageError("daemon: expected one of " + String.join(", ", WORDS));
    }
    if (home.isEmpty()) {
      throw new ResourceError("there is no folder of your own for a resident engine");
    }
    DaemonCommand command = new DaemonCommand(Path.of(home));
    try {
      switch (word) {
        case "on" -> command.on(out);
        case "off" -> command.off(out);
        default -> command.status(out);
      }
    } catch (IOException e) {
      throw new ResourceError("the folder " + home + " can't be used: " + e.getMessage(), e);
    }
  }

  private void on(PrintStream out) throws IOException {
    Files.createDirectories(home);
    Files.writeString(home.resolve(ON), "");
    out.println(
        "on: the next script starts an engine that stays for 15 minutes after the last one");
  }

  private void off(PrintStream out) throws IOException {
    Files.deleteIfExists(home.resolve(ON));
    for (Path folder : engines().values()) {
      try (RandomAccessFile pipe =
          new RandomAccessFile(folder.resolve(Daemon.REQUESTS).toFile(), "rw")) {
        pipe.write("stop\n".getBytes(US_ASCII));
      }
    }
    out.println("off");
  }

  private void status(PrintStream out) throws IOException {
    Map<Long, Path> engines = engines();
    out.println(
        (Files.exists(home.resolve(ON)) ? "on" : "off")
            + (engines.isEmpty() ? ", no engine runs" : ""));
    engines.keySet().forEach(process -> out.println("engine: process " + process));
  }

  /** Those that run, by their processes. */
  private Map<Long, Path> engines() throws IOException {
    List<Path> folders = new ArrayList<>();
    if (!Files.isDirectory(home)) {
      return Map.of();
    }
    try (Stream<Path> entries = Files.list(home)) {
      entries.filter(Files::isDirectory).forEach(folders::add);
    }
    Map<Long, Path> engines = new LinkedHashMap<>();
    for (Path folder : folders) {
      Path file = folder.resolve(Daemon.PROCESS);
      if (Files.exists(file)) {
        long process = Long.parseLong(Files.readString(file).strip());
        if (ProcessHandle.of(process).isPresent()) {
          engines.put(process, folder);
        }
      }
    }
    return engines;
  }
}
