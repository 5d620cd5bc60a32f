package dev.linden.matrix;

import dev.linden.base.InputError;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A way to pack matrices, found by the ServiceLoader. Its name stands in front of packed cells in
 * spill files and on the wire.
 */
public interface Packing {
  String name();

  /** The matrix in this form, or as it is where this form does not suit it. */
  Matrix pack(Plain matrix, Workers workers);

  /** The matrix that {@link Packed#write} has written. */
  Packed read(int rows, int cols, DataInput in) throws IOException;

  /**
   * The same from somewhere that may be damaged or made up: at most so many bytes are there, and
   * whatever does not make sense is an {@link InputError}.
   */
  default Packed read(int rows, int cols, DataInput in, long most) throws IOException {
    return read(rows, cols, in);
  }

  /** The packing of this name. */
  static Packing named(String name) {
    for (Packing packing : Installed.ALL) {
      if (packing.name().equals(name)) {
        return packing;
      }
    }
    throw new InputError(
        "there is no packing \""
            + name
            + "\"; known are "
            + Installed.ALL.stream().map(Packing::name).toList());
  }

  /** Those on the class path. */
  final class Installed {
    private static final List<Packing> ALL = new ArrayList<>();

    static {
      ServiceLoader.load(Packing.class, Packing.class.getClassLoader()).forEach(ALL::add);
    }

    private Installed() {}
  }
}
