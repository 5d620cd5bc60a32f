package dev.linden.fuse.select;

import dev.linden.base.InputError;
import dev.linden.base.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Where the figures of the machine come from: usual ones, given ones, or measured ones. These are
 * kept in a file in the user's cache directory. Where there is none yet, usual figures serve while
 * a thread in the background measures for the next start.
 */
public final class MachineFigures {
  public static final String USUAL = "usual";
  private static final String MEASURED = "measured";

  /** Scripts that are done sooner are not disturbed. */
  private static final long DELAY_MILLIS = 2000;

  /** A heap below this has no room for arrays that are larger than the caches. */
  private static final long LEAST_HEAP = 1L << 29;

  /** Measured beside other work the figures may be off; never by more than this. */
  private static final double MOST_DEVIATION = 4;

  private static final AtomicBoolean MEASURING = new AtomicBoolean();

  private MachineFigures() {}

  /** The text itself if it is a value of the setting. */
  public static String checked(String setting) {
    of(setting, 1, null);
    return setting;
  }

  /**
   * @param setting {@code usual}, {@code measured}, or three numbers
   */
  public static Machine of(String setting, int threads) {
    return of(setting, threads, setting.equals(MEASURED) ? file(threads) : null);
  }

  private static Machine of(String setting, int threads, Path file) {
    if (setting.equals(USUAL)) {
      return Machine.usual(threads);
    }
    if (setting.equals(MEASURED)) {
      return file == null ? Machine.usual(threads) : measured(file, threads);
    }
    Machine given = parsed(setting);
    if (given == null) {
      throw new InputError(
          "fusion.machine: expected usual, measured, or READ,WRITE,FLOPS in GB/s, GB/s and"
              + " GFLOP/s such as 20,12,8, found "
              + setting);
    }
    return given;
  }

  /** Null if the text is not three positive numbers. */
  static Machine parsed(String text) {
    String[] words = text.strip().split(",", -1);
    double[] figures = new double[3];
    if (words.length != figures.length) {
      return null;
    }
    for (int i = 0; i < figures.length; i++) {
      try {
        figures[i] = Double.parseDouble(words[i].strip()) * 1e9;
      } catch (NumberFormatException e) {
        return null;
      }
      if (!(figures[i] > 0) || Double.isInfinite(figures[i])) {
        return null;
      }
    }
    return new Machine(figures[0], figures[1], figures[2]);
  }

  static String text(Machine machine) {
    return String.format(
        Locale.ROOT,
        "%.3g,%.3g,%.3g",
        machine.readBandwidth() / 1e9,
        machine.writeBandwidth() / 1e9,
        machine.flops() / 1e9);
  }

  /** One file per number of threads and processor architecture: homes are shared. */
  private static Path file(int threads) {
    String name = "machine-" + System.getProperty("os.arch", "any") + "-" + threads;
    return UserCache.folder().resolve(name);
  }

  static Machine measured(Path file, int threads) {
    Machine usual = Machine.usual(threads);
    try {
      Machine kept = parsed(Files.readString(file));
      if (kept != null) {
        return kept.within(MOST_DEVIATION, usual);
      }
    } catch (IOException e) {
      // none yet, or none that can be read: the usual figures serve
    }
    if (Runtime.getRuntime().maxMemory() >= LEAST_HEAP && !MEASURING.getAndSet(true)) {
      Thread thread = new Thread(() -> measure(file, threads), "linden-machine");
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      thread.start();
    }
    return usual;
  }

  private static void measure(Path file, int threads) {
    try {
      Thread.sleep(DELAY_MILLIS);
      keep(file, Measurement.run(threads));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // a cache that can't be written is no reason to disturb anybody
    }
  }

  static void keep(Path file, Machine machine) throws IOException {
    Files.createDirectories(file.getParent());
    Path fresh = Files.createTempFile(file.getParent(), "machine", null);
    Files.writeString(fresh, text(machine));
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
