package dev.linden.api;

/**
 * A function in Java that scripts call after a declaration such as
 *
 * <pre>{@code
 * clip = externalFunction(matrix[double] X, double limit) return (matrix[double] Y)
 *   implemented in (classname="com.example.Clip")
 * }</pre>
 *
 * <p>The class must be public with a public constructor without parameters. Every call gets a new
 * instance, so it may keep state in fields although the iterations of a parfor loop call it at the
 * same time. An instance registered with {@link Linden.Builder#externalFunction} is shared by all
 * calls instead and must be safe for use by many threads.
 *
 * <p>An exception ends the script with its message and the place of the declaration.
 */
@FunctionalInterface
public interface ExternalFunction {
  /** Reads arguments and sets every declared result. */
  void call(ExternalCall call) throws Exception;
}
