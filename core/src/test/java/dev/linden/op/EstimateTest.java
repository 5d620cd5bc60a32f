package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.linden.base.InputError;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.op.OperatorExamples.Storage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * C9: no operator takes more memory than its estimate says. What is measured is all that its kernel
 * allocates, which is never less than what it holds at one time.
 */
class EstimateTest {
  private static final long SEED = Long.getLong("linden.seed", 11L);
  private static final int RANDOM_CALLS = Integer.getInteger("linden.calls", 400);

  /** For small objects: holders, lambdas, descriptions. */
  private static final long SMALL_OBJECTS = 48 << 10;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int[][] SHAPES = {
    {300, 200}, {2000, 30}, {40, 1500}, {60000, 1}, {1, 60000}, {200, 200}
  };

  private final Set<String> violations = new TreeSet<>();
  private final Set<String> called = new TreeSet<>();
  private final List<Double> ratios = new ArrayList<>();

  @Test
  void noOperatorTakesMoreThanItsEstimateOnOneThread() {
    allOperators(1);
  }

  @Test
  void norOnTwo() {
    allOperators(2);
  }

  private void allOperators(int threads) {
    for (Op op : operators()) {
      for (Storage storage : Storage.values()) {
        for (int[] shape : SHAPES) {
          check(op, new OperatorExamples(SEED, shape[0], shape[1], storage), threads);
        }
      }
    }
    assertEquals("", String.join("\n", violations));
    Set<String> missing = new TreeSet<>();
    operators().forEach(op -> missing.add(op.name()));
    missing.removeAll(called);
    missing.removeAll(OperatorExamples.EXEMPT);
    assertEquals(Set.of(), missing, "no example fits");
  }

  /** Estimates are of use only if they are not far too high. */
  @Test
  void randomCalls() {
    Random random = new Random(SEED);
    List<Op> all = operators();
    Storage[] storages = Storage.values();
    for (int k = 0; k < RANDOM_CALLS; k++) {
      int rows = 1 + random.nextInt(random.nextBoolean() ? 2000 : 100);
      int cols = 1 + random.nextInt(Math.max(1, 60000 / rows));
      OperatorExamples examples =
          new OperatorExamples(
              random.nextLong(), rows, cols, storages[random.nextInt(storages.length)]);
      check(all.get(random.nextInt(all.size())), examples, 1 + random.nextInt(2));
    }
    assertEquals("", String.join("\n", violations), "seed " + SEED);
    ratios.sort(null);
    double median = ratios.get(ratios.size() / 2);
    assertTrue(median <= 3, "median of estimate / peak: " + median);
  }

  private static List<Op> operators() {
    Set<Op> all = new LinkedHashSet<>(Catalogue.all());
    all.addAll(ProductOps.PHYSICAL);
    all.add(IndexOps.CELL);
    all.removeIf(op -> OperatorExamples.EXEMPT.contains(op.name()));
    return List.copyOf(all);
  }

  private void check(Op op, OperatorExamples examples, int threads) {
    List<Object> arguments = examples.arguments(op);
    FakeEnvironment environment = new FakeEnvironment();
    Workers workers = new Workers(threads, ArrayPool.none(), false);
    List<Info> infos = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    double operands = 0;
    for (Object argument : arguments) {
      values.add(argument == null ? null : Calls.value(argument));
      infos.add(argument == null ? null : Calls.info(argument));
      operands += argument == null ? 0 : Footprint.of(Calls.info(argument));
    }
    long allocated;
    double estimate;
    try {
      CallSite site = new KnownCall(op, infos, List.of(), environment);
      estimate = Footprint.ofCall(op, site, op.infer(site), threads);
      new ValuesCall(op, values, List.of(), workers, environment).run();
      ValuesCall call = new ValuesCall(op, values, List.of(), workers, environment);
      long before = allocated();
      call.run();
      allocated = allocated() - before;
    } catch (InputError e) {
      return; // this shape is not for this operator
    }
    called.add(op.name());
    if (allocated > estimate + SMALL_OBJECTS) {
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
