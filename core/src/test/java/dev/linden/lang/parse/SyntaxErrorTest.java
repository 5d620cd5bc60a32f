package dev.linden.lang.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.base.Problem;
import dev.linden.base.Span;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyntaxErrorTest {
  /**
   * Each expected problem is {@code line:column-endColumn message} or, with a hint, {@code ... |
   * hint}.
   */
  private static void assertProblems(String script, String... expected) {
    List<String> found = new ArrayList<>();
    for (Problem problem : Scripts.problems(script)) {
      Span span = problem.span();
      String end = span.endLine() == span.line() ? "" : span.endLine() + ":";
      String hint = problem.hint() == null ? "" : " | " + problem.hint();
      found.add(
          span.line()
              + ":"
              + span.column()
              + "-"
              + end
              + span.endColumn()
              + " "
              + problem.message()
              + hint);
    }
    assertEquals(List.of(expected), found, script.substring(0, Math.min(200, script.length())));
  }

  @Test
  void unknownTokens() {
    assertProblems("x = 3 @ 4", "1:7-7 unknown character '@' | the matrix product is %*%");
    assertProblems("x = `y`", "1:5-5 unknown character '`'", "1:7-7 unknown character '`'");
    assertProblems("x = \uD83D\uDE00\uD83D\uDE00 + 1", "1:5-6 unknown character '\uD83D\uDE00'");
    assertProblems("x =\u00A01", "1:4-4 unknown character U+00A0");
    assertProblems(
        "x = \u201Ca\u201D",
        "1:5-5 unknown character '\u201C' | strings need straight quotes",
        "1:7-7 unknown character '\u201D' | strings need straight quotes");
    assertProblems(
        "a.b = 3", "1:1-3 'a.b' is not a name: names can't have dots | use '_' instead of '.'");
    assertProblems("x = _a", "1:5-6 a name can't begin with '_' | begin it with a letter");
    assertProblems("print(5L)", "1:7-8 '5L' is not a number | integers have no suffix: write 5");
    assertProblems("x = 1e + 0x1F", "1:5-6 '1e' is not a number", "1:10-13 '0x1F' is not a number");
    assertProblems(
        "print(9223372036854775808)",
        "1:7-25 integer 9223372036854775808 is too large: the largest is 9223372036854775807"
            + " | write 9223372036854775808.0 for a double");
    assertProblems(
        "x = -9223372036854775808",
        "1:6-24 integer 9223372036854775808 is too large: the largest is 9223372036854775807"
            + " | write 9223372036854775808.0 for a double");
  }

  @Test
  void stringsAndComments() {
    String escapes = " | \\b \\t \\n \\f \\r \\\" \\' \\\\ are; write \\\\ for a backslash";
    assertProblems(
        "x = \"a\\qb\\\\c\\d\"",
        "1:7-8 '\\q' is not an escape sequence" + escapes,
        "1:13-14 '\\d' is not an escape sequence" + escapes);
    assertProblems("x = \"abc", "1:5-8 string is not closed");
    assertProblems(
        "y = )\nprint('abc)\nz = )",
        "1:5-5 expected an expression before ')'",
        "2:7-11 string is not closed");
    assertProblems(
        "print(\"a)\nx = \"b\"\ny = 3",
        "2:7-7 string is not closed | or the string that starts in line 1 should end earlier");
    assertProblems(
        "print(\"a)\nx = \"b + \"c\"",
        "2:6-6 expected ',' or ')' before 'b' | perhaps the string that starts in line 1 should end"
            + " earlier");
    assertProblems("x = 1 /* abc\ny = )", "1:7-8 comment is not closed | close it with */");
  }

  @Test
  void operatorsOfOtherLanguages() {
    assertProblems("print(TRUE && FALSE)", "1:12-13 '&&' is not an operator of DML | use &");
    assertProblems(
        "if (a || b) { x = ) }",
        "1:7-8 '||' is not an operator of DML | use |",
        "1:19-19 expected an expression before ')'");
    assertProblems("x = a %in% b", "1:7-10 '%in%' is not an operator of DML");
    assertProblems(
        "x -= 3", "1:3-4 '-=' is not an operator of DML | only += exists; write x = x - ...");
    assertProblems("x = y ** 2", "1:7-8 '**' is not an operator of DML | use ^ for powers");
    assertProblems(
        "y -> x",
        "1:3-4 '->' is not an operator of DML | the target stands on the left: x = ... or x <-"
            + " ...");
  }

  @Test
  void misplacedAssignments() {
    assertProblems(
        "x = y = 3", "1:7-7 assignment is not an expression | write one assignment per statement");
    assertProblems(
        "x = y <- 3", "1:7-8 assignment is not an expression | write one assignment per statement");
    assertProblems(
        "x = 5; if (x<-3) print(\"a\")",
        "1:13-14 '<-' is the assignment arrow and can't stand in an expression | to compare, write"
            + " x < -3");
    assertProblems(
        "if (x[1]<-3) y = 1",
        "1:9-10 '<-' is the assignment arrow and can't stand in an expression | to compare, write <"
            + " - with a blank between");
    assertProblems("if (x = 3) y = 1", "1:7-7 '=' is not a comparison | write == to compare");
    assertProblems("x = A[i = 3, 1]", "1:9-9 '=' is not a comparison | write == to compare");
    assertProblems(
        "f(a = b = 3)", "1:9-9 assignment is not an expression | a comparison is written with ==");
    assertProblems(
        "f(a + b = 3)",
        "1:3-7 expected the name of a parameter before '=' | a comparison is written with ==");
    assertProblems("f(x) = 3", "1:6-6 a function call can't be assigned to");
    assertProblems("3 = x", "1:1-1 '3' can't be assigned to");
    assertProblems("$x = 3", "1:1-2 the script argument $x can't be assigned");
    assertProblems(
        "[1, b] = f()",
        "1:2-2 expected a name before '1' | [a, b] = f(...) assigns the results of a function to"
            + " variables");
    assertProblems(
        "[a, b] = f() + 1", "1:10-16 only a function call can be assigned to several variables");
    assertProblems(
        "[a, b] = (f())", "1:10-14 only a function call can be assigned to several variables");
    assertProblems(
        "[a, b] = 3", "1:10-10 only a function call can be assigned to several variables");
  }

  @Test
  void constantsAndReservedWords() {
    assertProblems(
        "pi = 3", "1:1-2 'pi' is a constant and can't be assigned | choose another name");
    assertProblems(
        "Inf[1] = 3", "1:1-3 'Inf' is a constant and can't be assigned | choose another name");
    assertProblems(
        "for (NaN in 1:2) {}",
        "1:6-8 'NaN' is a constant and can't be assigned | choose another name");
    assertProblems(
        "[a, pi] = f()", "1:5-6 'pi' is a constant and can't be assigned | choose another name");
    assertProblems("in = 3", "1:1-2 'in' is a reserved word | choose another name");
    assertProblems("TRUE = 3", "1:1-4 'TRUE' is a reserved word | choose another name");
    assertProblems(
        "int x = 3",
        "1:1-3 'int' is a reserved word | variables have no declared type: write x = ...");
    assertProblems("x = 1 + double", "1:9-14 'double' is a reserved word");
    assertProblems("for (as in 1:3) {}", "1:6-7 'as' is a reserved word");
    assertProblems("f(in=3)", "1:3-4 'in' is a reserved word");
    assertProblems(
        "x = if (a) 1 else 2",
        "1:5-6 'if' is a statement and can't stand in an expression"
            + " | use ifelse(condition, a, b), or assign in both branches");
    assertProblems(
        "break",
        "1:1-5 there is no break statement in DML | use a while loop whose condition says when to"
            + " go on");
    assertProblems(
        "while (TRUE) { if (a) next; }",
        "1:23-26 there is no next statement in DML | use a while loop whose condition says when to"
            + " go on");
    assertProblems("repeat { x = 1 }", "1:1-6 there is no repeat statement in DML | use while");
    assertProblems(
        "f = function(int a) return (int b) { return (a) }",
        "1:38-43 there is no return statement in DML"
            + " | assign to the result variables that the function's return (...) names");
    assertProblems("x = NULL", "1:5-8 there is no NULL in DML");
    assertProblems("f(NA, NULL)", "1:3-4 there is no NA in DML", "1:7-10 there is no NULL in DML");
  }

  @Test
  void rangesAndIndexes() {
    assertProblems("x = 1:3", "1:6-6 ':' is only for indexes and for loops | use seq(1, 3)");
    assertProblems("f((a+1):n)", "1:8-8 ':' is only for indexes and for loops | use seq(from, to)");
    String indexed =
        " only a variable can be indexed | assign the result to a variable first, then index it";
    assertProblems("x = t(A)[1,2]", "1:9-9" + indexed);
    assertProblems("x = (A+1)[1,2]", "1:10-10" + indexed);
    assertProblems("print(A[1,][2])", "1:12-12" + indexed);
    assertProblems("x = f(1)(2)", "1:9-9 only a named function can be called");
    assertProblems(
        "x = A[2:,]",
        "1:9-9 the range has no upper bound | write both bounds, for example 2:nrow(X)");
    assertProblems(
        "x = A[,:3]", "1:8-8 the range has no lower bound | write both bounds, for example 1:n");
    assertProblems("x = A[1:2:3]", "1:10-10 a range has only two bounds");
    assertProblems("x = A[1,2,3]", "1:10-10 an index has at most two positions");
    assertProblems("x = A[1 2]", "1:9-9 expected ',' or ']' before '2'");
    String loop = " a loop runs over from:to or seq(from, to, step) | for example 1:nrow(X)";
    assertProblems("for (i in A) print(i)", "1:11-11" + loop);
    assertProblems("for (i in f(1, 2)) print(i)", "1:11-17" + loop);
    assertProblems("for (i in seq(1)) print(i)", "1:11-16" + loop);
    assertProblems("for (i = 1; i < 3) x = 1", "1:8-8 expected 'in' before '='");
    assertProblems(
        "parfor (i in 1:3, par=n+1) x = 1",
        "1:23-25 the value of option 'par' must be a literal, a script argument or a word");
  }

  @Test
  void brackets() {
    assertProblems("x = (1 + 2", "1:10-10 expected ')' before the end of the script");
    assertProblems(
        "x = f(1,\n2\ny = 3",
        "3:1-1 expected ',' or ')' before 'y' | the '(' in line 1 is not closed");
    assertProblems("f(1 2)", "1:5-5 expected ',' or ')' before '2'");
    assertProblems("f(a, , b)", "1:6-6 expected an expression before ','");
    assertProblems("x = (1, 2)", "1:7-7 expected ')' before ','");
    assertProblems("x = 3)", "1:6-6 unexpected ')' | there is no open '(' here");
    assertProblems("x = 3]", "1:6-6 unexpected ']' | there is no open '[' here");
    assertProblems("x = 3 }", "1:7-7 unexpected '}' | there is no open '{' here");
    assertProblems(
        "{ x = 1 }",
        "1:1-1 unexpected '{' | a block stands after if, else, while, for, parfor or a function"
            + " header");
    assertProblems(
        "if (x) {\n while (y) {\n z = 1 }\n",
        "1:8-8 '{' is not closed | a '}' is missing before the end of the script");
    assertProblems("if (x > 3 { y = 2 }", "1:11-11 expected ')' before '{'");
    assertProblems("if x > 3 { y = 2 }", "1:4-4 expected '(' before 'x'");
  }

  @Test
  void incompleteStatements() {
    assertProblems("x =", "1:3-3 expected an expression before the end of the script");
    assertProblems("x = * 3", "1:5-5 expected an expression before '*'");
    assertProblems(
        "x = 3 +\nif (a) { y = 1 }",
        "1:7-7 '+' has no right operand in its line, and the next line is no expression | an"
            + " operator at the end of a line continues the expression in the next one");
    assertProblems("x", "1:1-1 expected '=' or '(' before the end of the script");
    assertProblems("x y = 3", "1:3-3 expected '=' or '(' before 'y'");
    String alone = " an expression alone is not a statement | assign it to a variable or print it";
    assertProblems("x + 1", "1:3-3" + alone);
    assertProblems("3", "1:1-1" + alone);
    assertProblems("f(x) + 1", "1:6-6" + alone);
    assertProblems("x = a 3", "1:7-7 expected an operator before '3'");
    assertProblems("if (x)", "1:6-6 expected a statement before the end of the script");
    assertProblems("while (x) ; y = 1", "1:11-11 expected a statement before ';'");
    assertProblems(
        "x = 1 else y = 2",
        "1:7-10 'else' without 'if' | several statements between if and else need braces");
    assertProblems("source(f) as b", "1:8-8 expected a string literal before 'f'");
    assertProblems("source('f')", "1:11-11 expected 'as' before the end of the script");
    assertProblems(
        "x = ns :: f(1)",
        "1:8-8 unexpected '::' | a function of a namespace is called as ns::name(...), without"
            + " blanks around ::");
  }

  @Test
  void ifdef() {
    String whole =
        " ifdef can only be the whole right side of an assignment | write x = ifdef(...) first,"
            + " then use x";
    assertProblems("print(ifdef($a,3))", "1:7-17" + whole);
    assertProblems("x = ifdef($a,3) + 1", "1:5-15" + whole);
    assertProblems("x = (ifdef($a,3))", "1:6-16" + whole);
    assertProblems("x = -ifdef($a,3)", "1:6-16" + whole);
    assertProblems("x += ifdef($a,3)", "1:6-16" + whole);
    assertProblems("x = ifdef($a, ifdef($b, 3))", "1:15-26" + whole);
    assertProblems(
        "x = ifdef(a, 3)",
        "1:11-11 ifdef needs a script argument such as $name first | ifdef($name, default)");
  }

  @Test
  void functions() {
    assertProblems(
        "f = function(x) { y = 1 }",
        "1:14-14 'x' needs a type | for example double x or matrix[double] x");
    assertProblems(
        "f = function(matrix X) { y = 1 }",
        "1:14-19 the type 'matrix' is not complete | write matrix[double]");
    String types = " | " + AstBuilder.TYPES_HINT;
    assertProblems(
        "f = function(tensor[double] X) { y = 1 }", "1:14-19 'tensor' is not a type" + types);
    assertProblems("f = function(float x) { y = 1 }", "1:14-18 'float' is not a type" + types);
    assertProblems("f = function(int a, ) { y = 1 }", "1:21-21 expected a type before ')'" + types);
    assertProblems("f = function(int a { x = 1 }", "1:20-20 expected ',' or ')' before '{'");
    assertProblems(
        "if (a) { f = function(int x) { y = x } }",
        "1:10-10 functions can only be defined at the top level");
    assertProblems(
        "f += function(int x) { y = x }", "1:1-1 a function is defined as name = function(...)");
    assertProblems(
        "function(int x) { y = x }", "1:1-8 a function needs a name | write name = function(...)");
    assertProblems(
        "x = 1 + function(int x) { y = x }",
        "1:9-16 a function can't stand in an expression | define it at the top level as name ="
            + " function(...)");
  }

  @Test
  void allProblemsInTheOrderOfTheText() {
    assertProblems(
        "x = foo(1 2)\n"
            + "y = 3 @\n"
            + "z = a && b\n"
            + "pi = 3\n"
            + "for (i in A) { w = ) }\n"
            + "good = 1\n"
            + "v = 1 + ",
        "1:11-11 expected ',' or ')' before '2'",
        "2:7-7 unknown character '@' | the matrix product is %*%",
        "3:7-8 '&&' is not an operator of DML | use &",
        "4:1-2 'pi' is a constant and can't be assigned | choose another name",
        "5:11-11 a loop runs over from:to or seq(from, to, step) | for example 1:nrow(X)",
        "5:20-20 expected an expression before ')'",
        "7:7-7 expected an expression before the end of the script");
  }

  @Test
  void brokenHeadersCauseNoFurtherProblems() {
    assertProblems(
        "if (x ==) {\n y = 1\n} else {\n z = )\n}\nw = 1",
        "1:9-9 expected an expression before ')'",
        "4:6-6 expected an expression before ')'");
    assertProblems("if (x ==)\n y = 1\nelse\n z = 2", "1:9-9 expected an expression before ')'");
    assertProblems("if (x ==) y = 1 else z = 2", "1:9-9 expected an expression before ')'");
    assertProblems(
        "if (x)\n y = 1 +\nelse\n z = 2",
        "2:8-8 '+' has no right operand in its line, and the next line is no expression | an"
            + " operator at the end of a line continues the expression in the next one");
    assertProblems(
        "if (x) y = 1)\nelse z = 2\nw = 1", "1:13-13 unexpected ')' | there is no open '(' here");
    assertProblems(
        "f = function(x) {\n if (a) { y = 1 } else { y = 2 }\n}\nz = 1",
        "1:14-14 'x' needs a type | for example double x or matrix[double] x");
    assertProblems("for (i in 1:3 {\n x = i\n}\ny = 1", "1:15-15 expected ',' or ')' before '{'");
    assertProblems("x = f(a b,\n c = 3,\n d = (4))\ny = 1", "1:9-9 expected ',' or ')' before 'b'");
    assertProblems(
        "x = f(a,\nb\nif (c) { y = (1) }\nz = 1",
        "3:1-2 expected ',' or ')' before 'if' | the '(' in line 1 is not closed");
  }

  @Test
  void nestingIsBounded() throws InterruptedException {
    // On half of the default stack, so that callers have room too.
    String tooDeep = " this is nested too deeply | split it into several statements";
    Thread thread =
        new Thread(
            null,
            () -> {
              assertProblems(
                  "x = " + "(".repeat(10_000) + "1" + ")".repeat(10_000), "1:503-503" + tooDeep);
              reasonableNestingIsFine();
            },
            "small stack",
            512 * 1024);
    Throwable[] failure = new Throwable[1];
    thread.setUncaughtExceptionHandler((t, e) -> failure[0] = e);
    thread.start();
    thread.join();
    if (failure[0] != null) {
      throw new AssertionError(failure[0]);
    }
    for (String script :
        List.of(
            "x = " + "-".repeat(10_000) + "1",
            "x = 1" + " ^ 1".repeat(10_000),
            "x = " + "f(".repeat(10_000) + ")".repeat(10_000),
            "x = " + "A[".repeat(10_000) + "1" + "]".repeat(10_000),
            "x = " + "[".repeat(10_000) + "1" + "]".repeat(10_000),
            "(".repeat(10_000),
            "if (a) ".repeat(10_000) + "x = 1",
            "while (a) {".repeat(10_000) + "}".repeat(10_000))) {
      List<Problem> problems = Scripts.problems(script);
      assertEquals(1, problems.size(), script.substring(0, 30));
    }
  }

  @Test
  void reasonableNestingIsFine() {
    Scripts.parse("x = " + "(".repeat(480) + "1" + ")".repeat(480));
    Scripts.parse("x = " + "f(".repeat(240) + ")".repeat(240));
    Scripts.parse("x = 1" + " ^ 1".repeat(480));
    Scripts.parse("x = " + "-".repeat(480) + "1");
    Scripts.parse("while (a) {".repeat(240) + "}".repeat(240));
  }

  @Test
  void chainsAreNoNesting() {
    Scripts.parse("x = 1" + " + 1".repeat(10_000));
    Scripts.parse("x = a" + " | a & a".repeat(10_000));
    Scripts.parse("if (a) x = 1 else ".repeat(10_000) + "x = 1");
    Scripts.parse("if (a) { x = 1 } else ".repeat(10_000) + "{ x = 1 }");
  }
}
