package dev.linden.lang.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Problem;
import dev.linden.lang.Program;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModulesTest {
  private static final String TWICE =
      "twice = function(matrix[double] A) return (matrix[double] B) { B = A * 2 }";

  @Test
  void functionsAreCalledByNamespace() {
    Program program =
        new Scripts()
            .file("lib.dml", TWICE + "\nunused = function(int a) { print(nosuch) }")
            .accept("source(\"lib.dml\") as L\nB = L::twice(matrix(1,1,1)); print(B)");
    assertEquals(Set.of("lib.dml::twice"), program.functions().keySet());
  }

  @Test
  void statementsOfASourcedFileAreNotPartOfTheProgram() {
    new Scripts()
        .file("lib.dml", "print(nosuch)\n" + TWICE)
        .accept("source(\"lib.dml\") as L\nx = 1");
  }

  @Test
  void filesMaySourceEachOtherAndUseTheirOwnFunctions() {
    Program program =
        new Scripts()
            .file(
                "a.dml",
                "source(\"b.dml\") as B\nf = function(int n) return (int r) { r = g(n) }\n"
                    + "g = function(int n) return (int r) { r = 0; if (n > 0) r = B::h(n - 1) }")
            .file("./b.dml", "")
            .file(
                "b.dml",
                "source(\"./a.dml\") as A\nh = function(int n) return (int r) { r = A::f(n) }")
            .accept("source(\"a.dml\") as A\nprint(A::f(3))");
    assertEquals(Set.of("a.dml::f", "a.dml::g", "b.dml::h"), program.functions().keySet());
  }

  @Test
  void setwdChangesTheBaseOfLaterPaths() {
    new Scripts()
        .file("lib.dml", TWICE)
        .file("dir/lib.dml", "thrice = function(int a) return (int b) { b = 3 * a }")
        .accept(
            "source(\"lib.dml\") as A\nsetwd(\"dir\")\nsource(\"lib.dml\") as B\n"
                + "x = A::twice(matrix(1,1,1)); y = B::thrice(2)");
  }

  @Test
  void namespacesArePrivateToTheirFile() {
    List<Problem> problems =
        new Scripts()
            .file("a.dml", "source(\"lib.dml\") as L\nf = function(int n) return (int r) { r = n }")
            .file("lib.dml", TWICE)
            .reject("source(\"a.dml\") as A\nx = A::f(1); B = L::twice(matrix(1,1,1))");
    assertEquals(1, problems.size());
    assertEquals("unknown namespace L", problems.get(0).message());
  }

  @Test
  void oneNamespaceForTwoFilesIsAnError() {
    Scripts scripts = new Scripts().file("a.dml", TWICE).file("b.dml", TWICE);
    scripts.accept("source(\"a.dml\") as L\nsource(\"./a.dml\") as L\nx = 1");
    List<Problem> problems =
        scripts.reject("source(\"a.dml\") as L\nsource(\"b.dml\") as L\nx = 1");
    assertEquals(1, problems.size());
    assertEquals(2, problems.get(0).span().line());
    assertTrue(problems.get(0).message().startsWith("namespace L already stands for a.dml"));
  }

  @Test
  void problemsOfFiles() {
    List<Problem> missing = new Scripts().reject("source(\"no.dml\") as L\nx = L::f(1)");
    assertEquals(1, missing.size(), missing.toString());
    assertEquals("file not found: no.dml", missing.get(0).message());

    List<Problem> unknown =
        new Scripts().file("a.dml", TWICE).reject("source(\"a.dml\") as L\nx = L::twise(1)");
    assertEquals("did you mean twice?", unknown.get(0).hint());

    List<Problem> inside =
        new Scripts()
            .file("a.dml", "f = function(int n) return (int r) { r = n + nosuch }")
            .reject("source(\"a.dml\") as L\nx = L::f(1) + nothing");
    assertEquals(
        List.of("test.dml", "a.dml"), inside.stream().map(p -> p.span().source().name()).toList());
  }

  @Test
  void syntaxErrorsOfSourcedFilesAreReported() {
    List<Problem> problems =
        new Scripts()
            .file("a.dml", "f = function(int n { }")
            .reject("source(\"a.dml\") as L\nx = nosuch");
    assertTrue(problems.stream().anyMatch(p -> p.span().source().name().equals("a.dml")));
    assertTrue(problems.stream().anyMatch(p -> p.message().contains("nosuch")));
  }

  @Test
  void aNameMayNotBeDefinedTwice() {
    List<Problem> problems =
        new Scripts().file("a.dml", TWICE + "\n" + TWICE).reject("source(\"a.dml\") as L\nx = 1");
    assertEquals(1, problems.size());
    assertEquals(2, problems.get(0).span().line());
  }
}
