package dev.linden.plan.cost;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A time by what it goes to.
 *
 * @param read reading and writing files, and reading again what does not fit the memory of
 *     executors
 * @param compute kernels, the memory that they read and write included
 * @param shuffle blocks that move from executor to executor
 * @param broadcast what the driver sends
 * @param collect what comes to the driver
 * @param overhead starting jobs, tasks and operators
 */
public record Seconds(
    double read,
    double compute,
    double shuffle,
    double broadcast,
    double collect,
    double overhead) {
  public static final Seconds NONE = new Seconds(0, 0, 0, 0, 0, 0);

  static Seconds ofRead(double seconds) {
    return new Seconds(seconds, 0, 0, 0, 0, 0);
  }

  static Seconds ofCompute(double seconds) {
    return new Seconds(0, seconds, 0, 0, 0, 0);
  }

  static Seconds ofShuffle(double seconds) {
    return new Seconds(0, 0, seconds, 0, 0, 0);
  }

  static Seconds ofBroadcast(double seconds) {
    return new Seconds(0, 0, 0, seconds, 0, 0);
  }

  static Seconds ofCollect(double seconds) {
    return new Seconds(0, 0, 0, 0, seconds, 0);
  }

  static Seconds ofOverhead(double seconds) {
    return new Seconds(0, 0, 0, 0, 0, seconds);
  }

  public double total() {
    return read + compute + shuffle + broadcast + collect + overhead;
  }

  Seconds plus(Seconds other) {
    return new Seconds(
        read + other.read,
        compute + other.compute,
        shuffle + other.shuffle,
        broadcast + other.broadcast,
        collect + other.collect,
        overhead + other.overhead);
  }

  Seconds times(double factor) {
    return new Seconds(
        factor * read,
        factor * compute,
        factor * shuffle,
        factor * broadcast,
        factor * collect,
        factor * overhead);
  }

  /** The parts by name, in the order of the documentation. */
  Map<String, Double> parts() {
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("read", read);
    parts.put("compute", compute);
    parts.put("shuffle", shuffle);
    parts.put("broadcast", broadcast);
    parts.put("collect", collect);
    parts.put("overhead", overhead);
    return parts;
  }
}
