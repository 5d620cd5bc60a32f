package dev.linden.plan;

import dev.linden.base.Settings;
import dev.linden.hop.Dag;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import java.util.List;
import java.util.Map;

/**
 * The way back from execution to compilation: makes new instructions for a DAG from what is known
 * of its variables at the moment. Threads may call it at the same time.
 */
public interface Recompiler {
  Settings.Recompile mode();

  /**
   * Sizes in the DAG when its variables are as given; null when an operation can't succeed, so that
   * the instructions made at compile time should run and fail in their place.
   *
   * @param leaves matrices with dimensions and bounds of non-zeros, scalars as constants, by name
   */
  SizedDag sizes(RecompilePoint point, Map<String, Info> leaves);

  /** Instructions for these sizes; they hold whenever the DAG has them. */
  Recompiled compile(RecompilePoint point, SizedDag sized);

  /** The same for one of several workers that share the memory: local operations get less. */
  Recompiler withLocalBudget(double bytes);

  /** The same where there is no cluster: all operators run in this process, whatever they need. */
  Recompiler local();

  /** A DAG with sizes; {@code sizes} are those of all matrices in it. */
  record SizedDag(Dag dag, List<Size> sizes) {}

  /** Slots of frames: names of variables, values of literals, null elsewhere. */
  record Layout(List<String> names, List<Scalar> literals) {}

  /**
   * @param needed slots of the needed values; see {@link RecompilePoint#needed()}
   * @param layout the slots that frames must have; those there were before are the same
   * @param explanation for those who want to see it
   */
  record Recompiled(
      List<Instruction> instructions, int[] needed, Layout layout, Explanation explanation) {
    /** Made when it is asked for. */
    public interface Explanation {
      /** The DAG as EXPLAIN shows it, with the rewrites that have fired. */
      String text();

      /** The operators that the instructions were made of. */
      Map<String, Object> data(Annotations annotations);
    }
  }
}
