package dev.linden.api;

import dev.linden.base.Source;
import dev.linden.op.Scalar;
import java.io.PrintStream;
import java.util.Map;

/**
 * The engine: compiles and runs DML scripts. Instances are independent of each other; settings are fixed when one is built.
 */
public final class Linden implements AutoCloseable {
  private Linden(Builder builder) {}

  public static Builder builder() {
    return new Builder();
  }

  /**
   * @param arguments values of {@code $name} and {@code $1}
   * @throws dev.linden.base.ScriptError with all errors of the script
   */
  public Compiled compile(Source source, Map<String, Scalar> arguments) {
    throw new UnsupportedOperationException("not implemented yet");
  }

  /** What has been executed so far: the {@code n} heaviest operators and counters. */
  public String statistics(int n) {
    throw new UnsupportedOperationException("not implemented yet");
  }

  @Override
  public void close() {}

  /** Settings of an instance; every one has a default. */
  public static final class Builder {
    private int threads = Runtime.getRuntime().availableProcessors();
    private long memoryBytes = Runtime.getRuntime().maxMemory();
    private long seed = -1;
    private PrintStream output = System.out;
    private boolean statistics;

    private Builder() {}

    public Builder threads(int count) {
      threads = count;
      return this;
    }

    /** Heap that the engine may plan with; the budget of an operation is 0.7 of it. */
    public Builder memoryBytes(long bytes) {
      memoryBytes = bytes;
      return this;
    }

    /** Makes unseeded {@code rand} reproducible. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Where {@code print} writes. */
    public Builder output(PrintStream stream) {
      output = stream;
      return this;
    }

    /** Collects times per operator for {@link Linden#statistics(int)}. */
    public Builder statistics(boolean on) {
      statistics = on;
      return this;
    }

    public Linden build() {
      return new Linden(this);
    }
  }
}
