package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Span;
import dev.linden.plan.Instruction;
import java.util.Arrays;

/** Branches, loops and the small steps that move values between slots. */
final class ControlSteps {
  private ControlSteps() {}

  static final class If extends Step {
    private final Step[] predicate;
    private final int predicateSlot;
    private final Step[] then;
    private final Step[] otherwise;
    private final int[] cleanup;
    private final Span span;

    /** The branch with which the second one ends, or null. */
    private final If elseIf;

    /** What is done before it: usually nothing. */
    private final Step[] beforeElseIf;

    If(
        Step[] predicate,
        int predicateSlot,
        Step[] then,
        Step[] otherwise,
        int[] cleanup,
        Span span) {
      this.predicate = predicate;
      this.predicateSlot = predicateSlot;
      this.then = then;
      this.otherwise = otherwise;
      this.cleanup = cleanup;
      this.span = span;
      int last = otherwise.length - 1;
      this.elseIf = last >= 0 && otherwise[last] instanceof If branch ? branch : null;
      this.beforeElseIf = elseIf == null ? otherwise : Arrays.copyOf(otherwise, last);
    }

    @Override
    void run(Frame frame) {
      if (predicate.length == 1) {
        predicate[0].run(frame);
      } else {
        runAll(predicate, frame);
      }
      If last = this;
      if (elseIf == null || frame.flag(predicateSlot)) {
        runBranch(frame);
      } else {
        last = runElseIfs(frame);
      }
      for (If done = this; done != last; done = done.elseIf) {
        clear(done.cleanup, frame);
      }
      clear(last.cleanup, frame);
    }

    /** A chain is as long as somebody liked, so not by recursion; returns the last one it took. */
    private If runElseIfs(Frame frame) {
      If next = this;
      do {
        runAll(next.beforeElseIf, frame);
        next = next.elseIf;
        runAll(next.predicate, frame);
      } while (next.elseIf != null && !frame.flag(next.predicateSlot));
      next.runBranch(frame);
      return next;
    }

    private void runBranch(Frame frame) {
      Step[] taken = frame.flag(predicateSlot) ? then : otherwise;
      if (taken.length > 0) {
        runAll(taken, frame);
      }
    }

    @Override
    Span place(InputError error) {
      // Errors of several steps have found their place already.
      return predicate.length == 1 ? predicate[0].place(error) : span;
    }
  }

  static final class While extends Step {
    private final Step[] predicate;
    private final int predicateSlot;
    private final Step[] body;
    private final int[] cleanup;
    private final Span span;

    While(Step[] predicate, int predicateSlot, Step[] body, int[] cleanup, Span span) {
      this.predicate = predicate;
      this.predicateSlot = predicateSlot;
      this.body = body;
      this.cleanup = cleanup;
      this.span = span;
    }

    @Override
    void run(Frame frame) {
      runAll(predicate, frame);
      Monitor monitor = frame.monitor;
      boolean heard = monitor != null && monitor.listens();
      long start = heard ? System.nanoTime() : 0;
      long done = 0;
      while (frame.flag(predicateSlot)) {
        if (monitor != null) {
          monitor.check();
        }
        runAll(body, frame);
        if (heard) {
          monitor.iteration("while (line " + span.line() + ")", ++done, -1, start);
        }
        runAll(predicate, frame);
      }
      clear(cleanup, frame);
    }

    @Override
    Span place(InputError error) {
      return span;
    }
  }

  static final class For extends Step {
    private final int variable;
    private final Bounds bounds;
    private final Step[] body;
    private final int[] cleanup;

    For(int variable, Bounds bounds, Step[] body, int[] cleanup) {
      this.variable = variable;
      this.bounds = bounds;
      this.body = body;
      this.cleanup = cleanup;
    }

    @Override
    void run(Frame frame) {
      bounds.evaluate(frame);
      long first = bounds.first(frame);
      long last = bounds.last(frame);
      long increment = bounds.increment(frame, first, last);
      Monitor monitor = frame.monitor;
      boolean heard = monitor != null && monitor.listens();
      long start = heard ? System.nanoTime() : 0;
      boolean up = increment > 0;
      long i = first;
      for (boolean more = up ? i <= last : i >= last; more; i += increment) {
        if (monitor != null) {
          monitor.check();
        }
        frame.setNumber(variable, Frame.INT, i);
        runAll(body, frame);
        if (heard) {
          String loop = "for " + frame.name(variable) + " (line " + bounds.span().line() + ")";
          long done = (i - first) / increment + 1;
          monitor.iteration(loop, done, (last - first) / increment + 1, start);
        }
        // Not by a comparison with i + increment, which may be beyond 64 bits.
        more = Long.compareUnsigned(up ? last - i : i - last, Math.abs(increment)) >= 0;
      }
      clear(cleanup, frame);
    }

    @Override
    Span place(InputError error) {
      return bounds.span();
    }
  }

  /** First and last value of a loop variable and the distance of values, in slots. */
  record Bounds(Step[] steps, int from, int to, int step, Span span) {
    void evaluate(Frame frame) {
      Step.runAll(steps, frame);
    }

    long first(Frame frame) {
      return bound(frame, from, "first value");
    }

    long last(Frame frame) {
      return bound(frame, to, "last value");
    }

    long increment(Frame frame, long first, long last) {
      long increment =
          step == Instruction.NONE ? (first <= last ? 1 : -1) : bound(frame, step, "step");
      if (increment == 0) {
        throw new InputError("the step of a loop must not be 0");
      }
      return increment;
    }

    private static long bound(Frame frame, int slot, String what) {
      if (Double.isNaN(frame.number(slot))) {
        throw new InputError("the " + what + " of a loop must be a number, but it is NaN");
      }
      return frame.scalar(slot).toInteger();
    }
  }

  static final class Copy extends Step {
    private final Instruction.Copy instruction;

    Copy(Instruction.Copy instruction) {
      this.instruction = instruction;
    }

    @Override
    void run(Frame frame) {
      frame.copy(frame, instruction.source(), instruction.target());
      if (instruction.dies()) {
        frame.clear(instruction.source());
      }
    }

    @Override
    Span place(InputError error) {
      return instruction.span();
    }
  }

  static final class Exists extends Step {
    private final Instruction.Exists instruction;

    Exists(Instruction.Exists instruction) {
      this.instruction = instruction;
    }

    @Override
    void run(Frame frame) {
      boolean exists = !frame.isEmpty(instruction.variable());
      frame.setNumber(instruction.target(), Frame.BOOLEAN, exists ? 1 : 0);
    }

    @Override
    Span place(InputError error) {
      throw new IllegalStateException("exists can't fail", error);
    }
  }

  static final class Remove extends Step {
    private final int[] slots;

    Remove(int[] slots) {
      this.slots = slots;
    }

    @Override
    void run(Frame frame) {
      clear(slots, frame);
    }

    @Override
    Span place(InputError error) {
      throw new IllegalStateException("removal can't fail", error);
    }
  }

  /** Calls a user-defined function in a frame of its own. */
  static final class Invoke extends Step {
    /**
     * Ends an endless recursion within seconds, however large the stack: leaving millions of calls
     * again takes minutes.
     */
    private static final int MOST_NESTED_CALLS = 50_000;

    private final Instruction.Invoke instruction;
    private final Routine routine;

    Invoke(Instruction.Invoke instruction, Routine routine) {
      this.instruction = instruction;
      this.routine = routine;
    }

    @Override
    void run(Frame frame) {
      if (frame.depth >= MOST_NESTED_CALLS) {
        throw tooDeep(null);
      }
      Frame activation = routine.newFrame();
      activation.depth = frame.depth + 1;
      activation.monitor = frame.monitor;
      try {
        call(frame, activation);
      } finally {
        activation.clearAll();
      }
    }

    private void call(Frame frame, Frame activation) {
      int[] inputs = instruction.inputs();
      for (int i = 0; i < inputs.length; i++) {
        routine.bind(i, frame, inputs[i], activation);
        if (instruction.dies()[i]) {
          frame.clear(inputs[i]);
        }
      }
      try {
        routine.run(activation);
      } catch (ScriptError e) {
        throw e.calledFrom(routine.name(), instruction.span());
      } catch (StackOverflowError e) {
        throw tooDeep(e);
      }
      int[] outputs = instruction.outputs();
      for (int k = 0; k < outputs.length; k++) {
        routine.requireResult(k, activation);
        if (outputs[k] >= 0) {
          routine.takeResult(k, activation, frame, outputs[k]);
        }
      }
    }

    /** May overflow again here; then the next caller has more stack left for it. */
    private ScriptError tooDeep(StackOverflowError e) {
      String message = "the calls of functions are nested too deeply";
      Problem problem =
          new Problem(instruction.span(), message, "does the recursion come to an end?");
      return ScriptError.duringRun(problem, new ResourceError(message, e));
    }

    @Override
    Span place(InputError error) {
      return instruction.span();
    }
  }

  static void clear(int[] slots, Frame frame) {
    for (int slot : slots) {
      frame.clear(slot);
    }
  }
}
