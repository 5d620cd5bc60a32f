package dev.linden.run;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.op.DataType;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.op.ValueType;
import dev.linden.op.ValuesCall;
import dev.linden.plan.Plan;
import dev.linden.plan.Recompiler;
import dev.linden.run.compiled.Code;
import dev.linden.storage.pool.BufferPool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The main program or a function, ready to run: its steps and the layout of its frames. */
final class Routine {
  private final String name;
  private final BufferPool pool;

  /** Grows when a block is compiled again and needs more slots. */
  private volatile Frame.Layout layout;

  private final Plan.PlanFunction function;
  private Supplier<Step[]> linker;
  private Step[] steps;

  /** Null for the main program. */
  private HotCode code;

  /**
   * {@code function} is null for the main program. Steps come later, since functions may call each
   * other.
   */
  Routine(String name, Plan.Body body, Plan.PlanFunction function, BufferPool pool) {
    this.name = name;
    this.function = function;
    this.pool = pool;
    layout = Frame.Layout.of(body.slotNames(), body.literals());
  }

  /** For another worker: the same slots, steps of its own. */
  Routine(Routine original) {
    this.name = original.name;
    this.function = original.function;
    this.pool = original.pool;
    this.layout = original.layout;
  }

  void link(Step[] linked, Context context) {
    steps = linked;
    prepareCode(context);
  }

  /** The steps are made when they are first needed. */
  void linkLater(Supplier<Step[]> steps, Context context) {
    linker = steps;
    prepareCode(context);
  }

  private void prepareCode(Context context) {
    if (function != null) {
      code = HotCode.ofFunction(context, () -> Step.nodes(steps), function.resultSlots());
    }
  }

  String name() {
    return name;
  }

  Plan.Signature signature() {
    return function.signature();
  }

  Frame newFrame() {
    return layout.newFrame(pool);
  }

  /** New frames have at least these slots from now on. */
  synchronized void extend(Recompiler.Layout larger) {
    if (larger.names().size() > layout.slots()) {
      layout = Frame.Layout.of(larger.names(), larger.literals());
    }
  }

  /** Gives a frame that was made earlier the slots that have been added since. */
  void grow(Frame frame) {
    frame.grow(layout);
  }

  /** Slot of a variable; -1 if the program does not use it. */
  int slot(String variable) {
    return layout.names().indexOf(variable);
  }

  void run(Frame frame) {
    if (steps == null) {
      steps = linker.get();
    }
    Code compiled = code == null || HotCode.isHeard(frame) ? null : code.of(frame);
    if (compiled != null) {
      code.run(compiled, frame, 0, 0, 0);
    } else {
      Step.runAll(steps, frame);
    }
  }

  /** The tag that a result always has; -1 if that depends. */
  int tagOfResult(int k) {
    Plan.Variable result = function.signature().results().get(k);
    if (result.data() != DataType.SCALAR) {
      return Frame.VALUE;
    }
    return result.value() == ValueType.UNKNOWN ? -1 : Frame.tag(result.value());
  }

  /** Passes an argument: scalars take the declared type. */
  void bind(int parameter, Frame caller, int source, Frame activation) {
    int slot = function.parameterSlots()[parameter];
    activation.copy(caller, source, slot);
    convert("argument ", function.signature().parameters().get(parameter), slot, activation);
  }

  void requireResult(int k, Frame activation) {
    if (activation.isEmpty(function.resultSlots()[k])) {
      throw new InputError(
          "function "
              + name
              + " ended without a value for its result "
              + function.signature().results().get(k).name());
    }
  }

  void takeResult(int k, Frame activation, Frame caller, int target) {
    int slot = function.resultSlots()[k];
    convert("result ", function.signature().results().get(k), slot, activation);
    caller.copy(activation, slot, target);
  }

  /** Calls in a script have been checked before; a call by name has not. */
  private void requireType(Plan.Variable parameter, Value given) {
    if (given.dataType() != parameter.data()) {
      throw new InputError(
          name
              + " needs a "
              + parameter.data().word()
              + " for "
              + parameter.name()
              + ", but "
              + ValuesCall.describe(given).withoutConstant().describeOne()
              + " is given");
    }
  }

  private void convert(String role, Plan.Variable declared, int slot, Frame frame) {
    if (declared.data() != DataType.SCALAR || declared.value() == ValueType.UNKNOWN) {
      return;
    }
    byte wanted = Frame.tag(declared.value());
    if (frame.tags[slot] == wanted) {
      return;
    }
    Scalar given = frame.scalar(slot);
    try {
      switch (declared.value()) {
        case DOUBLE -> frame.setNumber(slot, wanted, Double.doubleToRawLongBits(given.asDouble()));
        case INT -> frame.setNumber(slot, wanted, given.toInteger());
        case BOOLEAN -> frame.setNumber(slot, wanted, given.asBoolean() ? 1 : 0);
        default -> frame.setText(slot, given.asText());
      }
    } catch (InputError e) {
      throw new InputError(
          role
              + declared.name()
              + " of "
              + name
              + " is a "
              + declared.value().word()
              + ", but "
              + e.getMessage(),
          e);
    }
  }

  /**
   * A call from outside the program, such as {@code eval}: values in parameter order, all results
   * as values.
   */
  List<Value> call(List<Value> arguments) {
    Frame activation = newFrame();
    activation.monitor = ExecutionMonitor.of(Cancellation.ofThread(), null);
    List<Value> results = new ArrayList<>();
    try {
      for (int i = 0; i < arguments.size(); i++) {
        int slot = function.parameterSlots()[i];
        Plan.Variable parameter = function.signature().parameters().get(i);
        requireType(parameter, arguments.get(i));
        activation.set(slot, arguments.get(i));
        convert("argument ", parameter, slot, activation);
      }
      run(activation);
      for (int k = 0; k < function.resultSlots().length; k++) {
        requireResult(k, activation);
        int slot = function.resultSlots()[k];
        convert("result ", function.signature().results().get(k), slot, activation);
        results.add(activation.value(slot));
      }
      results.forEach(pool::retain);
    } finally {
      activation.clearAll();
    }
    results.forEach(BufferPool::handOver);
    return results;
  }
}
