package dev.linden.op;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A parameter of a built-in: its name, the data types it takes, and whether it may be left out
 * (absent or with a default value). The last one may be variadic.
 *
 * @param words the texts that it may be, for whoever writes a call; empty if there are no such
 *     words
 */
public record Parameter(
    String name,
    Set<DataType> types,
    boolean optional,
    Scalar defaultValue,
    boolean variadic,
    List<String> words) {
  public static Parameter matrix(String name) {
    return new Parameter(name, EnumSet.of(DataType.MATRIX), false, null, false, List.of());
  }

  public static Parameter scalar(String name) {
    return new Parameter(name, EnumSet.of(DataType.SCALAR), false, null, false, List.of());
  }

  public static Parameter matrixOrScalar(String name) {
    return new Parameter(
        name, EnumSet.of(DataType.MATRIX, DataType.SCALAR), false, null, false, List.of());
  }

  public static Parameter of(String name, DataType first, DataType... rest) {
    return new Parameter(name, EnumSet.of(first, rest), false, null, false, List.of());
  }

  public static Parameter any(String name) {
    return new Parameter(name, EnumSet.allOf(DataType.class), false, null, false, List.of());
  }

  /** May be left out; the kernel sees it as absent. */
  public Parameter orAbsent() {
    return new Parameter(name, types, true, null, variadic, words);
  }

  /** May be left out; then it has this value. */
  public Parameter or(Scalar value) {
    return new Parameter(name, types, true, value, variadic, words);
  }

  public Parameter or(double value) {
    return or(Scalar.of(value));
  }

  public Parameter or(long value) {
    return or(Scalar.of(value));
  }

  public Parameter or(boolean value) {
    return or(Scalar.of(value));
  }

  public Parameter or(String value) {
    return or(Scalar.of(value));
  }

  /** Takes all further positional arguments; for lists and the like also named ones. */
  public Parameter repeated() {
    return new Parameter(name, types, true, null, true, words);
  }

  /** A text, one of these words. */
  public Parameter oneOf(List<String> choices) {
    return new Parameter(name, types, optional, defaultValue, variadic, choices);
  }
}
