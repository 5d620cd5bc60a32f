package dev.linden.op;

import static dev.linden.op.Calls.run;
import static dev.linden.op.Calls.runIn;
import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Operators end to end, on the matrices of the language description. */
class KernelTest {
  private static final Matrix A = Dense.of(2, 3, 1, 2, 3, 4, 5, 6);
  private static final Matrix S = Dense.of(2, 2, 4, 2, 2, 3);
  private static final Matrix V = column(4, 1, 3, 2);
  private static final Matrix W = column(1, 2, 1, 3);
  private static final Matrix G = column(1, 2, 2, 3);

  private static Matrix column(double... cells) {
    return Dense.of(cells.length, 1, cells);
  }

  private static Matrix row(double... cells) {
    return Dense.of(1, cells.length, cells);
  }

  private static Matrix matrix(String op, Object... arguments) {
    return ((MatrixValue) run(op, arguments)).matrix();
  }

  private static String show(String op, Object... arguments) {
    Value value = run(op, arguments);
    if (!(value instanceof MatrixValue)) {
      return Text.of(value);
    }
    Matrix matrix = ((MatrixValue) value).matrix();
    StringBuilder out = new StringBuilder("[");
    for (int i = 0; i < matrix.rows(); i++) {
      out.append(i > 0 ? "; " : "");
      for (int j = 0; j < matrix.cols(); j++) {
        out.append(j > 0 ? " " : "");
        Text.appendCell(out, matrix.get(i, j), 0);
      }
    }
    return out.append("]").toString();
  }

  private static String error(String op, Object... arguments) {
    return assertThrows(InputError.class, () -> run(op, arguments)).getMessage();
  }

  @Test
  void cellwise() {
    assertEquals("[3 2 1; 0 1 2]", show("abs", matrix("-", A, 4)));
    assertEquals("[1.414; NaN; 1; 0]", show("sqrt", matrix("-", V, 2)));
    assertEquals("[0 1 1.585; 2 2.322 2.585]", show("log", A, 2));
    assertEquals("[0 0.693 1.099; 1.386 1.609 1.792]", show("log", A));
    assertEquals("[-2 -1 1 2 3]", show("round", row(-2.5, -1.5, 0.5, 1.5, 2.5)));
    assertEquals("[0 1 0]", show("isNaN", row(1, Double.NaN, 3)));
    assertEquals("[2 4 8; 16 32 64]", show("^", 2, A));
    assertEquals("[-99 -98 -97; -196 -195 -194]", show("-", A, column(100, 200)));
    assertEquals("[99 98 97; 196 195 194]", show("-", column(100, 200), A));
    assertEquals("[0.1 0.1 0.1; 0.4 0.25 0.2]", show("/", A, row(10, 20, 30)));
    assertEquals("[1001 1002 1003; 1004 1005 1006]", show("+", A, Dense.of(1, 1, 1000)));
    assertEquals("[11 21 31; 12 22 32]", show("+", column(1, 2), row(10, 20, 30)));
    assertEquals("[11 21 31; 12 22 32]", show("+", row(10, 20, 30), column(1, 2)));
    assertEquals("[3 3 3; 4 5 6]", show("max", A, 3));
    assertEquals("[1 2 3; 2 2 5]", show("min", A, row(2, 2, 5)));
    assertEquals("[3 3 3; 4 5 5]", show("max", 3, matrix("min", A, 5), row(0, 0, 0)));
    assertEquals("[0 0 1; 1 1 1]", show("ppred", A, 3, ">="));
    assertEquals("[1 1; 0 0; 1 1; 1 0]", show("outer", V, row(1, 2), ">"));
    assertEquals("[-1 -1 3; 4 5 6]", show("ifelse", matrix(">", A, 2), A, -1));
    assertEquals("[1 2 3; 4 5 6]", show("ifelse", true, A, 0));
    assertEquals("[1 7 3]", show("replace", row(1, Double.NaN, 3), Double.NaN, 7));
    assertEquals("[-1 -2 -3; -4 -5 -6]", show("unary -", A));
  }

  @Test
  void leavesInputsOfManyOperandsAlone() {
    Matrix high = Dense.of(2, 3, 9, 9, 9, 9, 9, 9);
    Matrix low = Dense.of(2, 3, 0, 0, 0, 0, 0, 0);
    assertEquals("[9 9 9; 9 9 9]", show("max", high, A, low, 1));
    assertEquals(
        Text.of(new MatrixValue(Dense.of(2, 3, 9, 9, 9, 9, 9, 9))), Text.of(new MatrixValue(high)));
    assertEquals("[1 2 3; 4 5 6]", show("[]", A));
  }

  @Test
  void aggregates() {
    assertEquals("21.0", show("sum", A));
    assertEquals("3.5", show("mean", A));
    assertEquals("6.0", show("max", A));
    assertEquals("720.0", show("prod", A));
    assertEquals("3.5", show("var", A));
    assertEquals("7.0", show("trace", S));
    assertEquals("[6; 15]", show("rowSums", A));
    assertEquals("[4.5 4.5 4.5]", show("colVars", A));
    assertEquals("[1; 1]", show("rowSds", A));
    assertEquals("[3; 3]", show("rowIndexMax", Dense.of(2, 3, 1, 3, 3, 0, 0, 0)));
    assertEquals("[1 2 3; 5 7 9]", show("cumsum", A));
    assertEquals("[1; 3; 9; 8.5]", show("cumsumprod", Dense.of(4, 2, 1, 0, 2, 1, 3, 2, 4, 0.5)));
    assertEquals("[0 0 0]", show("colSums", Dense.zeros(0, 3)));
    assertEquals("Infinity", show("min", Dense.zeros(0, 3)));
    assertEquals("1.25", show("moment", V, 2));
    assertEquals("2.5625", show("centralMoment", V, 4));
    assertEquals("-0.6666666666666666", show("cov", V, matrix("seq", 1, 4)));
    assertWithin(0.97959, ((Scalar) run("moment", V, W, 2)).asDouble(), 1e-5);
    assertWithin(2.142857, ((Scalar) run("mean", V, W)).asDouble(), 1e-6);
  }

  @Test
  void reorganizes() {
    assertEquals("[1 4; 2 5; 3 6]", show("t", A));
    assertEquals("[4 5 6; 1 2 3]", show("rev", A));
    assertEquals("[4; 3]", show("diag", S));
    assertEquals("[1 0; 0 2]", show("diag", column(1, 2)));
    assertEquals("[1 2; 3 4; 5 6]", show("matrix", A, 3, 2));
    assertEquals("[1 5; 4 3; 2 6]", show("matrix", A, 3, 2, false));
    assertEquals("[1 2 3 7; 4 5 6 8]", show("cbind", A, column(7, 8)));
    assertEquals("[1 2 3; 4 5 6]", show("rbind", Dense.zeros(0, 3), A));
    assertEquals("[1 2 3; 4 5 6]", show("cbind", Dense.zeros(0, 0), A));
    assertEquals("[2; 4; 3; 1]", show("order", V, 1, false, true));
    assertEquals(
        "[0 5; 1 1; 1 2; 1 3]", show("order", Dense.of(4, 2, 1, 2, 1, 1, 0, 5, 1, 3), row(1, 2)));
    assertEquals("by of order: column 2 is outside 1..1", error("order", V, row(2)));
    assertEquals(
        "[14 20; 30 44]",
        show("*", 2, matrix("%*%", Dense.of(2, 2, 1, 2, 3, 4), Dense.of(2, 2, 1, 2, 3, 4))));
    assertEquals("[0 0; 0 0; 0 0]", show("%*%", Dense.zeros(3, 0), Dense.zeros(0, 2)));
    assertEquals("[1; 1]", show("solve", S, column(6, 5)));
  }

  @Test
  void indexes() {
    assertEquals("[6]", show("[]", A, 2, null, 3));
    assertEquals("[4 5 6]", show("[]", A, 2));
    assertEquals("[2 3; 5 6]", show("[]", A, null, null, 2, 3));
    assertEquals("[1 2 3]", show("[]", A, 1.7));
    assertEquals("[1 2 3; 4 5 6]", show("[]", A));
    assertEquals("row index 3 is outside 1..2", error("[]", A, 3));
    assertEquals("row range 2:1 runs backwards", error("[]", A, 2, 1));
    assertEquals("[1 9 3; 4 5 6]", show("[]<-", A, 9, 1, null, 2));
    assertEquals("[7 7 3; 7 7 6]", show("[]<-", A, 7, 1, 2, 1, 2));
    assertEquals("[8 9 10; 4 5 6]", show("[]<-", A, row(8, 9, 10), 1));
    assertEquals("[1 2 3; 4 5 6]", show("[]", A));
    assertEquals(
        "cells of a matrix take numbers, but the assigned value is a string",
        error("[]<-", A, "x", 1, null, 1));
  }

  @Test
  void generates() {
    assertEquals("[3; 3]", show("matrix", 3, 2.7, 1));
    assertEquals("[1.5 -2000; NaN Infinity]", show("matrix", "1.5 -2e3 NaN Infinity", 2, 2));
    assertEquals("[1 3; 2 4]", show("matrix", "1 2 3 4", 2, 2, false));
    assertThrows(InputError.class, () -> run("matrix", "1 2 3", 2, 2));
    assertEquals("[10; 6; 2]", show("seq", 10, 1, -4));
    assertEquals("[1.5; 2.5; 3.5]", show("seq", 1.5, 4));
    assertEquals("[5 5; 5 5]", show("rand", 2, 2, 5, 5));
    assertEquals(show("rand", 3, 3, null, null, null, 7), show("rand", 3, 3, null, null, null, 7));
    assertEquals(55, sum(matrix("sample", 10, 10, 42)));
    assertEquals(10, matrix("rand", 5, 2, null, null, "normal").cells());
    assertEquals(10, matrix("rand", 5, 2, null, null, "poisson", 3, 1.0, 2.0).cells());
  }

  private static double sum(Matrix matrix) {
    double sum = 0;
    for (int i = 0; i < matrix.rows(); i++) {
      sum += matrix.get(i, 0);
    }
    return sum;
  }

  @Test
  void unseededRandomsTakeSeedsFromTheEnvironment() {
    FakeEnvironment environment = new FakeEnvironment();
    Value first = runIn(environment, List.of(), "rand", 3, 3).get(0);
    Value second = runIn(environment, List.of(), "rand", 3, 3).get(0);
    assertEquals(3, environment.nextSeed());
    assertEquals(Text.of(first), Text.of(run("rand", 3, 3, null, null, null, 1)));
    assertEquals(Text.of(second), Text.of(run("rand", 3, 3, null, null, null, 2)));
  }

  @Test
  void groups() {
    assertEquals("[1 0 0; 1 1 0; 0 0 1]", show("table", G, W));
    assertEquals("[4; 4; 2]", show("table", G, 1, V));
    assertEquals("[4 0 0 0; 3 1 0 0]", show("table", G, W, V, 2, 4));
    assertEquals("[1 0 0 0; 1 1 0 0]", show("table", G, W, 2, 4));
    assertEquals("[1 0; 2 3]", show("removeEmpty", Dense.of(3, 2, 1, 0, 0, 0, 2, 3), "rows"));
    assertEquals("[1 3; 4 6]", show("removeEmpty", A, "cols", row(1, 0, 1)));
    assertEquals("[0 0 0]", show("removeEmpty", Dense.zeros(2, 3), "rows"));
    assertEquals(0, matrix("removeEmpty", Dense.zeros(2, 3), "rows", null, false).rows());
  }

  @Test
  void casts() {
    assertEquals("6.0", show("as.scalar", matrix("[]", A, 2, null, 3)));
    assertEquals("3", show("as.integer", 3.9));
    assertEquals("-3", show("as.integer", -3.9));
    assertEquals("1", show("as.integer", 0.9999999999999999));
    assertEquals("1", show("as.integer", "1.5"));
    assertEquals("0", show("as.integer", Double.NaN));
    assertEquals("1", show("as.integer", true));
    assertEquals("1000.0", show("as.double", "1e3"));
    assertEquals("\"abc\" is not a number", error("as.double", "abc"));
    assertEquals("TRUE", show("as.logical", 2));
    assertEquals("TRUE", show("as.logical", "TrUe"));
    assertEquals("FALSE", show("as.logical", "abc"));
    assertEquals("TRUE", show("as.logical", Double.NaN));
    assertEquals("[1; 2; 3]", show("as.matrix", run("list", 1, 2, 3)));
    MatrixValue held = new MatrixValue(A);
    assertSame(held, run("as.matrix", new ListValue(List.of(held), null)));
    assertSame(A, matrix("as.matrix", held));
    assertEquals(
        "as.scalar needs a scalar in the list, but it holds a list",
        error("as.scalar", run("list", run("list", 1))));
  }

  @Test
  void lists() {
    Value list = run("list", 10, 20.5, "c");
    assertEquals("3", show("length", list));
    assertEquals("List containing:\n[20.5, c]", show("[]", list, 2, 3));
    assertEquals("List containing:\n[10, 99, c]", show("[]<-", list, 99, 2));
    Value longer = run("append", list, 7);
    List<Value> split = runIn(new FakeEnvironment(), List.of(), "remove", longer, 2);
    assertEquals("List containing:\n[10, c, 7]", Text.of(split.get(0)));
    assertEquals("List containing:\n[20.5]", Text.of(split.get(1)));
    assertEquals("list index 5 is outside 1..4", error("[]", longer, 5));
    Value two = run("list", 1, 2);
    assertEquals("List containing:\n[1, 2, c]", show("[]<-", list, two, 1, 2));
  }

  @Test
  void namedLists() {
    FakeEnvironment environment = new FakeEnvironment();
    Value named = runIn(environment, List.of("a", "b"), "list", 1, "two").get(0);
    assertEquals("two", show("as.scalar", run("[]", named, "b")));
    assertEquals("List containing:\n[5, two]", show("[]<-", named, 5, "a"));
    assertEquals("the list has no element \"z\"; its elements are a, b", error("[]", named, "z"));
    Value more = runIn(environment, List.of("c"), "list", 3).get(0);
    assertEquals(List.of("a", "b", "c"), ((ListValue) run("append", named, more)).names());
    assertThrows(InputError.class, () -> run("append", named, 3));
    assertThrows(
        OpError.class, () -> runIn(environment, java.util.Arrays.asList("a", null), "list", 1, 2));
    assertThrows(OpError.class, () -> runIn(environment, List.of("a", "a"), "list", 1, 2));
    assertNull(((ListValue) run("list")).names());
  }

  @Test
  void bindsLists() {
    assertEquals("[1 2 3; 4 5 6; 7 8 9]", show("rbind", run("list", A, row(7, 8, 9))));
    MatrixValue held = new MatrixValue(A);
    assertSame(held, run("cbind", new ListValue(List.of(held), null)));
    assertEquals(
        "rbind of a list needs matrices, but element 2 is a scalar",
        error("rbind", run("list", A, 1)));
    assertEquals(
        "cbind needs equal rows, but element 2 is 4x1 where 2 are expected",
        error("cbind", run("list", A, V)));
  }

  @Test
  void appendsTexts() {
    assertEquals("a\nb", show("append", "a", "b"));
    assertEquals("[1 2 3 7; 4 5 6 8]", show("append", A, column(7, 8)));
  }

  @Test
  void prints() {
    FakeEnvironment environment = new FakeEnvironment();
    runIn(environment, List.of(), "print", 5.0);
    runIn(environment, List.of(), "print", "100%");
    runIn(environment, List.of(), "print", A);
    runIn(environment, List.of(), "print", "%s is %d and %f", "x", 3, 2.5);
    assertEquals(
        List.of("5.0", "100%", "1.000 2.000 3.000\n4.000 5.000 6.000\n", "x is 3 and 2.500000"),
        environment.printed);
    assertEquals("1.0,2.0,3.0\n", show("toString", row(1, 2, 3), null, null, 1, null, ","));
    assertEquals("t", show("toString", "t"));
  }

  @Test
  void ends() {
    assertEquals("halt", assertThrows(StopError.class, () -> run("stop", "halt")).getMessage());
    assertEquals("assertion failed", error("assert", false));
    runIn(new FakeEnvironment(), List.of(), "assert", true);
  }

  @Test
  void callsByName() {
    FakeEnvironment environment = new FakeEnvironment();
    environment.callResults = List.of(Scalar.of(2.0), Scalar.of(15.0));
    assertEquals("2.000\n", Text.of(runIn(environment, List.of(), "eval", "f", 5, 3).get(0)));
    assertEquals(List.of(Scalar.of(5), Scalar.of(3)), environment.calledWith.get(0));
    assertEquals(List.of(), environment.calledNames.get(0));
    Value named = runIn(environment, List.of("b", "a"), "list", 1, 10).get(0);
    Value all = runIn(environment, List.of(), "evalList", "f", named).get(0);
    assertEquals("List containing:\n[2.0, 15.0]", Text.of(all));
    assertEquals(List.of(Scalar.of(1), Scalar.of(10)), environment.calledWith.get(1));
    assertEquals(List.of("b", "a"), environment.calledNames.get(1));
  }

  @Test
  void readsAndWrites() {
    FakeEnvironment environment = new FakeEnvironment();
    environment.readInfo = Info.matrix(2, 3);
    environment.readResult = new MatrixValue(A);
    Value naStrings = run("list", "NA", "nan");
    Object[] arguments = new Object[15];
    arguments[0] = "in.csv";
    arguments[3] = "csv";
    arguments[10] = true;
    arguments[14] = naStrings;
    assertSame(environment.readResult, runIn(environment, List.of(), "read", arguments).get(0));
    Environment.ReadRequest request = environment.read.get(0);
    assertEquals("in.csv", request.path());
    assertEquals(Map.of("format", Scalar.of("csv"), "header", Scalar.TRUE), request.options());
    assertEquals(List.of("NA", "nan"), request.naStrings());
    assertEquals(request.options(), environment.described.get(0).options());
    runIn(environment, List.of(), "readMM", "m.mtx");
    assertEquals(Map.of("format", Scalar.of("mm")), environment.read.get(1).options());
    runIn(environment, List.of(), "write", A, "out", "csv", null, ";");
    assertEquals(
        new Environment.WriteRequest(
            "out", Map.of("format", Scalar.of("csv"), "sep", Scalar.of(";"))),
        environment.written.get(0));
  }

  @Test
  void readsOfUnknownPathsAreMatricesUnlessTheDataTypeSaysOtherwise() {
    Info path = Info.scalar(ValueType.STRING);
    assertEquals(Info.matrix(), Calls.infer("read", path));
    assertEquals(Info.list(), Calls.infer("read", path, "list"));
    assertEquals(Info.scalar(ValueType.INT), Calls.infer("read", path, "scalar", "int"));
    assertThrows(OpError.class, () -> Calls.infer("read", path, "vector"));
    assertThrows(OpError.class, () -> Calls.infer("read", 5));
  }
}
