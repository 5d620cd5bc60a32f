package dev.linden.op;

/**
 * Any value a variable may hold. Scalars on hot paths live unboxed in the slots of a frame instead.
 */
public sealed interface Value permits Scalar, MatrixValue, FrameValue, ListValue {
  DataType dataType();
}
