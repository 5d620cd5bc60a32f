package dev.linden.op;

import java.util.Locale;

/** The kind of a value; always known at compile time. */
public enum DataType {
  MATRIX,
  SCALAR,
  FRAME,
  LIST;

  /** As users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
