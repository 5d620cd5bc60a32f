package dev.linden.run.compiled;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random scripts of loops and functions over scalars and cells: numbers whose types change, indices
 * that are now and then out of bounds, matrices that are shared, sparse or filled on the way.
 */
final class ScalarPrograms {
  private static final List<String> NUMBERS = List.of("a", "b", "c", "d");
  private static final List<String> MATRICES = List.of("X", "Y", "S");

  private final Random random;
  private final StringBuilder text = new StringBuilder();
  private int loops;

  private ScalarPrograms(long seed) {
    random = new Random(seed);
  }

  static String generate(long seed) {
    ScalarPrograms program = new ScalarPrograms(seed);
    program.write();
    return program.text.toString();
  }

  private void write() {
    function("f", false);
    function("g", true);
    line("a = 1", 0);
    line("b = 2.5", 0);
    line("c = TRUE", 0);
    line("d = " + pick("-3", "0", "7.25", "9223372036854775000", "NaN"), 0);
    line("X = matrix(seq(1, 12), 3, 4)", 0);
    line("Y = " + pick("X", "matrix(0, 3, 4)", "X + 1", "matrix(0.5, 3, 4)"), 0);
    line("S = matrix(0, 3, 4)", 0);
    line("S[2, 3] = 5", 0);
    statements(0, 3 + random.nextInt(4), NUMBERS, true);
    for (String name : NUMBERS) {
      line("print(\"" + name + " \" + " + name + ")", 0);
    }
    for (String name : MATRICES) {
      line("print(toString(" + name + "))", 0);
    }
  }

  private void function(String name, boolean recursive) {
    String type = pick("double", "double", "integer");
    text.append(name)
        .append(" = function(" + type + " a, double b, integer n) return (" + type + " r) {\n");
    line("c = a * 2", 1);
    line("d = 0", 1);
    List<String> own = NUMBERS;
    statements(1, 2, own, false);
    if (recursive) {
      line("r = b", 1);
      line("if (n > 0) {", 1);
      line("r = " + name + "(a, b, n - 1) + 1", 2);
      line("}", 1);
    } else {
      line("r = " + expression(2, own, false), 1);
    }
    text.append("}\n");
  }

  private void statements(int depth, int count, List<String> numbers, boolean cells) {
    for (int i = 0; i < count; i++) {
      statement(depth, numbers, cells);
    }
  }

  private void statement(int depth, List<String> numbers, boolean cells) {
    int kind = random.nextInt(depth < 3 ? 14 : 7);
    String target = one(numbers);
    if (kind < 4) {
      line(target + " = " + expression(2, numbers, cells), depth);
    } else if (kind == 4 && cells) {
      line(one(MATRICES) + cell(numbers) + " = " + expression(1, numbers, true), depth);
    } else if (kind == 5 && cells) {
      line(one(MATRICES) + " = " + one(MATRICES) + pick("", "", " + 0", " * 2"), depth);
    } else if (kind <= 6) {
      line("print(\"" + target + "=\" + " + target + ")", depth);
    } else if (kind < 10) {
      line("if (" + condition(numbers, cells) + ") {", depth);
      statements(depth + 1, 1 + random.nextInt(2), numbers, cells);
      if (random.nextBoolean()) {
        line("} else {", depth);
        statements(depth + 1, 1 + random.nextInt(2), numbers, cells);
      }
      line("}", depth);
    } else if (kind < 12) {
      String index = "i" + ++loops;
      line("for (" + index + " in " + bounds() + ") {", depth);
      List<String> inner = new ArrayList<>(numbers);
      inner.add(index);
      statements(depth + 1, 1 + random.nextInt(3), assignable(inner, index), cells);
      line(one(numbers) + " = " + index + pick("", " + 0.5", " * 3"), depth + 1);
      line("}", depth);
    } else {
      String count = "w" + ++loops;
      line(count + " = 0", depth);
      line("while (" + count + " < " + (1 + random.nextInt(4)) + ") {", depth);
      line(count + " = " + count + " + 1", depth + 1);
      statements(depth + 1, 1 + random.nextInt(3), numbers, cells);
      line("}", depth);
    }
  }

  /** A loop variable may be read, and assigned now and then. */
  private List<String> assignable(List<String> all, String index) {
    List<String> some = new ArrayList<>(all);
    if (random.nextInt(4) > 0) {
      some.remove(index);
    }
    return some;
  }

  private String bounds() {
    return pick("1:3", "3:1", "seq(1, 6, 2)", "seq(2, 1, 1)", "1:4", "a:(a + 2)", "seq(4, 0, -2)");
  }

  private String condition(List<String> numbers, boolean cells) {
    String left = expression(1, numbers, cells);
    return random.nextInt(4) == 0
        ? left + " > 0 & !(" + one(numbers) + " == 1)"
        : left + pick(" < ", " >= ", " == ", " != ") + expression(0, numbers, cells);
  }

  private String expression(int depth, List<String> numbers, boolean cells) {
    int kind = depth == 0 ? random.nextInt(3) : random.nextInt(13);
    return switch (kind) {
      case 0 -> one(numbers);
      case 1 -> pick("0", "1", "2", "0.5", "-1", "TRUE", "1e3");
      case 2 -> cells ? "as.scalar(" + one(MATRICES) + cell(numbers) + ")" : one(numbers);
      case 3, 4, 5 ->
          "("
              + expression(depth - 1, numbers, cells)
              + pick(" + ", " - ", " * ", " / ", " %% ", " %/% ", " ^ ")
              + expression(depth - 1, numbers, cells)
              + ")";
      case 6 -> pick("abs(", "floor(", "sqrt(", "exp(", "-(", "sign(") + one(numbers) + ")";
      case 7 ->
          pick("min(", "max(")
              + one(numbers)
              + ", "
              + expression(depth - 1, numbers, cells)
              + pick(")", ", 1.5)", ", 2)");
      case 8 ->
          "ifelse("
              + condition(numbers, false)
              + ", "
              + one(numbers)
              + ", "
              + expression(0, numbers, cells)
              + ")";
      case 9 -> pick("as.integer(", "as.double(", "as.logical(") + one(numbers) + ")";
      case 10 -> cells ? pick("f(", "g(") + "2, " + pick("1", "3", "2.5") + ", 3)" : one(numbers);
      case 11 -> cells ? "sum(" + one(MATRICES) + ")" : one(numbers);
      default -> cells ? "nrow(" + one(MATRICES) + ")" : one(numbers);
    };
  }

  private String cell(List<String> numbers) {
    String row = pick("1", "2", "3", "(abs(" + one(numbers) + ") %% 3 + 1)", one(numbers));
    String col = pick("1", "2", "4", "(abs(" + one(numbers) + ") %% 4 + 1)");
    return "[" + row + ", " + col + "]";
  }

  private void line(String statement, int depth) {
    text.append("  ".repeat(depth)).append(statement).append('\n');
  }

  private String one(List<String> words) {
    return words.get(random.nextInt(words.size()));
  }

  private String pick(String... words) {
    return words[random.nextInt(words.length)];
  }
}
