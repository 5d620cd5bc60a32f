package dev.linden.api;

import dev.linden.base.Cancellation;
import dev.linden.base.InputError;
import dev.linden.engine.CompiledScript;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import dev.linden.run.Executable;
import dev.linden.run.ExecutionListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A compiled script that is called with values from memory. Safe for use by any number of threads:
 * each execution is a {@link Call} of its own.
 *
 * <pre>{@code
 * Prepared score = linden.prepare("p = 1 / (1 + exp(-(X %*% w)))",
 *     List.of(Input.matrix("X"), Input.matrix("w")), List.of("p"));
 * double[][] p = score.call().bind("X", rows).bind("w", weights).execute().matrix("p");
 * }</pre>
 */
public final class Prepared {
  private final CompiledScript compiled;
  private final List<Input> inputs;
  private final List<String> outputs;
  private final Executable.Entry entry;

  /** What calls start with, one for each input; null where it must be bound. */
  private final Value[] constants;

  Prepared(CompiledScript compiled, List<Input> inputs, List<String> outputs) {
    this(
        compiled,
        inputs,
        outputs,
        compiled.entry(inputs.stream().map(Input::name).toList(), outputs),
        new Value[inputs.size()]);
    MatrixValue.shareByThreads(); // calls may come from several
  }

  private Prepared(
      CompiledScript compiled,
      List<Input> inputs,
      List<String> outputs,
      Executable.Entry entry,
      Value[] constants) {
    this.compiled = compiled;
    this.inputs = inputs;
    this.outputs = outputs;
    this.entry = entry;
    this.constants = constants;
  }

  /** A new execution, to which values are bound. */
  public Call call() {
    return new Call(this, constants.clone());
  }

  /** The same script with the values bound to {@code call} as constants of all later calls. */
  public Prepared with(Call call) {
    return new Prepared(compiled, inputs, outputs, entry, call.values());
  }

  public List<String> outputs() {
    return outputs;
  }

  /** What the script is compiled to; see the guide to explain. */
  public String explain(ExplainLevel level) {
    return compiled.explain(level.view());
  }

  /** The same as maps, lists, texts, numbers and booleans. */
  public Map<String, Object> explainData(ExplainLevel level) {
    return compiled.explainData(level.view());
  }

  /** What the user should know although the script is valid. */
  public List<String> warnings() {
    return compiled.warnings();
  }

  int position(String name) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new InputError(
        "the script has no input "
            + name
            + "; its inputs are "
            + String.join(", ", inputs.stream().map(Input::name).toList()));
  }

  Info info(int position) {
    return inputs.get(position).info();
  }

  void requireFits(int position, Value value) {
    Input input = inputs.get(position);
    boolean sameKind = input.info().data() == value.dataType();
    boolean sameSize =
        !(value instanceof MatrixValue matrix)
            || !sameKind
            || input.info().size().admits(matrix.size());
    if (!sameKind || !sameSize) {
      throw new InputError(
          "the input "
              + input.name()
              + " is "
              + input.info().describeOne()
              + ", but "
              + ValuesCall.describe(value).withoutConstant().describeOne()
              + " is bound to it");
    }
  }

  private InputError missing(Value[] values) {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        missing.add(inputs.get(i).name());
      }
    }
    return new InputError("no value is bound to " + String.join(", ", missing));
  }

  Results execute(Value[] values, Cancellation cancellation, ExecutionListener listener) {
    compiled.requireOpen();
    for (Value value : values) {
      if (value == null) {
        throw missing(values);
      }
    }
    return new Results(outputs, entry.call(cancellation, listener, values));
  }
}
