package dev.linden.op;

import dev.linden.base.Bytes;
import dev.linden.display.HtmlTable;
import dev.linden.display.Limits;
import dev.linden.display.Table;
import dev.linden.display.TextTable;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The form of values that prompts and notebooks show: what a value is, and as much of it as fits.
 * {@link Text} is what scripts print.
 */
public final class Display {
  /** Elements of a list beyond these are counted only. */
  private static final int MOST_ELEMENTS = 100;

  private Display() {}

  /** Ends with a line break, but for scalars. */
  public static String text(Value value, Limits limits) {
    if (value instanceof MatrixValue matrix) {
      return isElsewhere(matrix)
          ? title(value) + "\n"
          : TextTable.of(matrix.matrix(), matrix.rowNames(), matrix.names(), title(value), limits);
    } else if (value instanceof FrameValue frame) {
      return TextTable.of(frame.frame(), title(value), limits);
    } else if (value instanceof ListValue list) {
      StringBuilder out = new StringBuilder(title(list)).append('\n');
      elements(list, limits.first())
          .forEach(element -> out.append("  ").append(element).append('\n'));
      return out.toString();
    }
    return scalar((Scalar) value);
  }

  /** Exponents look like those in tables. */
  private static String scalar(Scalar scalar) {
    String text = scalar.asText();
    int exponent = scalar.type() == ValueType.DOUBLE ? text.indexOf('E') : -1;
    if (exponent < 0) {
      return text;
    }
    String mantissa = text.substring(0, exponent);
    String digits = mantissa.endsWith(".0") ? mantissa.substring(0, exponent - 2) : mantissa;
    return digits
        + String.format(Locale.ROOT, "e%+03d", Integer.parseInt(text.substring(exponent + 1)));
  }

  public static String html(Value value, Limits limits) {
    if (value instanceof MatrixValue matrix) {
      return isElsewhere(matrix)
          ? paragraph(title(value))
          : HtmlTable.of(
              Table.of(matrix.matrix(), matrix.rowNames(), matrix.names(), title(value), limits));
    } else if (value instanceof FrameValue frame) {
      return HtmlTable.of(Table.of(frame.frame(), title(value), limits));
    } else if (value instanceof ListValue list) {
      StringBuilder out = new StringBuilder(paragraph(title(list))).append("\n<ul>\n");
      elements(list, limits.first())
          .forEach(e -> out.append("<li>").append(HtmlTable.escaped(e)).append("</li>\n"));
      return out.append("</ul>").toString();
    }
    return "<pre>" + HtmlTable.escaped(scalar((Scalar) value)) + "</pre>";
  }

  private static String paragraph(String text) {
    return "<p>" + HtmlTable.escaped(text) + "</p>";
  }

  /** Only other machines have the cells; to look at some would bring all here. */
  private static boolean isElsewhere(MatrixValue matrix) {
    return matrix.resident() == null && matrix.keeper() == null;
  }

  private static List<String> elements(ListValue list, int first) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.min(list.size(), MOST_ELEMENTS); i++) {
      String name = list.isNamed() ? list.names().get(i) : "[" + (i + first) + "]";
      Value element = list.elements().get(i);
      String content =
          element instanceof Scalar scalar
              ? scalar.type().word() + " " + (scalar.text() == null ? scalar(scalar) : scalar)
              : title(element);
      lines.add(name + ": " + content);
    }
    if (list.size() > MOST_ELEMENTS) {
      lines.add("… " + (list.size() - MOST_ELEMENTS) + " more elements");
    }
    return lines;
  }

  /** A line about a value: kind, shape, non-zeros, form, memory. */
  public static String title(Value value) {
    if (value instanceof MatrixValue matrix) {
      return title(matrix);
    } else if (value instanceof FrameValue frame) {
      Frame cells = frame.frame();
      return cells.rows() + "x" + cells.cols() + " frame, " + Bytes.text(cells.bytes());
    } else if (value instanceof ListValue list) {
      return "list of " + list.size() + (list.size() == 1 ? " element" : " elements");
    }
    return ((Scalar) value).type().word();
  }

  private static String title(MatrixValue value) {
    if (isElsewhere(value)) {
      RemoteMatrix remote = value.remote();
      String nnz = remote.nnz() < 0 ? "" : ", " + nonZeros(remote.nnz());
      return remote.rows() + "x" + remote.cols() + " matrix" + nnz + ", distributed";
    }
    Matrix matrix = value.matrix();
    return matrix.shape()
        + " matrix, "
        + nonZeros(matrix.nnz())
        + ", "
        + form(matrix)
        + ", "
        + Bytes.text(matrix.bytes());
  }

  private static String nonZeros(long count) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? "non-zero" : "non-zeros");
  }

  private static String form(Matrix matrix) {
    return matrix instanceof Packed ? "compressed" : matrix.isSparse() ? "sparse" : "dense";
  }
}
