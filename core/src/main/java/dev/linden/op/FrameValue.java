package dev.linden.op;

/** A frame held by variables. The frame package supplies the implementation. */
public non-sealed interface FrameValue extends Value {
  int rows();

  int cols();

  @Override
  default DataType dataType() {
    return DataType.FRAME;
  }
}
