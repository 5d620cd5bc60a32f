package dev.linden.cli;

import dev.linden.display.Limits;
import dev.linden.frame.Column;
import dev.linden.frame.Frame;
import dev.linden.matrix.Matrix;
import dev.linden.op.Display;
import dev.linden.op.FrameValue;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The forms in which the prompt shows values. */
enum ShownValue {
  TABLE {
    @Override
    String text(Value value, int width, int first) {
      Limits limits = new Limits(Limits.DEFAULT.rows(), Limits.DEFAULT.cols(), width, first);
      return Display.text(value, limits);
    }
  },
  /** All cells. */
  CSV {
    @Override
    String text(Value value, int width, int first) {
      StringBuilder out = new StringBuilder();
      if (value instanceof MatrixValue matrix) {
        Matrix block = matrix.matrix();
        for (int i = 0; i < block.rows(); i++) {
          for (int j = 0; j < block.cols(); j++) {
            out.append(j > 0 ? "," : "").append(Scalar.of(block.get(i, j)).asText());
          }
          out.append('\n');
        }
      } else if (value instanceof FrameValue frame) {
        Frame table = frame.frame();
        out.append(String.join(",", table.names().stream().map(ShownValue::quoted).toList()));
        out.append('\n');
        for (int i = 0; i < table.rows(); i++) {
          for (int j = 0; j < table.cols(); j++) {
            boolean missing = table.column(j).isMissing(i);
            out.append(j > 0 ? "," : "").append(missing ? "" : quoted(table.column(j).text(i)));
          }
          out.append('\n');
        }
      } else {
        return TABLE.text(value, width, first);
      }
      return out.toString();
    }
  },
  /** All cells. */
  JSON {
    @Override
    String text(Value value, int width, int first) {
      return Json.of(data(value));
    }
  };

  /**
   * @param first the number of the first row and column
   */
  abstract String text(Value value, int width, int first);

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private static Object data(Value value) {
    if (value instanceof MatrixValue matrix) {
      Matrix block = matrix.matrix();
      List<Object> rows = new ArrayList<>();
      for (int i = 0; i < block.rows(); i++) {
        List<Object> row = new ArrayList<>();
        for (int j = 0; j < block.cols(); j++) {
          row.add(number(block.get(i, j)));
        }
        rows.add(row);
      }
      return rows;
    }
    if (value instanceof FrameValue frame) {
      return columns(frame.frame());
    }
    if (value instanceof ListValue list) {
      List<Object> elements = list.elements().stream().map(ShownValue::data).toList();
      if (!list.isNamed()) {
        return elements;
      }
      Map<String, Object> named = new LinkedHashMap<>();
      for (int i = 0; i < list.size(); i++) {
        named.put(list.names().get(i), elements.get(i));
      }
      return named;
    }
    Scalar scalar = (Scalar) value;
    return switch (scalar.type()) {
      case BOOLEAN -> scalar.asBoolean();
      case INT -> scalar.asLong();
      case DOUBLE -> number(scalar.asDouble());
      case STRING, UNKNOWN -> scalar.asText();
    };
  }

  private static Map<String, Object> columns(Frame frame) {
    Map<String, Object> columns = new LinkedHashMap<>();
    for (int j = 0; j < frame.cols(); j++) {
      List<Object> cells = new ArrayList<>();
      for (int i = 0; i < frame.rows(); i++) {
        cells.add(frame.column(j).isMissing(i) ? null : cell(frame.column(j), i));
      }
      columns.put(frame.name(j), cells);
    }
    return columns;
  }

  private static Object cell(Column column, int row) {
    return switch (column.type()) {
      case STRING -> column.text(row);
      case BOOLEAN -> column.number(row) != 0;
      case INT32, INT64 -> column.integer(row);
      case FP32, FP64 -> number(column.number(row));
    };
  }

  /** JSON has no words for NaN and the infinities. */
  private static Object number(double value) {
    return Double.isFinite(value) ? value : Scalar.of(value).asText();
  }
}
