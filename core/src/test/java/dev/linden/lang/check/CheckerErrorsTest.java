package dev.linden.lang.check;

import static dev.linden.lang.check.Scripts.check;
import static dev.linden.lang.check.Scripts.problem;
import static dev.linden.lang.check.Scripts.problems;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Problem;
import dev.linden.op.Scalar;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckerErrorsTest {

  /**
   * Every semantic compile error that the language description shows, and each is one error only.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x=1; for(i in 1:2) x = matrix(i,1,1)",
        "if (\"a\") print(1)",
        "print(\"a\" - \"b\")",
        "print(5 %/% 0)",
        "print(9223372036854775807 * 2)",
        "print(\"A=\" + matrix(1,2,2))",
        "A=matrix(1,2,3); B = A + matrix(1,3,2)",
        "A=matrix(1,2,3); B = A %*% A",
        "A=matrix(1,2,3); B = A %*% 2",
        "A=matrix(1,3,4); print(A[4,1])",
        "A=matrix(1,3,4); print(A[0,1])",
        "A=matrix(1,3,4); print(A[3:2,1])",
        "A=matrix(1,3,4); A[1,] = matrix(7,1,3)",
        "C[1,1] = 5",
        "s = 0; parfor(i in 1:3) { s = s + i } print(s)",
        "R = matrix(0,5,1); parfor(i in 1:4) { R[i+1,1] = as.scalar(R[i,1]) + 1 } print(R)",
        "R = matrix(0,3,1); parfor(i in 1:3) { R[1,1] = i } print(R)",
        "R = matrix(0,3,1); parfor(i in 1:3, foo=3) { R[i,1] = i }",
        "parfor(i in 1:3) { stop(\"x\") }",
        "f = function(int x) return (int y) { y = z + x }; z = 3; a = f(1); print(a)",
        "f = function(int x, int y) return (int z) { z = x }; a = f(3); print(a)",
        "f = function(int x) return (int y) { z = x }; a = f(3); print(a)",
        "u = undefinedFun(3)",
        "print(nosuchvar)",
        "print($a)",
        "s = \"%d\"; print(s, 3)",
        "print()",
        "print(as.scalar(matrix(1,2,2)))",
        "print(as.double(\"abc\"))",
        "print(sum(5))",
      })
  void rejects(String script) {
    List<String> problems = problems(script);
    assertEquals(1, problems.size(), script + " gives " + problems);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x = 1; x = \"a\"; x = matrix(1,1,1); print(x)",
        "x = 1; for(i in 1:2) x = x + 0.5; print(x)",
        "if(2.5) print(\"yes\")",
        "if(TRUE) { A = 1 } print(A); for(i in 1:3) { x = i } print(i + \" \" + x)",
        "min = 10; print(min(3,4) + min)",
        "L = list(a=1, b=\"two\"); L[\"a\"] = 5; print(as.scalar(L[1]))",
        "f = function(int x) { print(\"hello \" + x) }; f(3)",
        "sum = function(matrix[double] A) return (double s) { s = 42 }; print(sum(matrix(1,1,1)))",
        "f = function(int x) return (int x) { x = x + 1 }; a = f(1); print(a)",
        "R = matrix(0,4,1); parfor(i in 1:4) { R[i,1] = i^2 } print(R)",
        "R = matrix(0,3,3); parfor(i in 1:3) { parfor(j in 1:3) { R[i,j] = i*10+j } } print(R)",
        "A = matrix(0,1,2); parfor(i in 1:4) A += matrix(i,1,2); print(A)",
        "R = matrix(0,6,1); parfor(i in 1:3, check=0) { R[(2*i-1):(2*i),1] = matrix(i,2,1) }"
            + " print(t(R))",
        "L = list(0,0,0); parfor(i in 1:3) { L[i] = i } print(as.scalar(L[3]))",
        "R = matrix(7,3,1); parfor(i in 1:2, opt=NONE, par=1) { R[i,1] = 0 } print(t(R))",
        "n = 3; for(i in 1:n) { n = 10; i = i + 5; print(i) } print(i)",
        "x = +3; y = +matrix(1,2,2); print(x)",
        "A = matrix(1,2,2); B = ppred(A, 1, \">=\"); print(B)",
        "x = 1; if (exists(\"x\")) print(x)",
        "A = matrix(1,2,2); A[1,1] += 5; print(A)",
        "A = matrix(1,2,2); [A[1,], B] = f(A); print(B)\n"
            + "f = function(matrix[double] X) return (matrix[double] Y, matrix[double] Z) { Y ="
            + " X[1,]; Z = X }",
        "print(\"%s is %d\", \"x\", 3)",
      })
  void accepts(String script) {
    check(script);
  }

  @Test
  void names() {
    assertEquals(
        "2:7 unknown variable totel (did you mean total?)", problem("total = 3\nprint(totel)"));
    assertEquals(
        "1:5 unknown function summ (did you mean sum?)", problem("x = summ(matrix(1,2,2))"));
    assertTrue(problem("x = rowsums(matrix(1,2,2))").endsWith("(did you mean rowSums?)"));
    assertTrue(
        problem("x = scale3(1); scale2 = function(int a) return (int b) { b = a }")
            .endsWith("(did you mean scale2?)"));
    assertEquals(
        "1:44 unknown variable z"
            + " (functions see only their parameters and own variables: pass z as an argument)",
        problem("f = function(int x) return (int y) { y = x+z }; z = 3; print(f(1))"));
  }

  @Test
  void argumentsOfBuiltins() {
    assertEquals(
        "1:5 sum takes 1 argument (X), but 2 are given", problem("x = sum(matrix(1,2,2), 3)"));
    assertEquals(
        "1:5 solve takes 2 arguments (A, b), but b is not given",
        problem("x = solve(matrix(1,2,2))"));
    String unknown = problem("x = matrix(1, row=2, cols=3)");
    assertTrue(unknown.contains("matrix has no argument named row;"), unknown);
    assertTrue(unknown.endsWith("(did you mean rows?)"), unknown);
    assertTrue(
        problem("x = matrix(1, 2, rows=3, cols=2)")
            .contains("argument rows of matrix is given twice"));
    assertTrue(
        problem("x = matrix(data=1, 2, 3)").contains("must stand before those given by name"));
    assertEquals(
        "1:1 sum has a result but it is not used (print(sum(...)) shows it, x = sum(...) keeps it)",
        problem("sum(matrix(1,2,2))"));
    assertEquals("1:5 print has no result, but its value is used", problem("x = print(3)"));
    assertEquals(
        "1:10 sqrt has 1 result, but 2 variables are assigned", problem("[a, b] = sqrt(4)"));
  }

  @Test
  void argumentsOfFunctions() {
    String f =
        "f = function(int x, double y = 2, matrix[double] Z = matrix(0,1,1)) return (int r, int s)"
            + " { r = x; s = x }\n";
    check(
        f
            + "a = f(1); b = f(1, 2.5); c = f(1, Z = matrix(1,2,2)); [u, v] = f(y = 3, x = 1); [w]"
            + " = f(1)");
    assertEquals(
        "2:5 f takes 1 to 3 arguments (x, y, Z), but x is not given", problem(f + "a = f(y = 2)"));
    assertEquals(
        "2:5 f takes 1 to 3 arguments (x, y, Z), but 4 are given",
        problem(f + "a = f(1, 2, matrix(1,1,1), 4)"));
    assertEquals("2:13 f needs a matrix for Z, but an int is given", problem(f + "a = f(1, 2, 3)"));
    assertEquals(
        "2:7 f needs a scalar for x, but a 2x2 matrix is given",
        problem(f + "a = f(matrix(1,2,2))"));
    assertEquals(
        "2:13 f has 2 results, but 3 variables are assigned", problem(f + "[a, b, c] = f(1)"));
    assertTrue(
        problem(f + "a = f(x = 1, z = 2)")
            .contains("f has no argument named z; its arguments are x, y and Z"));
    check(f + "f(1)");
    check("g = function(int x) { print(x) }\na = g(1)");
    assertEquals(
        "3:5 g has no result, but its value is used",
        problem("g = function(int x) { print(x) }\na = 1\na = g(1)"));
  }

  @Test
  void definitions() {
    assertTrue(
        problem("f = function(int x) { print(x) }\nf = function(int y) { print(y) }")
            .startsWith("2:1 function f is defined twice"));
    assertTrue(
        problem("f = function(int x, int x) { print(x) }").contains("two parameters named x"));
    assertTrue(
        problem("f = function(int x) return (int y) { yy = x }")
            .endsWith("result y of function f is never assigned (did you mean yy?)"));
    assertTrue(
        problem("f = function(int y = x, int x) { print(y) }")
            .contains("a default value can't refer to variable x"));
    assertTrue(
        problem("f = function(matrix[double] x = 3) { print(x) }")
            .endsWith("x is declared as a matrix, but the default value of x is an int"));
    assertTrue(
        problem("f = function(int x) return (matrix[double] y) { y = x }")
            .endsWith("y is declared as a matrix, but at the end of f it is an int"));
  }

  @Test
  void typesAndConditions() {
    assertEquals("1:9 sum needs a matrix for X, but a string is given", problem("x = sum(\"a\")"));
    assertTrue(
        problem("A = matrix(1,2,2); if (A > 1) print(1)")
            .startsWith(
                "1:24 the condition of if must be a boolean or a number, but it is a 2x2 matrix"));
    assertTrue(
        problem("A = matrix(1,2,2); while (A) { A = A - 1 }").contains("the condition of while"));
    assertTrue(
        problem("for (i in 1:\"a\") print(i)")
            .contains("the last value of a loop must be a number"));
    assertTrue(
        problem("for (i in seq(1,5,0)) print(i)").contains("the step of a loop must not be 0"));
    assertTrue(problem("x = +\"a\"").contains("+ needs a number"));
    assertTrue(
        problem("c = sum(matrix(1,2,2)) > 3\nif (c) { x = 1 } else { x = matrix(1,1,1) }")
            .startsWith("2:1 x is a scalar on one path and a matrix on the other"));
    assertTrue(
        problem("x = 1\nfor (i in 1:2) x = matrix(i,1,1)")
            .startsWith("2:1 x is a scalar before the loop and a matrix after an iteration"));
  }

  @Test
  void allProblemsAtOnceInOrderWithoutFollowUps() {
    List<String> problems =
        problems(
            "x = foo(undefd)\n"
                + "y = x + 1\n"
                + "Z = matrix(1,2,3) %*% matrix(1,2,3)\n"
                + "print(sum(Z) + y)\n"
                + "f = function(int a) return (int b) { b = a + q }\n"
                + "print(w); print(w)\n"
                + "W = Z[1,]\n"
                + "for (i in 1:3) { x = x + bar; Z = Z + \"a\" }\n");
    assertEquals(6, problems.size(), problems.toString());
    assertTrue(problems.get(0).startsWith("1:5 unknown function foo"), problems.get(0));
    assertTrue(problems.get(1).startsWith("1:9 unknown variable undefd"), problems.get(1));
    assertTrue(problems.get(2).startsWith("3:19 "), problems.get(2));
    assertTrue(problems.get(3).startsWith("5:46 unknown variable q"), problems.get(3));
    assertTrue(problems.get(4).startsWith("6:7 unknown variable w"), problems.get(4));
    assertTrue(problems.get(5).startsWith("8:26 unknown variable bar"), problems.get(5));
  }

  @Test
  void errorsInLoopsAreReportedOnce() {
    List<String> problems =
        problems(
            "A = matrix(1,2,3)\n"
                + "for (i in 1:3) { for (j in 1:2) { A = A %*% A; B = foo(A); i = i - 1 } }");
    assertEquals(2, problems.size(), problems.toString());
    assertTrue(problems.get(0).startsWith("2:41 "), problems.get(0));
  }

  @Test
  void deeplyNestedLoopsAreCheckedInTime() {
    StringBuilder script = new StringBuilder("A = matrix(1,2,2); x = 0\n");
    for (int depth = 0; depth < 10; depth++) {
      script.append(
          "for (i" + depth + " in 1:2) { A = rbind(A, matrix(0,1,2)); if (x > 1) { y = x }\n");
    }
    script.append("x = x + 1; z = nosuch").append("}".repeat(10));
    assertTrue(problem(script.toString()).contains("variable nosuch"));
  }

  @Test
  void callsThatAreNotAssignedProperly() {
    problem("exists(\"x\")");
    check("x = 1; [b] = exists(\"x\"); A = matrix(0,2,2); [A[1,1]] = sum(A); print(b)");
    problem("[b, c] = exists(\"x\")");
    problem("f = function(int x) { print(x) }; [a] = f(3)");
    problem(
        "f = externalFunction(int x) return (int y) implemented in (classname=\"C\"); a = f(3)");
  }

  @Test
  void scriptArguments() {
    assertEquals(
        "1:7 script argument $a is not given (pass a=value, or use ifdef($a, default))",
        problem("print($a)"));
    new Scripts()
        .argument("a", Scalar.of(5))
        .accept("x = $a + 1; y = ifdef($a, \"s\"); z = y - 1; print(x)");
    check("x = ifdef($a, 1+2*3); print(x - 1)");
    List<Problem> problems = new Scripts().argument("a", Scalar.of("text")).reject("x = sum($a)");
    assertEquals("sum needs a matrix for X, but a string is given", problems.get(0).message());
    new Scripts().argument("1", Scalar.of("")).accept("x = ifdef($1, 7); print(x - 1)");
  }

  @Test
  void missingFilesAreFound() {
    check("X = read(\"X.csv\"); Y = X %*% matrix(1, 7, 2)");
    assertTrue(problem("X = read(\"no.csv\")").contains("file no.csv does not exist"));
    assertFalse(problem("X = read(\"X.csv\"); Y = X %*% matrix(1, 6, 2)").isEmpty());
  }

  @Test
  void guardsAgainstKnownSizesAreNoErrors() {
    check("n = 0; x = 0; if (n > 0) { x = 10 %/% n } print(x)");
    check("X = matrix(1,3,1); if (ncol(X) > 1) { Y = X[,2] } else { Y = X } print(Y)");
    check("n = 0; while (n > 0) { x = 10 %/% n; n = n - 1 }");
    check("if (FALSE) { A = matrix(1,2,3); B = A %*% A }");
    // Wrong in itself, whether or not it is ever run.
    problem("if (FALSE) { print(nosuch) }");
  }

  @Test
  void variablesOfAnExcludedBranchMayBeNamedInAnother() {
    Scripts script = new Scripts();
    assertEquals(
        List.of(),
        script
            .accept("k = 0; if (k == 1) { s = 3 } x = 1; if (k == 1) { x = s + 1 } print(x)")
            .warnings());
    assertEquals(1, script.accept("k = 0; if (k == 1) { s = 3 } print(s)").warnings().size());
  }

  @Test
  void someEarlierValueIsAWarning() {
    List<String> warnings =
        check("x = sum(matrix(1,1,1))\nif (x > 5) { A = 1 }\nprint(A)").warnings();
    assertEquals(1, warnings.size());
    assertTrue(
        warnings
            .get(0)
            .startsWith("test.dml:3:7: warning: variable A has a value on some paths only"),
        warnings.get(0));
    assertEquals(List.of(), check("for (i in 1:3) { y = i } print(y)").warnings());
    assertEquals(
        1,
        check("n = sum(matrix(1,1,1)); for (i in seq(1,n,1)) { y = i } print(y)")
            .warnings()
            .size());
    assertEquals(List.of(), check("for (i in seq(1,5,2)) { y = i } print(y)").warnings());
    assertEquals(
        List.of(), check("go = TRUE; while (go) { y = 1; go = FALSE } print(y)").warnings());
    assertEquals(
        1,
        check("go = sum(matrix(1,1,1)) > 0; while (go) { y = 1; go = FALSE } print(y)")
            .warnings()
            .size());
  }

  @Test
  void meaningsThatSystemDsDoesNotShareAreTold() {
    List<String> told =
        List.of("print(\"x=\", 1.5)", "print(\"%d of\", 3, 4)", "print(\"%2$d %%\", 1, 2, 3)");
    for (String script : told) {
      List<String> warnings = check(script).warnings();
      assertEquals(1, warnings.size(), script);
      assertTrue(
          warnings.get(0).startsWith("test.dml:1:7: warning: print shows all values"),
          warnings.get(0));
    }
    for (String script :
        List.of("print(\"%d\", 3)", "print(\"a\")", "print(\"%2$d\", 1, 2)", "print(\"a\\\\b\")")) {
      assertEquals(List.of(), check(script).warnings(), script);
    }
  }
}
