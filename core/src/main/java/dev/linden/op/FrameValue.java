package dev.linden.op;

import dev.linden.frame.Frame;

/** A frame held by variables. */
public record FrameValue(Frame frame) implements Value {
  @Override
  public DataType dataType() {
    return DataType.FRAME;
  }
}
