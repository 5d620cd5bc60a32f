package dev.linden.fuse.select;

import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.FusedProgram.Node;
import dev.linden.fuse.program.FusedProgram.Sink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A fused program as a line of text, for plans and statistics: {@code Cell sum(a * b)}. */
final class ProgramText {
  private static final int LONGEST = 100;

  private final FusedProgram program;

  private ProgramText(FusedProgram program) {
    this.program = program;
  }

  static String of(FusedProgram program) {
    ProgramText text = new ProgramText(program);
    List<String> sinks = new ArrayList<>();
    program.sinks().forEach(sink -> sinks.add(text.sink(sink)));
    String all = program.template().word() + "{" + String.join("; ", sinks) + "}";
    return all.length() <= LONGEST ? all : all.substring(0, LONGEST - 4) + "...}";
  }

  private String sink(Sink sink) {
    if (sink instanceof FusedProgram.Fold fold) {
      return kind(fold.kind().name()) + "(" + node(fold.x(), false) + ")";
    } else if (sink instanceof FusedProgram.ColumnFold fold) {
      return "col" + title(kind(fold.kind().name())) + "s(" + node(fold.x(), false) + ")";
    } else if (sink instanceof FusedProgram.TransposedProduct product) {
      return "t(" + node(product.x(), false) + ")%*%" + node(product.y(), true);
    } else if (sink instanceof FusedProgram.TimesMatrix times) {
      return node(times.x(), true) + "%*%" + input(times.matrix());
    } else if (sink instanceof FusedProgram.TransposedTimesMatrix times) {
      return "t(" + node(times.x(), false) + ")%*%" + input(times.matrix());
    }
    return node(((FusedProgram.Rows) sink).x(), false);
  }

  private static String kind(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static String title(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** Inputs are letters in the order of the operands. */
  private static String input(int number) {
    return number < 26 ? String.valueOf((char) ('a' + number)) : "a" + number;
  }

  private String node(int number, boolean nested) {
    Node node = program.nodes().get(number);
    if (node instanceof FusedProgram.Source source) {
      return input(source.input());
    } else if (node instanceof FusedProgram.RowVector vector) {
      return input(vector.input());
    } else if (node instanceof FusedProgram.Number scalar) {
      return input(scalar.input());
    } else if (node instanceof FusedProgram.OuterCell) {
      return "(" + input(program.outer().u()) + "%*%t(" + input(program.outer().v()) + "))";
    } else if (node instanceof FusedProgram.Unary unary) {
      String name = unary.function().name();
      String x = node(unary.x(), true);
      return Character.isLetter(name.charAt(0)) ? name + "(" + strip(x) + ")" : name + x;
    } else if (node instanceof FusedProgram.Binary binary) {
      String name = binary.function().name();
      if (Character.isLetter(name.charAt(0))) {
        return name + "(" + node(binary.x(), false) + "," + node(binary.y(), false) + ")";
      }
      String text = node(binary.x(), true) + name + node(binary.y(), true);
      return nested ? "(" + text + ")" : text;
    } else if (node instanceof FusedProgram.Select select) {
      return "ifelse("
          + node(select.condition(), false)
          + ","
          + node(select.yes(), false)
          + ","
          + node(select.no(), false)
          + ")";
    } else if (node instanceof FusedProgram.RowFold fold) {
      return "row" + title(kind(fold.kind().name())) + "s(" + node(fold.x(), false) + ")";
    } else if (node instanceof FusedProgram.RowExtreme extreme) {
      return "rowIndex" + (extreme.largest() ? "Max(" : "Min(") + node(extreme.x(), false) + ")";
    } else if (node instanceof FusedProgram.Product product) {
      String text = node(product.x(), true) + "%*%" + input(product.matrix());
      return nested ? "(" + text + ")" : text;
    }
    FusedProgram.Columns columns = (FusedProgram.Columns) node;
    return node(columns.x(), true)
        + "[,"
        + (columns.from() + 1)
        + ":"
        + (columns.from() + columns.width())
        + "]";
  }

  private static String strip(String text) {
    return text.startsWith("(") && text.endsWith(")") && isOnePair(text)
        ? text.substring(1, text.length() - 1)
        : text;
  }

  private static boolean isOnePair(String text) {
    int depth = 0;
    for (int i = 0; i < text.length() - 1; i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return false;
      }
    }
    return true;
  }
}
