package dev.linden.lang;

import dev.linden.base.Span;
import dev.linden.op.DataType;
import dev.linden.op.ValueType;
import java.util.List;

/** A checked user-defined function. */
public record Function(
    Ref ref, List<Parameter> parameters, List<Parameter> results, List<Block> body, Span span) {

  /**
   * The unique name of a function: {@code file::name} inside, {@code name} for the main script's
   * own.
   */
  public record Ref(String key, String name) {}

  /**
   * A parameter or result. {@code defaultValue} is null for mandatory parameters and for results.
   */
  public record Parameter(
      String name, DataType data, ValueType value, Expr defaultValue, Span span) {}
}
