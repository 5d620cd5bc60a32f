package dev.linden.parfor;

import dev.linden.base.LindenBug;
import dev.linden.base.Span;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Function;
import dev.linden.plan.ParforBody;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * The body of a loop as it is sent to other machines: operators, as the optimizer has left them,
 * with the functions of the program. Each machine chooses physical operators for itself.
 *
 * @param program its main part is the body
 * @param variable of the loop
 * @param carried variables that are cleared before each iteration
 * @param sliced the matrix of which each iteration gets the slice of its number, or null
 */
public record ShippedLoop(
    HopProgram program,
    String variable,
    Span span,
    List<Result> results,
    List<String> carried,
    Sliced sliced)
    implements Serializable {

  /** Operators lie deep: each of a chain takes some frames of the stack. */
  private static final long STACK_BYTES = 512L << 20;

  public record Result(String variable, ParforBody.Kind kind) implements Serializable {}

  /**
   * A matrix of which each iteration gets its slice only.
   *
   * @param rows of the whole matrix
   */
  public record Sliced(String variable, Slices slices, long rows, long cols)
      implements Serializable {
    /** Rows (or columns) of the whole matrix. */
    public long lines() {
      return slices.byRow() ? rows : cols;
    }
  }

  /** {@code sliced} null: all matrices are sent as a whole. */
  public static ShippedLoop of(ParforBody body, Sliced sliced) {
    HopBlock.For loop = body.source();
    Map<String, HopProgram.HopFunction> functions = new LinkedHashMap<>();
    body.functions().forEach((key, f) -> functions.put(key, withoutSource(f)));
    TreeSet<String> inputs = new TreeSet<>(body.inputs().keySet());
    inputs.add(loop.variable());
    List<HopBlock> blocks = sliced == null ? loop.body() : SlicedBody.of(loop, sliced);
    return new ShippedLoop(
        new HopProgram(inputs, blocks, functions),
        loop.variable(),
        body.span(),
        body.results().stream().map(r -> new Result(r.variable(), r.kind())).toList(),
        body.carried().stream().map(ParforBody.Carried::variable).toList(),
        sliced);
  }

  /** The statements are not needed where the operators are. */
  private static HopProgram.HopFunction withoutSource(HopProgram.HopFunction function) {
    Function source = function.source();
    Function signature =
        new Function(
            source.ref(),
            new TreeSet<>(source.names()),
            source.parameters(),
            source.results(),
            List.of(),
            source.span());
    return new HopProgram.HopFunction(signature, function.body());
  }

  // ---- as bytes

  public byte[] toBytes() {
    return onLargeStack(
        () -> {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(this);
          }
          return bytes.toByteArray();
        });
  }

  public static ShippedLoop of(byte[] bytes) {
    return onLargeStack(
        () -> {
          try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (ShippedLoop) in.readObject();
          }
        });
  }

  private static <T> T onLargeStack(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(null, task, "linden-shipping", STACK_BYTES);
    thread.start();
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LindenBug("interrupted while the body of a loop is sent", e);
    } catch (java.util.concurrent.ExecutionException e) {
      String what = e.getCause() instanceof IOException ? "can't be sent" : "is damaged";
      throw new LindenBug("the body of a loop " + what, e.getCause());
    }
  }
}
