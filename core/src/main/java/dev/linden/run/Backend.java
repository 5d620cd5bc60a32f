package dev.linden.run;

import dev.linden.op.Invocation;
import dev.linden.op.Op;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Executes operators on other machines. The core knows none: an implementation on the class path is
 * found through {@link ServiceLoader}, and without one everything runs here.
 */
public interface Backend extends AutoCloseable {
  /** As in {@code -exec} and EXPLAIN. */
  String name();

  /** One line about version and master, for {@code linden doctor}; must not start anything. */
  String describe();

  /**
   * Runs an operator whose estimate exceeds the local budget, or that has an operand kept by this
   * backend.
   */
  void execute(Op op, Invocation call);

  /** The backend on the class path, if any; it is not started before its first operator. */
  static Optional<Backend> find() {
    return ServiceLoader.load(Backend.class).findFirst();
  }

  @Override
  void close();
}
