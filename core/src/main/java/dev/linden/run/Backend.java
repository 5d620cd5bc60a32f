package dev.linden.run;

import dev.linden.base.Settings;
import dev.linden.base.Span;
import dev.linden.op.Invocation;
import dev.linden.op.Op;
import dev.linden.plan.distribute.Method;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Executes operators on other machines. The core knows none: an implementation is found through
 * {@link ServiceLoader}, and without one everything runs in this process. Matrices that it keeps
 * are values with a {@link dev.linden.op.RemoteMatrix}.
 */
public interface Backend extends AutoCloseable {
  /** As in {@code -exec} and EXPLAIN. */
  String name();

  /** One line about version and master, for {@code linden doctor}; must not start anything. */
  String describe();

  /** Called once, before everything else. */
  void configure(Settings settings);

  /**
   * The implementation for this call of an operator that the plan gives to the backend; null if it
   * has none, and then the operator runs in this process if its operands fit.
   *
   * @param planned the method that the plan names; another one is taken where the operands are not
   *     what the compiler expected
   * @param place of the operator in the script
   */
  Op.Kernel kernel(Op op, Invocation call, Method planned, Span place);

  /** Computes now what has only been planned so far: the clock is about to be read. */
  default void settle() {}

  /** The same for what comes of files: one is about to be written, perhaps over one of them. */
  default void settleReads() {}

  /** Runs parfor loops elsewhere; null if it can't. */
  default RemoteParfor parfor() {
    return null;
  }

  /** What it is doing and how far it is, in a few words; null if nothing runs. */
  default String activity() {
    return null;
  }

  /** What it has done so far, by name, for statistics. */
  Map<String, Long> counters();

  /** The one that is installed, if any; it is not started before its first operator. */
  static Optional<Backend> find() {
    return Backends.find();
  }

  @Override
  void close();
}
