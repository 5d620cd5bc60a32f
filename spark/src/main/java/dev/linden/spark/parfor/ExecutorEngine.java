package dev.linden.spark.parfor;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.engine.Engine;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.parfor.ShippedLoop;
import dev.linden.run.ReceivedLoop;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The engine of an executor that runs tasks of parfor loops: one buffer pool for all of them,
 * compiled bodies, and inputs, which stay for later tasks and loops. While no task runs it is held
 * softly, so that memory that others need is not lost.
 */
final class ExecutorEngine {
  /** Compiled bodies that are kept. */
  private static final int MOST_LOOPS = 64;

  /** By the driver's engine; guarded by the class. */
  private static final Map<String, SoftReference<ExecutorEngine>> ENGINES = new HashMap<>();

  /** Those with running tasks; guarded by the class. */
  private static final Map<ExecutorEngine, Integer> BUSY = new HashMap<>();

  private final Linden linden;
  private final Map<Long, Input> inputs = new HashMap<>();
  private final Map<String, Run> runs = new HashMap<>();
  private final Map<String, ReceivedLoop> loops =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReceivedLoop> eldest) {
          return size() > MOST_LOOPS;
        }
      };

  private ExecutorEngine(LoopImage image) {
    Settings settings = image.settings();
    if (!Files.isDirectory(Path.of(settings.get(Settings.SPILL)))) {
      settings = settings.with(Settings.SPILL, System.getProperty("java.io.tmpdir"));
    }
    linden = Linden.of(Engine.builder().settings(settings).directory(Path.of(image.directory())));
  }

  /** A value that tasks share. */
  private static final class Input {
    private final Value value;
    private final List<MatrixValue> matrices = new ArrayList<>();
    private long bytes;
    private int runs;

    Input(Value value) {
      this.value = value;
      addMatrices(value);
    }

    private void addMatrices(Value of) {
      if (of instanceof MatrixValue matrix) {
        matrices.add(matrix);
      } else if (of instanceof ListValue list) {
        list.elements().forEach(this::addMatrices);
      }
    }
  }

  /** One execution of a loop on this executor. */
  final class Run {
    private final ReceivedLoop loop;
    private final ReceivedLoop.Execution execution;
    private final List<Long> inputIds = new ArrayList<>();

    /** The first iteration that has failed on this executor. */
    private final AtomicLong failedAt = new AtomicLong(Long.MAX_VALUE);

    /** For tasks at the same time. */
    private final Semaphore permits;

    private int tasks;

    private Run(LoopImage image) {
      loop =
          loops.computeIfAbsent(
              image.loop(), id -> linden.engine().receive(ShippedLoop.of(image.body().value())));
      Map<String, Value> values = new LinkedHashMap<>();
      image
          .inputs()
          .forEach(
              (name, broadcast) -> {
                Input input = inputs.get(broadcast.id());
                if (input == null) {
                  input = new Input(broadcast.value().unpack());
                  input.bytes = linden.engine().lend(input.matrices);
                  inputs.put(broadcast.id(), input);
                }
                input.runs++;
                inputIds.add(broadcast.id());
                values.put(name, input.value);
              });
      image
          .partitioned()
          .forEach(
              (name, sent) -> {
                MatrixValue value = new MatrixValue(new FetchedPartitions(sent));
                value.retain(); // tasks come and go
                values.put(name, value);
              });
      permits = new Semaphore(image.atOnce());
      execution =
          new ReceivedLoop.Execution(image.plan(), image.iterations(), image.seed(), values);
    }

    ReceivedLoop loop() {
      return loop;
    }

    ReceivedLoop.Execution execution() {
      return execution;
    }

    Semaphore permits() {
      return permits;
    }

    AtomicLong failedAt() {
      return failedAt;
    }

    void end() {
      synchronized (ExecutorEngine.this) {
        tasks--;
      }
      release(ExecutorEngine.this);
    }
  }

  /** The execution that a task belongs to; it must be ended with the task. */
  static Run begin(LoopImage image) {
    return acquire(image).run(image);
  }

  private synchronized Run run(LoopImage image) {
    Run run = runs.get(image.run());
    if (run == null) {
      run = new Run(image);
      runs.put(image.run(), run);
      forgetIdle(run);
    }
    run.tasks++;
    return run;
  }

  /** Runs without tasks are over, or will soon be asked for what they need again. */
  private void forgetIdle(Run newest) {
    for (Iterator<Run> all = runs.values().iterator(); all.hasNext(); ) {
      Run run = all.next();
      if (run != newest && run.tasks == 0) {
        all.remove();
        run.inputIds.forEach(this::forget);
      }
    }
  }

  private void forget(long id) {
    Input input = inputs.get(id);
    input.runs--;
    if (input.runs == 0) {
      inputs.remove(id);
      linden.engine().giveBack(input.matrices, input.bytes);
    }
  }

  // ---- engines of this JVM

  private static synchronized ExecutorEngine acquire(LoopImage image) {
    SoftReference<ExecutorEngine> held = ENGINES.get(image.engine());
    ExecutorEngine engine = held == null ? null : held.get();
    if (engine == null) {
      closeIdle();
      engine = new ExecutorEngine(image);
      ENGINES.put(image.engine(), new SoftReference<>(engine));
    }
    BUSY.merge(engine, 1, Integer::sum);
    return engine;
  }

  private static synchronized void release(ExecutorEngine engine) {
    BUSY.computeIfPresent(engine, (e, tasks) -> tasks == 1 ? null : tasks - 1);
  }

  private static void closeIdle() {
    for (Iterator<SoftReference<ExecutorEngine>> all = ENGINES.values().iterator();
        all.hasNext(); ) {
      ExecutorEngine engine = all.next().get();
      if (engine == null || !BUSY.containsKey(engine)) {
        all.remove();
        if (engine != null) {
          engine.linden.close();
        }
      }
    }
  }

  /** The driver's engine ends; where executors are part of its process, theirs do too. */
  static synchronized void close(String engine) {
    SoftReference<ExecutorEngine> held = ENGINES.remove(engine);
    ExecutorEngine found = held == null ? null : held.get();
    if (found != null && !BUSY.containsKey(found)) {
      found.linden.close();
    }
  }
}
