package dev.linden.plan.cost;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How fast machines are. Of the defaults, those of memory, operations, products and texts follow
 * from times of operators on a virtual machine of two cores (bench/predict-compare); those of
 * disks, networks, jobs and tasks are usual figures that nothing was measured for. A description of
 * a cluster may have others.
 *
 * @param memory bytes per second that a core reads
 * @param fresh bytes per second that a core writes to memory that it has just been given
 * @param operations simple operations on cells per second and core ({@link
 *     dev.linden.op.Op#operations})
 * @param flops floating-point operations per second and core in large dense products
 * @param sparseFlops the same in products with sparse matrices
 * @param disk bytes per second that the disks of a machine read
 * @param network bytes per second that reach a machine
 * @param serialization bytes per second that a core turns into matrices or back
 * @param text characters per second that a core turns into numbers or back
 * @param job seconds to start a job
 * @param task seconds to start a task
 * @param schedule seconds that the driver is busy with a task
 */
public record Rates(
    double memory,
    double fresh,
    double operations,
    double flops,
    double sparseFlops,
    double disk,
    double network,
    double serialization,
    double text,
    double job,
    double task,
    double schedule) {
  public static final Rates DEFAULT =
      new Rates(14e9, 2e9, 1e9, 12e9, 0.5e9, 2e9, 1.2e9, 1e9, 150e6, 0.03, 0.01, 0.0005);

  /** Cores that together saturate the memory of an ordinary machine. */
  private static final int SATURATING = 8;

  /** Cores of one machine, as far as they get more bytes than one. */
  static double streams(double cores) {
    return Math.min(cores, SATURATING);
  }

  /** By the names that descriptions of clusters use. */
  public Map<String, Double> byName() {
    Map<String, Double> rates = new LinkedHashMap<>();
    rates.put("memoryRate", memory);
    rates.put("freshMemoryRate", fresh);
    rates.put("operationRate", operations);
    rates.put("flopRate", flops);
    rates.put("sparseFlopRate", sparseFlops);
    rates.put("diskRate", disk);
    rates.put("networkRate", network);
    rates.put("serializationRate", serialization);
    rates.put("textRate", text);
    rates.put("jobSeconds", job);
    rates.put("taskSeconds", task);
    rates.put("scheduleSeconds", schedule);
    return rates;
  }

  /** These, with others in place of some. */
  public Rates with(Map<String, Double> others) {
    Map<String, Double> all = byName();
    all.putAll(others);
    return new Rates(
        all.get("memoryRate"),
        all.get("freshMemoryRate"),
        all.get("operationRate"),
        all.get("flopRate"),
        all.get("sparseFlopRate"),
        all.get("diskRate"),
        all.get("networkRate"),
        all.get("serializationRate"),
        all.get("textRate"),
        all.get("jobSeconds"),
        all.get("taskSeconds"),
        all.get("scheduleSeconds"));
  }
}
