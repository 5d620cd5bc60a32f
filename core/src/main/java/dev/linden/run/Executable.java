package dev.linden.run;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.matrix.Workers;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.plan.Plan;
import dev.linden.storage.pool.BufferPool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A plan bound to workers and an environment; each run has a frame of its own. */
public final class Executable {
  private final Routine main;
  private final BufferPool pool;
  private final RunEnvironment environment;

  /**
   * @param verify every operator is checked while it runs, see {@link CheckedStep}
   * @param recompilations is told of DAGs that are compiled again; may be null
   * @param recording is told of everything; may be null
   */
  public Executable(
      Plan plan,
      Workers workers,
      BufferPool pool,
      RunEnvironment environment,
      Statistics statistics,
      boolean verify,
      Recompilations recompilations,
      Backends backends,
      Parfors parfors,
      Recording recording,
      Settings.ScalarCode code) {
    Map<String, Routine> functions = new LinkedHashMap<>();
    this.pool = pool;
    this.environment = environment;
    Context context =
        new Context(
            workers,
            pool,
            environment,
            statistics,
            verify,
            plan.resources(),
            recompilations,
            backends,
            parfors,
            recording,
            code);
    main = Linker.link(plan, context, functions);
    environment.functions(functions);
  }

  /** The program with these variables set from outside, and these wanted at its end. */
  public Entry entry(List<String> inputs, List<String> outputs) {
    return new Entry(inputs, outputs);
  }

  /** A way to call the program; any number of threads may do so at a time. */
  public final class Entry {
    private final List<String> outputs;
    private final int[] inputSlots;
    private final int[] outputSlots;

    private Entry(List<String> inputs, List<String> outputs) {
      this.outputs = outputs;
      inputSlots = inputs.stream().mapToInt(main::slot).toArray();
      outputSlots = outputs.stream().mapToInt(main::slot).toArray();
    }

    /**
     * Runs the program with one value for each input. The values stay the caller's: they are
     * neither overwritten nor recycled. The results are the caller's too.
     */
    public Value[] call(Value... inputs) {
      return call(null, null, inputs);
    }

    /**
     * The same for an execution that may be called off and is listened to; both may be null.
     * Without a cancellation that of the calling thread counts.
     *
     * @throws dev.linden.base.CancelledError if it was called off
     */
    public Value[] call(Cancellation cancellation, ExecutionListener listener, Value... inputs) {
      if (cancellation == null) {
        return run(ExecutionMonitor.of(Cancellation.ofThread(), listener), inputs);
      }
      Cancellation before = Cancellation.ofThread(cancellation);
      try {
        return run(ExecutionMonitor.of(cancellation, listener), inputs);
      } finally {
        Cancellation.ofThread(before);
      }
    }

    private Value[] run(Monitor monitor, Value... inputs) {
      List<MatrixValue> outside = new ArrayList<>(inputs.length);
      for (Value input : inputs) {
        addMatrices(input, outside);
      }
      Frame frame = main.newFrame();
      frame.monitor = monitor;
      long bytes = pool.lend(outside);
      Value[] results;
      try {
        set(frame, inputs);
        main.run(frame);
        results = results(frame);
      } catch (ScriptError | StackOverflowError e) {
        throw worded(e);
      } finally {
        frame.clearAll();
        pool.giveBack(outside, bytes);
      }
      for (Value result : results) {
        BufferPool.handOver(result);
      }
      return results;
    }

    /**
     * Runs the program with values that the caller holds references to, and gives those of the
     * outputs that have one, each with a reference that the caller holds: they stay in the account
     * of the buffer pool. Both parameters may be null.
     */
    public Map<String, Value> keep(
        Cancellation cancellation, ExecutionListener listener, Value... inputs) {
      Cancellation own = cancellation != null ? cancellation : Cancellation.ofThread();
      Cancellation before = Cancellation.ofThread(own);
      Frame frame = main.newFrame();
      frame.monitor = ExecutionMonitor.of(own, listener);
      try {
        set(frame, inputs);
        main.run(frame);
        Map<String, Value> results = new LinkedHashMap<>();
        for (int k = 0; k < outputSlots.length; k++) {
          if (outputSlots[k] >= 0 && !frame.isEmpty(outputSlots[k])) {
            Value result = frame.value(outputSlots[k]);
            pool.retain(result);
            results.put(outputs.get(k), result);
          }
        }
        return results;
      } catch (ScriptError | StackOverflowError e) {
        throw worded(e);
      } finally {
        Cancellation.ofThread(before);
        frame.clearAll();
      }
    }

    private void set(Frame frame, Value... inputs) {
      for (int i = 0; i < inputs.length; i++) {
        if (inputSlots[i] >= 0) { // the program need not use all of them
          frame.set(inputSlots[i], inputs[i]);
        }
      }
    }

    private RuntimeException worded(Throwable failure) {
      if (failure instanceof ScriptError error) {
        // Code that was compiled on the way has found its words.
        return error.isDuringRun() ? error.worded(environment.wording()) : error;
      }
      return new ResourceError(
          "the script calls functions too deeply: a recursion has no end, or needs more stack",
          failure);
    }

    private Value[] results(Frame frame) {
      Value[] results = new Value[outputSlots.length];
      for (int k = 0; k < results.length; k++) {
        if (outputSlots[k] < 0 || frame.isEmpty(outputSlots[k])) {
          throw new InputError(
              "the output "
                  + outputs.get(k)
                  + " has no value: no statement that assigns it was executed");
        }
        results[k] = frame.value(outputSlots[k]);
      }
      for (Value result : results) {
        pool.handOut(result);
      }
      return results;
    }
  }

  private static void addMatrices(Value value, List<MatrixValue> all) {
    if (value instanceof MatrixValue matrix) {
      all.add(matrix);
    } else if (value instanceof ListValue list) {
      list.elements().forEach(element -> addMatrices(element, all));
    }
  }
}
