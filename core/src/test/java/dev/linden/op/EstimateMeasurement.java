package dev.linden.op;

import com.sun.management.ThreadMXBean;
import dev.linden.base.InputError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.op.OperatorExamples.Storage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs every operator and prints those that take more memory than their estimates say. What is
 * measured is all that a kernel allocates, which is never less than what it holds at one time. A
 * program of its own, run with plain loops: Vector API code that is not compiled yet allocates an
 * object for every vector.
 */
final class EstimateMeasurement {
  private static final long SEED = 11;

  /** For small objects and buffers of each thread. */
  private static final long SMALL_OBJECTS = 64 << 10;

  /** Distribution functions make objects per cell that are dead at once. */
  private static final int SHORT_LIVED = 8;

  private static final double LARGEST_RESULT = 16 << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int[][] SHAPES = {
    {300, 200}, {2000, 30}, {40, 1500}, {60000, 1}, {1, 60000}, {200, 200}, {700, 1}
  };

  /** Calls that once took more than their estimates. */
  private record Found(String op, Storage storage, int rows, int cols, long seed, int threads) {}

  private static final List<Found> FOUND =
      List.of(
          new Found("%*%", Storage.EMPTY, 1408, 26, -1098351701217765397L, 2),
          new Found("A%*%t(B)", Storage.ULTRA_SPARSE, 1662, 30, 7231655991675270359L, 1),
          new Found("%*%", Storage.UNITS, 1291, 1, -1241796994192766375L, 1),
          new Found("rowMins", Storage.UNITS, 98, 264, -8418257901718442521L, 2),
          new Found("t(X)%*%X", Storage.COMPRESSED, 368, 57, -7184639958272333953L, 1),
          new Found("t(X)%*%X", Storage.ECONOMICAL, 1294, 33, 885094690923521339L, 2));

  private static final Storage[] TWO_THREADS = {Storage.DENSE, Storage.SPARSE};

  private final Set<String> violations = new TreeSet<>();
  private final Set<String> called = new TreeSet<>();
  private final List<Double> ratios = new ArrayList<>();

  /** Whether exact figures are asked for; otherwise what suffices to be below the estimate. */
  private final boolean ratiosCount;

  private int measured;

  private EstimateMeasurement(boolean ratiosCount) {
    this.ratiosCount = ratiosCount;
  }

  /**
   * Arguments: the number of threads, or "random", a seed and a number of calls; a fourth one asks
   * for figures besides violations.
   */
  public static void main(String[] args) {
    boolean random = args[0].equals("random");
    EstimateMeasurement measurement = new EstimateMeasurement(random);
    if (random) {
      measurement.randomCalls(Long.parseLong(args[1]), Integer.parseInt(args[2]));
      if (args.length > 3) {
        System.out.println(measurement.figures());
      }
    } else {
      measurement.allOperators(Integer.parseInt(args[0]));
    }
    measurement.violations.forEach(System.out::println);
  }

  private void allOperators(int threads) {
    for (Op op : OperatorExamples.operators()) {
      for (Storage storage : threads == 1 ? Storage.values() : TWO_THREADS) {
        for (int[] shape : Arrays.asList(SHAPES).subList(0, threads == 1 ? SHAPES.length : 3)) {
          check(op, new OperatorExamples(SEED, shape[0], shape[1], storage), threads);
        }
      }
    }
    if (threads > 1) {
      return; // with fewer shapes, some operators find no operands
    }
    for (Op op : OperatorExamples.operators()) {
      for (Found found : FOUND) {
        if (found.op.equals(op.name())) {
          check(
              op,
              new OperatorExamples(found.seed, found.rows, found.cols, found.storage),
              found.threads);
        }
      }
    }
    Set<String> missing = new TreeSet<>();
    OperatorExamples.operators().forEach(op -> missing.add(op.name()));
    missing.removeAll(called);
    missing.removeAll(OperatorExamples.EXEMPT);
    missing.forEach(name -> violations.add("no example fits " + name));
  }

  /** Estimates are of use only if they are not far too high. */
  private void randomCalls(long seed, int calls) {
    Random random = new Random(seed);
    List<Op> all = OperatorExamples.operators();
    Storage[] storages = Storage.values();
    while (measured < calls) {
      int rows = 1 + random.nextInt(random.nextBoolean() ? 2000 : 100);
      int cols = 1 + random.nextInt(Math.max(1, 60000 / rows));
      OperatorExamples examples =
          new OperatorExamples(
              random.nextLong(), rows, cols, storages[random.nextInt(storages.length)]);
      check(all.get(random.nextInt(all.size())), examples, 1 + random.nextInt(2));
    }
    if (!(medianRatio() <= 3)) {
      violations.add("the median of estimate / measured is " + medianRatio());
    }
  }

  /** Median ratio of estimates to what was measured, operands included in both. */
  private double medianRatio() {
    ratios.sort(null);
    return ratios.get(ratios.size() / 2);
  }

  private String figures() {
    return String.format(
        Locale.ROOT,
        "%d calls of %d operators, median of %d estimates / measured %.3f",
        measured,
        called.size(),
        ratios.size(),
        medianRatio());
  }

  private void check(Op op, OperatorExamples examples, int threads) {
    List<Object> arguments = examples.arguments(op);
    FakeEnvironment environment = new FakeEnvironment();
    Workers workers = new Workers(threads, ArrayPool.none(), false);
    List<Info> infos = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    double operands = 0;
    List<MatrixValue.PackedBytes> packed = new ArrayList<>();
    for (Object argument : arguments) {
      values.add(argument == null ? null : Calls.value(argument));
      infos.add(argument == null ? null : Calls.info(argument));
      operands += argument == null ? 0 : Footprint.of(Calls.info(argument));
      Value value = values.get(values.size() - 1);
      packed.add(value instanceof MatrixValue matrix ? matrix.packedBytes() : null);
    }
    double garbage = DistributionOps.ALL.contains(op) ? SHORT_LIVED * operands : 0;
    double most;
    long allocated;
    double estimate;
    try {
      CallSite site = new KnownCall(op, infos, List.of(), environment);
      List<Info> results = op.infer(site);
      estimate =
          Footprint.ofCall(op, site, results, threads)
              + Footprint.ofPacked(op, infos, packed, threads);
      if (results.stream().anyMatch(EstimateMeasurement::isLarge)) {
        return;
      }
      most = estimate + garbage + (1 + threads) * SMALL_OBJECTS;
      ValuesCall call = new ValuesCall(op, values, List.of(), workers, environment);
      allocated = allocatedBy(call);
      if (ratiosCount || allocated > most) {
        // The first call made more objects, such as those of classes that nobody had used before.
        call = new ValuesCall(op, values, List.of(), workers, environment);
        allocated = allocatedBy(call);
      }
    } catch (InputError e) {
      return; // this shape is not for this operator
    }
    called.add(op.name());
    measured++;
    if (allocated > most) {
      violations.add(
          String.format(
              Locale.ROOT,
              "%s on %s, %d threads: %.0f KB allocated, estimate %.0f KB, operands %.0f KB",
              op.name(),
              examples,
              threads,
              allocated / 1024.0,
              estimate / 1024,
              operands / 1024));
    }
    if (allocated > SMALL_OBJECTS && !Double.isInfinite(estimate + operands)) {
      ratios.add((operands + estimate) / (operands + allocated));
    }
  }

  /** Such as the product of two long vectors. */
  private static boolean isLarge(Info result) {
    return result.isMatrix()
        && result.size().known()
        && Footprint.dense(result.size()) > LARGEST_RESULT;
  }

  private static long allocatedBy(ValuesCall call) {
    long before = allocated();
    call.run();
    return allocated() - before;
  }

  /** By this thread and those that help. */
  private static long allocated() {
    long sum = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    Thread[] others = new Thread[2 * Thread.activeCount() + 16];
    int count = Thread.enumerate(others);
    for (Thread thread : Arrays.asList(others).subList(0, count)) {
      if (thread.getName().startsWith("linden-worker")) {
        sum += THREADS.getThreadAllocatedBytes(thread.getId());
      }
    }
    return sum;
  }
}
