package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Span;
import dev.linden.plan.Instruction;
import dev.linden.run.compiled.Code;
import dev.linden.run.compiled.Counted;
import dev.linden.run.compiled.Iterations;
import dev.linden.run.compiled.Node;
import dev.linden.run.compiled.Variables;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

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
    boolean addNodes(List<Node> nodes) {
      List<Node> condition = nodes(predicate);
      List<Node> first = nodes(then);
      List<Node> second = nodes(otherwise);
      if (condition == null || first == null || second == null) {
        return false;
      }
      nodes.add(new Node.If(condition, predicateSlot, first, second, cleanup));
      return true;
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
    private final HotCode code;

    While(
        Step[] predicate,
        int predicateSlot,
        Step[] body,
        int[] cleanup,
        Span span,
        Context context) {
      this.predicate = predicate;
      this.predicateSlot = predicateSlot;
      this.body = body;
      this.cleanup = cleanup;
      this.span = span;
      this.code = HotCode.ofLoop(context, () -> nodes(new Step[] {this}));
    }

    @Override
    void run(Frame frame) {
      Monitor monitor = frame.monitor;
      WatchedLoop watched = WatchedLoop.of(monitor, "while", span, -1);
      if (watched == null) {
        iterate(frame, null);
      } else {
        frame.monitor = watched;
        try {
          iterate(frame, watched);
        } finally {
          frame.monitor = monitor;
        }
      }
      clear(cleanup, frame);
    }

    /**
     * @param watched null if nobody listens
     */
    private void iterate(Frame frame, WatchedLoop watched) {
      Monitor monitor = frame.monitor;
      while (true) {
        Code compiled = watched != null ? null : code.of(frame);
        if (compiled != null) {
          if (code.run(compiled, frame, 0, 0, 0) == Code.DONE) {
            return;
          }
          continue;
        }
        runAll(predicate, frame);
        if (!frame.flag(predicateSlot)) {
          return;
        }
        if (monitor != null) {
          monitor.check();
        }
        runAll(body, frame);
        if (watched != null) {
          watched.ended(1);
        }
      }
    }

    @Override
    boolean addNodes(List<Node> nodes) {
      List<Node> condition = nodes(predicate);
      List<Node> inner = nodes(body);
      if (condition == null || inner == null) {
        return false;
      }
      nodes.add(new Node.While(condition, predicateSlot, inner, cleanup));
      return true;
    }

    @Override
    Span place(InputError error) {
      return span;
    }
  }

  static final class For extends Step implements Counted {
    private final int variable;
    private final Bounds bounds;
    private final Step[] body;
    private final int[] cleanup;
    private final HotCode code;

    For(int variable, Bounds bounds, Step[] body, int[] cleanup, Context context) {
      this.variable = variable;
      this.bounds = bounds;
      this.body = body;
      this.cleanup = cleanup;
      this.code = HotCode.ofLoop(context, () -> nodes(new Step[] {this}));
    }

    @Override
    void run(Frame frame) {
      bounds.evaluate(frame);
      long first = bounds.first(frame);
      long last = bounds.last(frame);
      long increment = bounds.increment(frame, first, last);
      if (Iterations.any(first, last, increment)) {
        long further = Iterations.further(first, last, increment);
        Monitor monitor = frame.monitor;
        WatchedLoop watched =
            HotCode.isHeard(frame)
                ? WatchedLoop.of(monitor, "for " + frame.name(variable), bounds.span(), further + 1)
                : null;
        if (watched == null) {
          iterate(frame, first, increment, further, null);
        } else {
          frame.monitor = watched;
          try {
            iterate(frame, first, increment, further, watched);
          } finally {
            frame.monitor = monitor;
          }
        }
      }
      clear(cleanup, frame);
    }

    /**
     * {@code further} iterations follow the first one, unsigned.
     *
     * @param watched null if nobody listens
     */
    private void iterate(
        Frame frame, long first, long increment, long further, WatchedLoop watched) {
      Monitor monitor = frame.monitor;
      long i = first;
      long left = further;
      while (true) {
        Code compiled = watched != null ? null : code.of(frame);
        if (compiled != null) {
          if (code.run(compiled, frame, i, increment, left) == Code.DONE) {
            return;
          }
          i = frame.nextValue;
          left = frame.iterationsLeft;
          continue;
        }
        if (monitor != null) {
          monitor.check();
        }
        frame.setNumber(variable, Frame.INT, i);
        runAll(body, frame);
        if (watched != null) {
          watched.ended(1);
        }
        if (left == 0) {
          return;
        }
        left--;
        i += increment;
      }
    }

    @Override
    boolean addNodes(List<Node> nodes) {
      List<Node> before = nodes(bounds.steps());
      List<Node> inner = nodes(body);
      if (before == null || inner == null) {
        return false;
      }
      nodes.add(
          new Node.For(
              before, bounds.from(), bounds.to(), bounds.step(), variable, inner, cleanup, this));
      return true;
    }

    @Override
    public long first(Variables variables) {
      return placed(() -> bounds.first((Frame) variables));
    }

    @Override
    public long last(Variables variables) {
      return placed(() -> bounds.last((Frame) variables));
    }

    @Override
    public long increment(Variables variables, long first, long last) {
      return placed(() -> bounds.increment((Frame) variables, first, last));
    }

    private long placed(LongSupplier bound) {
      try {
        return bound.getAsLong();
      } catch (InputError e) {
        throw failure(e);
      }
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
    boolean addNodes(List<Node> nodes) {
      nodes.add(
          new Node.Copy(instruction.source(), instruction.target(), instruction.dies(), this));
      return true;
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
    boolean addNodes(List<Node> nodes) {
      int[] reads = {instruction.variable()};
      int[] writes = {instruction.target()};
      nodes.add(new Node.Opaque(reads, writes, new int[] {Frame.BOOLEAN}, new int[0], this));
      return true;
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
    boolean addNodes(List<Node> nodes) {
      nodes.add(new Node.Remove(slots));
      return true;
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
      activation.monitor =
          HotCode.isHeard(frame)
              ? new Watched.Call(frame.monitor, routine.name(), instruction.span())
              : frame.monitor;
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

    @Override
    boolean addNodes(List<Node> nodes) {
      int[] outputs = instruction.outputs();
      IntStream wanted = IntStream.range(0, outputs.length).filter(k -> outputs[k] >= 0);
      int[] numbers = wanted.toArray();
      int[] writes = IntStream.of(numbers).map(k -> outputs[k]).toArray();
      int[] tags = IntStream.of(numbers).map(routine::tagOfResult).toArray();
      int[] inputs = instruction.inputs();
      int[] empties =
          IntStream.range(0, inputs.length)
              .filter(k -> instruction.dies()[k])
              .map(k -> inputs[k])
              .toArray();
      nodes.add(new Node.Opaque(inputs, writes, tags, empties, this));
      return true;
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
