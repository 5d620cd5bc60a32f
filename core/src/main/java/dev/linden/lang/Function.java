package dev.linden.lang;

import dev.linden.base.Span;
import dev.linden.op.DataType;
import dev.linden.op.ValueType;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * A checked user-defined function.
 *
 * @param names under which {@code eval} finds it: {@code f} in its own file, {@code ns::f} in files
 *     that import it
 */
public record Function(
    Ref ref,
    Set<String> names,
    List<Parameter> parameters,
    List<Parameter> results,
    List<Block> body,
    Span span)
    implements Serializable {

  /**
   * The unique name of a function: {@code file::name} inside, {@code name} for the main script's
   * own.
   */
  public record Ref(String key, String name) implements Serializable {}

  /**
   * A parameter or result. {@code defaultValue} is null for mandatory parameters and for results.
   */
  public record Parameter(String name, DataType data, ValueType value, Expr defaultValue, Span span)
      implements Serializable {}
}
