package dev.linden.op;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.kernel.rows.NonZeros;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of values as print and toString show it. */
public final class Text {
  /** How toString lays out a matrix; scalars and the frame of lists do not depend on it. */
  public record Layout(
      int rows, int cols, int decimals, boolean sparse, String separator, String lineSeparator) {
    public static final Layout DEFAULT = new Layout(100, 100, 3, false, " ", "\n");
  }

  /** Cells show up to this many fraction digits even where fewer are asked for. */
  private static final int USUAL_DECIMALS = 3;

  /** A place of a format: {@code %[index$][flags][width][.precision]conversion}. */
  private static final Pattern PLACE =
      Pattern.compile("%(?:([0-9]+)\\$)?([-#+ 0,(<]*)[0-9]*(?:\\.[0-9]+)?[tT]?([a-zA-Z%])");

  private Text() {}

  public static String of(Value value) {
    return of(value, Layout.DEFAULT);
  }

  public static String of(Value value, Layout layout) {
    StringBuilder out = new StringBuilder();
    append(out, value, layout);
    return out.toString();
  }

  private static void append(StringBuilder out, Value value, Layout layout) {
    if (value instanceof Scalar scalar) {
      out.append(scalar.asText());
    } else if (value instanceof MatrixValue matrix) {
      append(out, matrix.matrix(), layout);
    } else if (value instanceof ListValue list) {
      append(out, list, layout);
    } else {
      out.append(FrameOps.text(((FrameValue) value).frame(), layout));
    }
  }

  // ---- matrices

  public static String of(Matrix matrix, Layout layout) {
    StringBuilder out = new StringBuilder();
    append(out, matrix, layout);
    return out.toString();
  }

  private static void append(StringBuilder out, Matrix matrix, Layout layout) {
    int rows = Math.min(matrix.rows(), layout.rows());
    int cols = Math.min(matrix.cols(), layout.cols());
    NonZeros nonZeros = layout.sparse() ? new NonZeros(matrix) : null;
    for (int i = 0; i < rows; i++) {
      if (nonZeros != null) {
        appendNonZeros(out, nonZeros, i, cols, layout);
      } else {
        appendRow(out, matrix, i, cols, layout);
      }
    }
  }

  /** What {@link #of(Value)} leaves out of a matrix or frame, as a line; empty if it is nothing. */
  static String omitted(Value value) {
    if (!(value instanceof MatrixValue || value instanceof FrameValue)) {
      return "";
    }
    Size size = ValuesCall.describe(value).size();
    String rows = omitted(size.rows() - Layout.DEFAULT.rows(), "row");
    String cols = omitted(size.cols() - Layout.DEFAULT.cols(), "column");
    String both = rows.isEmpty() || cols.isEmpty() ? rows + cols : rows + " and " + cols;
    return both.isEmpty() ? "" : "... and " + both + Layout.DEFAULT.lineSeparator();
  }

  private static String omitted(long count, String what) {
    return count <= 0 ? "" : count + " more " + what + (count == 1 ? "" : "s");
  }

  private static void appendRow(
      StringBuilder out, Matrix matrix, int row, int cols, Layout layout) {
    for (int j = 0; j < cols; j++) {
      if (j > 0) {
        out.append(layout.separator());
      }
      appendCell(out, matrix.get(row, j), layout.decimals());
    }
    out.append(layout.lineSeparator());
  }

  private static void appendNonZeros(
      StringBuilder out, NonZeros cells, int row, int cols, Layout layout) {
    cells.moveTo(row);
    for (int p = cells.start(); p < cells.end() && cells.column(p) < cols; p++) {
      appendNonZero(out, row, cells.column(p), cells.value(p), layout);
    }
  }

  private static void appendNonZero(
      StringBuilder out, int row, int col, double value, Layout layout) {
    if (value != 0) {
      out.append(row + 1).append(layout.separator()).append(col + 1).append(layout.separator());
      appendCell(out, value, layout.decimals());
      out.append(layout.lineSeparator());
    }
  }

  /**
   * Plain decimal notation with at least {@code decimals} and at most max(decimals, 3) fraction
   * digits, rounded half-even on the exact binary value. One value is an exception: what is written
   * as 0.0005 shows as 0.000 with three digits (and likewise for more), although the double behind
   * it lies above the tie; the reference does the same.
   */
  static void appendCell(StringBuilder out, double value, int decimals) {
    if (!Double.isFinite(value)) {
      out.append(value);
      return;
    }
    if (Double.doubleToRawLongBits(value) < 0) {
      out.append('-');
    }
    double magnitude = Math.abs(value);
    if (magnitude < 0x1p53 && magnitude == Math.rint(magnitude)) {
      out.append((long) magnitude);
      if (decimals > 0) {
        out.append('.').append("0".repeat(decimals));
      }
      return;
    }
    int most = Math.max(decimals, USUAL_DECIMALS);
    double shown =
        magnitude < 0.001 && magnitude == Double.parseDouble("5e-" + (most + 1)) ? 0 : magnitude;
    String digits = new BigDecimal(shown).setScale(most, RoundingMode.HALF_EVEN).toPlainString();
    int end = digits.length();
    int least = end - most + decimals;
    while (end > least && digits.charAt(end - 1) == '0') {
      end--;
    }
    if (digits.charAt(end - 1) == '.') {
      end--;
    }
    out.append(digits, 0, end);
  }

  // ---- lists

  /**
   * The opening bracket comes with the first element, as users of the language know it. Lists in
   * lists go to the same text: copies of it at each level would take the square of the depth.
   */
  private static void append(StringBuilder out, ListValue list, Layout layout) {
    out.append("List containing:");
    for (int i = 0; i < list.size(); i++) {
      out.append(i == 0 ? "\n[" : ", ");
      Value element = list.elements().get(i);
      if (element instanceof MatrixValue) {
        out.append("\nMatrix:\n");
      } else if (element instanceof FrameValue) {
        out.append('\n');
      }
      append(out, element, layout);
    }
    out.append(']');
  }

  // ---- formats

  /**
   * {@code String.format} on scalars, and behind it those for which the format has no place. A
   * conversion that does not fit its value is an error of the first argument.
   */
  public static String format(String format, List<Scalar> values) {
    Object[] arguments = new Object[values.size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = boxed(values.get(i));
    }
    try {
      int places = Math.min(places(format), values.size());
      return joined(
          String.format(Locale.ROOT, format, arguments), values.subList(places, values.size()));
    } catch (IllegalFormatException e) {
      throw new OpError(0, "the format does not fit its values: " + reason(e));
    }
  }

  /** Texts with a blank between. */
  private static String joined(String first, List<Scalar> others) {
    StringBuilder line = new StringBuilder(first);
    for (Scalar value : others) {
      line.append(' ').append(value.asText());
    }
    return line.toString();
  }

  /** Values that a format shows: as many as it has places, or up to the one it names last. */
  public static int places(String format) {
    int inOrder = 0;
    int named = 0;
    Matcher place = PLACE.matcher(format);
    while (place.find()) {
      boolean text = place.group(3).equals("%") || place.group(3).equals("n");
      if (place.group(1) != null) {
        named = Math.max(named, Integer.parseInt(place.group(1)));
      } else if (!text && place.group(2).indexOf('<') < 0) {
        inOrder++;
      }
    }
    return Math.max(inOrder, named);
  }

  private static Object boxed(Scalar value) {
    return switch (value.type()) {
      case INT -> value.bits();
      case BOOLEAN -> value.asBoolean();
      case STRING -> value.asText();
      default -> value.asDouble();
    };
  }

  private static String reason(IllegalFormatException e) {
    if (e instanceof java.util.IllegalFormatConversionException wrong) {
      return "%" + wrong.getConversion() + " cannot show a " + word(wrong.getArgumentClass());
    }
    if (e instanceof java.util.MissingFormatArgumentException missing) {
      return "there is no value for " + missing.getFormatSpecifier();
    }
    if (e instanceof java.util.UnknownFormatConversionException unknown) {
      return "%" + unknown.getConversion() + " is not a conversion";
    }
    return e.getMessage();
  }

  private static String word(Class<?> type) {
    return type == Long.class ? "int" : type.getSimpleName().toLowerCase(Locale.ROOT);
  }
}
