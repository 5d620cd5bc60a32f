package dev.linden.op;

import java.io.Serializable;

/**
 * What is known about a value before it exists: its type, its size, and for a scalar perhaps the
 * value itself. The checker, size propagation and the run-time checks all speak in these.
 */
public record Info(DataType data, ValueType value, Size size, Scalar constant)
    implements Serializable {
  // Both written out: the compiler compares thousands of these, and what javac makes for a record
  // is slow until it is warm.
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Info that
            && data == that.data
            && value == that.value
            && size.equals(that.size)
            && java.util.Objects.equals(constant, that.constant));
  }

  @Override
  public int hashCode() {
    return 31 * data.hashCode()
        + 7 * size.hashCode()
        + (constant == null ? 0 : constant.hashCode());
  }

  public static Info matrix(Size size) {
    return new Info(DataType.MATRIX, ValueType.DOUBLE, size, null);
  }

  public static Info matrix(long rows, long cols) {
    return matrix(Size.of(rows, cols));
  }

  public static Info matrix() {
    return matrix(Size.UNKNOWN);
  }

  public static Info scalar(ValueType type) {
    return new Info(DataType.SCALAR, type, Size.SCALAR, null);
  }

  public static Info constant(Scalar value) {
    return new Info(DataType.SCALAR, value.type(), Size.SCALAR, value);
  }

  public static Info list(long elements) {
    return new Info(DataType.LIST, ValueType.UNKNOWN, Size.of(elements, 1), null);
  }

  public static Info list() {
    return list(-1);
  }

  public static Info frame(Size size) {
    return new Info(DataType.FRAME, ValueType.UNKNOWN, size, null);
  }

  /** Facts of a value of which only the kind is known. */
  public static Info unknown(DataType data) {
    return switch (data) {
      case MATRIX -> matrix();
      case SCALAR -> scalar(ValueType.UNKNOWN);
      case FRAME -> frame(Size.UNKNOWN);
      case LIST -> list();
    };
  }

  public boolean isMatrix() {
    return data == DataType.MATRIX;
  }

  public boolean isScalar() {
    return data == DataType.SCALAR;
  }

  public boolean isString() {
    return isScalar() && value == ValueType.STRING;
  }

  public boolean isConstant() {
    return constant != null;
  }

  public Info withoutConstant() {
    return constant == null ? this : new Info(data, value, size, null);
  }

  public Info withSize(Size newSize) {
    return new Info(data, value, newSize, constant);
  }

  /** What holds on both of two paths; both have the same data type. */
  public Info join(Info other) {
    if (equals(other)) {
      return this;
    }
    // A slot carries its type at run time: an int on one path and a double on the other is just
    // "not
    // yet known".
    return new Info(
        data,
        value == other.value ? value : ValueType.UNKNOWN,
        isScalar() ? Size.SCALAR : size.join(other.size),
        constant != null && constant.equals(other.constant) ? constant : null);
  }

  /** {@link #describe()} with its article: {@code a 3x4 matrix}, {@code an int}. */
  public String describeOne() {
    String text = describe();
    boolean vowel =
        "aeiou8".indexOf(text.charAt(0)) >= 0 || text.startsWith("11x") || text.startsWith("18x");
    return (vowel ? "an " : "a ") + text;
  }

  /** As messages name it: {@code 3x4 matrix}, {@code string}. */
  public String describe() {
    return switch (data) {
      case MATRIX, FRAME ->
          (size.rowsKnown() || size.colsKnown() ? size.shape() + " " : "") + data.word();
      case LIST -> "list";
      case SCALAR -> value == ValueType.UNKNOWN ? "scalar" : value.word();
    };
  }
}
