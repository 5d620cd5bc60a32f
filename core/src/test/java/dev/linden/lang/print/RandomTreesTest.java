package dev.linden.lang.print;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Syntax;
import dev.linden.testkit.AstText;
import dev.linden.testkit.RandomTests;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Expressions and statements of any shape, whether they make sense or not, are the same when they
 * are printed and parsed: every operator inside every other one, on both sides, in positions,
 * ranges, arguments and conditions.
 */
@Tag("random")
class RandomTreesTest {
  private static final List<String> OPERATORS =
      List.of(
          "^", "%*%", "%/%", "%%", "*", "/", "+", "-", "<", "<=", ">", ">=", "==", "!=", "&", "|");

  private static final List<String> OPERANDS =
      List.of(
          "a",
          "lambda",
          "X",
          "T",
          "not",
          "1",
          "2",
          "0",
          "7.5",
          "1e-3",
          ".5",
          "5.",
          "9223372036854775807",
          "1234567890.123",
          "pi",
          "Inf",
          "NaN",
          "TRUE",
          "FALSE",
          "$x",
          "$1",
          "'it\\'s \"so\"'",
          "\"tab\\tnew\\nline\\\\\"",
          "'# no comment'",
          "\"/* none */\"",
          "'\u00e4\u2028'",
          "k");

  private SplittableRandom random;

  @Test
  void printedTreesAreTheSame() {
    int rounds = RandomTests.rounds("linden.trees", 500, 5_000);
    for (int i = 0; i < rounds; i++) {
      long seed = RandomTests.SEED + i;
      random = new SplittableRandom(seed);
      String text = statements(2);
      Ast.Script tree = parse(text, Syntaxes.ALL.get(0));
      for (Syntax syntax : Syntaxes.ALL) {
        String printed = ScriptPrinter.print(tree, syntax);
        assertEquals(
            AstText.of(tree), AstText.of(parse(printed, syntax)), () -> seed + ":\n" + printed);
      }
    }
  }

  private static Ast.Script parse(String text, Syntax syntax) {
    return Syntaxes.parse(new Source("<script>", text, syntax.name()));
  }

  private String statements(int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(statement(depth)).append(pick(List.of("\n", "; ", "\n\n\n", " # c\n")));
    }
    return text.toString();
  }

  private String statement(int depth) {
    switch (random.nextInt(depth == 0 ? 5 : 9)) {
      case 0:
        return "k = " + expression(4);
      case 1:
        return "X" + index(2) + " = " + expression(3);
      case 2:
        return "X" + index(1) + " += " + expression(3);
      case 3:
        return "[a, X" + index(1) + "] = " + call(2);
      case 4:
        return call(3);
      case 5:
        return "if (" + expression(3) + ")" + body(depth) + otherwise(depth);
      case 6:
        return "while (" + expression(3) + ")" + body(depth);
      case 7:
        return "for (i in " + expression(2) + ":" + expression(2) + ")" + body(depth);
      default:
        String range = "seq(" + expression(1) + "," + expression(2) + "," + expression(1) + ")";
        return "parfor (i in " + range + ", check=0)" + body(depth);
    }
  }

  private String body(int depth) {
    return random.nextInt(6) == 0 ? " {}" : " {\n" + statements(depth - 1) + "}";
  }

  private String otherwise(int depth) {
    return switch (random.nextInt(3)) {
      case 0 -> "";
      case 1 -> " else " + (random.nextBoolean() ? "{ k = 1 }" : body(depth));
      default -> " else if (" + expression(2) + ")" + body(depth) + otherwise(depth);
    };
  }

  private String expression(int depth) {
    if (depth <= 0 || random.nextInt(5) == 0) {
      return pick(OPERANDS);
    }
    return switch (random.nextInt(8)) {
      case 0 -> pick(List.of("-", "+", "!")) + operand(depth);
      case 1 -> "X" + index(depth - 1);
      case 2 -> call(depth - 1);
      default -> operand(depth) + " " + pick(OPERATORS) + " " + operand(depth);
    };
  }

  private String operand(int depth) {
    String inner = expression(depth - 1);
    return random.nextInt(3) == 0 ? inner : "(" + inner + ")";
  }

  private String call(int depth) {
    String name = pick(List.of("f", "sum", "t", "seq", "colSums", "ns::g", "as.scalar", "min"));
    StringBuilder text = new StringBuilder(name).append('(').append(expression(depth));
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(", ").append(pick(List.of("", "lower.tail=", "b="))).append(expression(depth));
    }
    return text.append(')').toString();
  }

  private String index(int depth) {
    return switch (random.nextInt(4)) {
      case 0 -> "[" + position(depth) + "]";
      case 1 -> "[, " + position(depth) + "]";
      case 2 -> pick(List.of("[]", "[,]"));
      default -> "[" + position(depth) + "," + position(depth) + "]";
    };
  }

  private String position(int depth) {
    return random.nextBoolean() ? bound(depth) : bound(depth) + ":" + bound(depth);
  }

  /** Not a negative number alone, which is no position in PyDML. */
  private String bound(int depth) {
    return switch (random.nextInt(4)) {
      case 0 -> "a + 1";
      case 1 -> pick(List.of("a - 1", "3", "0", "1.5", "'name'", "k", "k + 1", "k + 'b'", "a + 0"));
      default -> "(" + expression(depth) + ") " + pick(OPERATORS) + " " + operand(depth);
    };
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
