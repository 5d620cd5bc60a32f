package dev.linden.storage;

import dev.linden.frame.Frame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Frames as bytes on their way to other machines, in the form of binary files. */
public final class FrameBytes {
  private static final Parts.Part NAME = new Parts.Part("a frame from another machine", 0, false);

  private FrameBytes() {}

  public static byte[] of(Frame frame) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      FrameBinary.write(frame, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static Frame read(byte[] bytes) {
    try {
      return FrameBinary.read(new DataInputStream(new ByteArrayInputStream(bytes)), NAME);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
