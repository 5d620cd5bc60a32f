package dev.linden.frame;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The type of all cells of a column. */
public enum ColumnType {
  STRING,
  BOOLEAN,
  INT32,
  INT64,
  FP32,
  FP64;

  /** Ends a type name in a schema whose column has missing cells: {@code FP32·n}. */
  public static final String WITH_MISSING = "\u00B7n";

  /** In a detected schema: all texts of the column are single characters. It is a STRING. */
  public static final String CHARACTERS = "CHARACTER";

  public boolean isNumeric() {
    return this != STRING && this != BOOLEAN;
  }

  public boolean isFloating() {
    return this == FP32 || this == FP64;
  }

  /** The narrowest type that holds all values of both; booleans beside numbers are 1 and 0. */
  public ColumnType join(ColumnType other) {
    if (this == other) {
      return this;
    }
    if (this == BOOLEAN && other.isNumeric()) {
      return other;
    }
    if (other == BOOLEAN && isNumeric()) {
      return this;
    }
    if (!isNumeric() || !other.isNumeric()) {
      return STRING;
    }
    boolean mixed = (this == INT64 && other == FP32) || (this == FP32 && other == INT64);
    // A long integer and a short float fit neither of the two types.
    return mixed ? FP64 : (compareTo(other) > 0 ? this : other);
  }

  /** By its name here or in DML, in any case; perhaps with the mark of missing cells. */
  public static ColumnType of(String name) {
    String word = name.strip().toUpperCase(Locale.ROOT);
    String mark = WITH_MISSING.toUpperCase(Locale.ROOT);
    word = word.endsWith(mark) ? word.substring(0, word.length() - mark.length()) : word;
    return switch (word) {
      case "STRING", "UNKNOWN", CHARACTERS -> STRING;
      case "BOOLEAN" -> BOOLEAN;
      case "INT32" -> INT32;
      case "INT64", "INT", "INTEGER" -> INT64;
      case "FP32" -> FP32;
      case "FP64", "DOUBLE" -> FP64;
      default ->
          throw new InputError(
              "unknown column type \""
                  + name
                  + "\": expected string, boolean, int (INT32, INT64) or double (FP32, FP64)");
    };
  }

  /** Types between commas; a comma may also end the text. */
  public static List<ColumnType> listOf(String schema) {
    List<ColumnType> types = new ArrayList<>();
    String[] names = schema.strip().split(",", -1);
    for (int i = 0; i < names.length; i++) {
      if (i < names.length - 1 || !names[i].isBlank()) {
        types.add(of(names[i]));
      }
    }
    return types;
  }
}
