package dev.linden.run;

import dev.linden.base.DeepStack;
import dev.linden.base.Problem;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.lang.ParforOptions;
import dev.linden.matrix.Matrix;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import dev.linden.parfor.ParforPlan;
import dev.linden.parfor.decide.Decisions;
import dev.linden.parfor.decide.Machine;
import dev.linden.plan.ParforBody;
import dev.linden.plan.PlanBlock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Has the executions of a loop planned from what its variables are when it starts. A plan is used
 * again while these are alike and there are as many iterations.
 */
final class ParforPlanner {
  private static final int NUMBERS = 3;

  private final ParforBody parfor;
  private final ParforOptions options;
  private final Context context;
  private final String[] variables;
  private final int[] slots;

  private record Planned(long[] signature, ParforPlan plan) {}

  /** Plan of the last execution; several threads may run the program. */
  private volatile Planned last = new Planned(null, null);

  ParforPlanner(PlanBlock.For block, Context context) {
    this.parfor = block.parfor();
    this.options = block.options();
    this.context = context;
    this.variables = parfor.inputs().keySet().toArray(new String[0]);
    this.slots = parfor.inputs().values().stream().mapToInt(Integer::intValue).toArray();
  }

  ParforPlan plan(Frame frame, long iterations) {
    long[] now = signature(frame, iterations);
    Planned planned = last;
    if (!Arrays.equals(now, planned.signature())) {
      planned = new Planned(now, make(frame, iterations));
      last = planned;
    }
    return planned.plan();
  }

  private long[] signature(Frame frame, long iterations) {
    long[] numbers = new long[1 + NUMBERS * slots.length];
    numbers[0] = iterations;
    for (int i = 0; i < slots.length; i++) {
      if (frame.references[slots[i]] instanceof MatrixValue value) {
        Matrix block = value.resident();
        boolean sparse = block != null && block.isSparse();
        numbers[1 + NUMBERS * i] = value.size().rows();
        numbers[2 + NUMBERS * i] = value.size().cols();
        // Classes of non-zeros, so that a plan serves for a while as they change.
        numbers[3 + NUMBERS * i] = sparse ? 1 + Long.numberOfLeadingZeros(block.nnz()) : 0;
      }
    }
    return numbers;
  }

  private ParforPlan make(Frame frame, long iterations) {
    Map<String, Info> known = new LinkedHashMap<>();
    for (int i = 0; i < slots.length; i++) {
      if (!frame.isEmpty(slots[i])) {
        known.put(variables[i], describe(frame.value(slots[i])));
      }
    }
    Machine machine = machine();
    try {
      return DeepStack.call(
          () ->
              Decisions.plan(
                  parfor.source(),
                  parfor.functions(),
                  known,
                  iterations,
                  machine,
                  context.parfors().times(),
                  context.environment(),
                  decisions -> {
                    if (options.explains()) {
                      ParforReport.print(decisions.get());
                    }
                  }));
    } catch (ResourceError e) {
      throw ScriptError.duringRun(new Problem(parfor.span(), e.getMessage()), e);
    }
  }

  /** What the loop may use of what is there: a cluster takes a backend. */
  private Machine machine() {
    Machine planned = Machine.of(context.workers().threads(), context.resources(), options.mode());
    if (planned.cluster() == null) {
      return planned;
    }
    Backend backend = context.backends().get();
    if (backend == null || backend.parfor() == null) {
      return planned.with(null);
    }
    return options.mode() == null ? planned : planned.with(backend.parfor().cluster());
  }

  private static Info describe(Value value) {
    Info info = ValuesCall.describe(value).withoutConstant();
    if (value instanceof MatrixValue matrix
        && matrix.resident() != null
        && matrix.resident().isSparse()) {
      return info.withSize(info.size().withNnz(matrix.resident().nnz()));
    }
    return info;
  }
}
