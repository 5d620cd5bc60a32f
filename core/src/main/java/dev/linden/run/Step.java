package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Span;
import dev.linden.op.OpError;
import dev.linden.run.compiled.Interpreted;
import dev.linden.run.compiled.Node;
import dev.linden.run.compiled.Variables;
import java.util.ArrayList;
import java.util.List;

/**
 * An instruction ready to run: operands, functions and variants are chosen; only values are
 * missing.
 */
abstract class Step extends Interpreted {
  abstract void run(Frame frame);

  /** Where in the script an error of this step belongs. */
  abstract Span place(InputError error);

  /**
   * Adds what code that takes the place of this step must know; false: it can't be part of any
   * code.
   */
  boolean addNodes(List<Node> nodes) {
    return false;
  }

  /** What {@link #addNodes} says of several steps; null if one of them can't be part of code. */
  static List<Node> nodes(Step[] steps) {
    List<Node> nodes = new ArrayList<>();
    for (Step step : steps) {
      if (!step.addNodes(nodes)) {
        return null;
      }
    }
    return nodes;
  }

  @Override
  protected final void interpret(Variables variables) {
    run((Frame) variables);
  }

  @Override
  public final ScriptError failure(InputError error) {
    String hint = error instanceof OpError wrong ? wrong.hint() : null;
    return ScriptError.duringRun(new Problem(place(error), error.getMessage(), hint), error);
  }

  static void runAll(Step[] steps, Frame frame) {
    int i = 0;
    try {
      for (; i < steps.length; i++) {
        if (frame.monitor != null) {
          frame.monitor.check();
        }
        steps[i].run(frame);
      }
    } catch (InputError e) {
      throw steps[i].failure(e);
    }
  }
}
