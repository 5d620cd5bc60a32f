package dev.linden.op;

import java.util.Locale;

/**
 * The type of a scalar or of the cells of a frame. Scalars carry it at run time too, so UNKNOWN
 * only means: not yet known.
 */
public enum ValueType {
  DOUBLE,
  INT,
  BOOLEAN,
  STRING,
  UNKNOWN;

  /** As users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
