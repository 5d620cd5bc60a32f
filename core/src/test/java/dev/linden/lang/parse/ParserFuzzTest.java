package dev.linden.lang.parse;

import static dev.linden.testkit.RandomTests.SEED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.testkit.AstText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.antlr.v4.runtime.Token;
import org.junit.jupiter.api.Test;

/**
 * Whatever the text, the parser answers with a tree or with problems that have a place in the text.
 */
class ParserFuzzTest {

  private static final String[] WORDS = {
    "if",
    "else",
    "while",
    "for",
    "parfor",
    "in",
    "function",
    "externalFunction",
    "return",
    "implemented",
    "source",
    "as",
    "setwd",
    "ifdef",
    "TRUE",
    "int",
    "matrix",
    "double",
    "x",
    "f",
    "A",
    "pi",
    "as.scalar",
    "a.b",
    "ns::f",
    "seq",
    "break",
    "NULL",
    "1",
    "2.5",
    "1e",
    "5L",
    "'s'",
    "\"t\n\"",
    "\"",
    "'",
    "$a",
    "$1",
    "$",
    "=",
    "<-",
    "+=",
    "+",
    "-",
    "*",
    "/",
    "^",
    "%*%",
    "%%",
    "%/%",
    "%in%",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "!",
    "&",
    "&&",
    "|",
    "||",
    "(",
    ")",
    "(",
    ")",
    "[",
    "]",
    "[",
    "]",
    "{",
    "}",
    "{",
    "}",
    ",",
    ":",
    "::",
    ";",
    "\n",
    "\n",
    "#",
    "/*",
    "*/",
    "@",
    "\\",
    "_",
    "."
  };

  @Test
  void tokenSoup() {
    check("tokenSoup", 2000, ParserFuzzTest::soup);
  }

  @Test
  void randomBytes() {
    check(
        "randomBytes",
        500,
        random -> {
          byte[] bytes = new byte[random.nextInt(80)];
          random.nextBytes(bytes);
          return new String(
              bytes, random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        });
  }

  @Test
  void mutatedScripts() {
    List<List<String>> samples = new ArrayList<>();
    for (String script : Scripts.samples()) {
      samples.add(tokens(script));
    }
    check(
        "mutatedScripts",
        3000,
        random -> mutate(samples.get(random.nextInt(samples.size())), random));
  }

  private static String soup(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(40);
    for (int i = 0; i < length; i++) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(4) == 0 ? "" : " ");
    }
    return text.toString();
  }

  /** The tokens of a script, each with the white space and comments before it. */
  private static List<String> tokens(String script) {
    List<String> tokens = new ArrayList<>();
    int end = 0;
    DmlGrammarLexer lexer = new DmlGrammarLexer(new SourceChars(new Source("script.dml", script)));
    for (Token token : lexer.getAllTokens()) {
      tokens.add(script.substring(end, token.getStopIndex() + 1));
      end = token.getStopIndex() + 1;
    }
    return tokens;
  }

  private static String mutate(List<String> original, Random random) {
    List<String> tokens = new ArrayList<>(original);
    for (int changes = 1 + random.nextInt(3); changes > 0 && !tokens.isEmpty(); changes--) {
      int at = random.nextInt(tokens.size());
      switch (random.nextInt(5)) {
        case 0 -> tokens.remove(at);
        case 1 -> tokens.add(at, tokens.get(at));
        case 2 -> tokens.set(at, tokens.set(random.nextInt(tokens.size()), tokens.get(at)));
        case 3 -> tokens.add(at, " " + WORDS[random.nextInt(WORDS.length)]);
        default -> tokens.subList(at, tokens.size()).clear();
      }
    }
    return String.join("", tokens);
  }

  private static void check(String test, int inputs, Function<Random, String> generator) {
    for (int i = 0; i < inputs; i++) {
      String script = generator.apply(new Random(SEED + i));
      try {
        check(script);
      } catch (RuntimeException | StackOverflowError | AssertionError e) {
        throw new AssertionError(
            "reproduce: mvn -pl core test -Dtest=ParserFuzzTest#"
                + test
                + " -Dlinden.seed="
                + (SEED + i)
                + "\n"
                + script,
            e);
      }
    }
  }

  private static void check(String script) {
    Ast.Script tree;
    try {
      tree = Scripts.parse(script);
    } catch (ScriptError e) {
      assertFalse(e.isDuringRun());
      assertFalse(e.problems().isEmpty());
      e.problems().forEach(problem -> checkProblem(problem, script));
      checkOrder(e.problems());
      assertFalse(e.render().isEmpty());
      return;
    }
    assertEquals(AstShape.of(tree), AstShape.of(Scripts.parse(AstText.of(tree))));
  }

  private static void checkProblem(Problem problem, String script) {
    assertFalse(problem.message().isBlank());
    Span span = problem.span();
    long lines = Math.max(1, script.lines().count() + 1);
    assertTrue(
        1 <= span.line() && span.line() <= span.endLine() && span.endLine() <= lines,
        problem::toString);
    assertTrue(1 <= span.column() && 1 <= span.endColumn(), problem::toString);
    assertTrue(
        span.line() < span.endLine() || span.column() <= span.endColumn(), problem::toString);
    // the column behind the last character is where something is missing, or a line break inside a
    // string
    assertTrue(span.column() <= span.source().line(span.line()).length() + 1, problem::toString);
    assertTrue(
        span.endColumn() <= span.source().line(span.endLine()).length() + 1, problem::toString);
  }

  private static void checkOrder(List<Problem> problems) {
    for (int i = 1; i < problems.size(); i++) {
      Span before = problems.get(i - 1).span();
      Span after = problems.get(i).span();
      boolean ascending =
          before.line() < after.line()
              || before.line() == after.line() && before.column() < after.column();
      assertTrue(ascending, () -> problems.toString());
    }
  }
}
