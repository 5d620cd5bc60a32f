package dev.linden.op;

import static dev.linden.op.Calls.infer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Sizes and messages. */
class RuleTest {
  private static final Info UNKNOWN = Info.matrix();
  private static final Info INT = Info.scalar(ValueType.INT);

  private static Info matrix(long rows, long cols) {
    return Info.matrix(rows, cols);
  }

  private static Info matrix(long rows, long cols, long nnz) {
    return Info.matrix(Size.of(rows, cols, nnz));
  }

  private static String shape(String op, Object... arguments) {
    return infer(op, arguments).size().shape();
  }

  private static String error(String op, Object... arguments) {
    return assertThrows(OpError.class, () -> infer(op, arguments)).getMessage();
  }

  @Test
  void everyOperatorIsComplete() {
    for (Op op : Catalogue.all()) {
      assertTrue(op.summary().endsWith("."), op.name());
      assertTrue(op.kernel() != null, op.name());
    }
    for (String name :
        List.of(
            "+",
            "unary -",
            "%*%",
            "[]",
            "[]<-",
            "pmin",
            "avg",
            "ctable",
            "Rand",
            "castAsScalar",
            "as.boolean",
            "isNaN",
            "centralMoment",
            "read.csv",
            "evalList",
            "sigmoid",
            "cumsumprod",
            "colSds")) {
      assertTrue(Catalogue.find(name) != null, name);
    }
  }

  @Test
  void resolvesMinByTheNumberOfArguments() {
    Op min = Catalogue.find("min");
    assertEquals(AggregateOps.MIN, min.forArguments(1));
    assertEquals(min, min.forArguments(2));
    assertEquals(Info.scalar(ValueType.DOUBLE), infer("min", matrix(2, 3)));
    assertEquals("2x3", shape("min", matrix(2, 3), matrix(1, 3), 4));
    assertEquals("min needs a matrix for X, but an int is given", error("min", 5));
  }

  @Test
  void broadcasts() {
    assertEquals("2x3", shape("+", matrix(2, 3), matrix(2, 3)));
    assertEquals("2x3", shape("+", matrix(2, 3), matrix(2, 1)));
    assertEquals("2x3", shape("+", matrix(1, 3), matrix(2, 3)));
    assertEquals("2x3", shape("+", matrix(2, 1), matrix(1, 3)));
    assertEquals("2x3", shape("+", matrix(1, 1), matrix(2, 3)));
    assertEquals("0x3", shape("+", matrix(0, 3), matrix(1, 3)));
    assertEquals("2x?", shape("+", matrix(2, -1), matrix(-1, 1)));
    assertEquals("?x3", shape("+", UNKNOWN, matrix(1, 3)));
    assertEquals("2x3", shape("*", 2, matrix(2, 3)));
    assertEquals(
        "cannot apply + to a 2x3 matrix and a 3x2 matrix: the rows (2 and 3) must be equal, or one"
            + " of them 1",
        error("+", matrix(2, 3), matrix(3, 2)));
    assertEquals(
        "cannot apply < to a ?x3 matrix and a ?x2 matrix: the columns (3 and 2) must be equal, or"
            + " one of them 1",
        error("<", matrix(-1, 3), matrix(-1, 2)));
    assertEquals(
        "+ joins a string with scalars only, but a 2x2 matrix is given",
        error("+", "A=", matrix(2, 2)));
  }

  @Test
  void boundsNonZerosOfCellwiseResults() {
    assertEquals(7, infer("*", matrix(10, 10, 7), matrix(10, 10, 20)).size().nnz());
    assertEquals(27, infer("+", matrix(10, 10, 7), matrix(10, 10, 20)).size().nnz());
    assertEquals(100, infer("+", matrix(10, 10, 70), matrix(10, 10, 60)).size().nnz());
    assertEquals(100, infer("==", matrix(10, 10, 7), matrix(10, 10, 20)).size().nnz());
    assertEquals(30, infer("+", matrix(10, 10, 10), matrix(10, 1, 2)).size().nnz());
    assertEquals(7, infer("*", matrix(10, 10, 7), Info.scalar(ValueType.DOUBLE)).size().nnz());
    assertEquals(7, infer("!=", matrix(10, 10, 7), 0).size().nnz());
    assertEquals(7, infer("^", matrix(10, 10, 7), 2).size().nnz());
    assertEquals(100, infer("^", matrix(10, 10, 7), Info.scalar(ValueType.DOUBLE)).size().nnz());
    assertEquals(100, infer("-", 1, matrix(10, 10, 7)).size().nnz());
    assertEquals(7, infer("sqrt", matrix(10, 10, 7)).size().nnz());
    assertEquals(100, infer("cos", matrix(10, 10, 7)).size().nnz());
    assertEquals(-1, infer("cos", UNKNOWN).size().nnz());
  }

  @Test
  void multiplies() {
    assertEquals("3x5", shape("%*%", matrix(3, 4), matrix(4, 5)));
    assertEquals("3x?", shape("%*%", matrix(3, 4), UNKNOWN));
    assertEquals(
        "cannot multiply a 3x4 matrix with a 3x4 matrix: the columns of the left (4) must equal the"
            + " rows of the right (3)",
        error("%*%", matrix(3, 4), matrix(3, 4)));
    assertEquals(
        "%*% needs a matrix on the right, but an int is given", error("%*%", matrix(2, 3), 2));
    assertEquals(0, infer("%*%", matrix(3, 0), matrix(0, 2)).size().nnz());
    assertEquals(6, infer("%*%", matrix(100, 50, 2), matrix(50, 80, 3)).size().nnz());
    assertEquals(8000, infer("%*%", matrix(100, 50), matrix(50, 80, 3000)).size().nnz());
  }

  @Test
  void aggregates() {
    assertEquals(Info.scalar(ValueType.DOUBLE), infer("sum", UNKNOWN));
    assertEquals("sum needs a matrix for X, but an int is given", error("sum", 5));
    assertEquals("4x1", shape("rowSums", matrix(4, 7)));
    assertEquals(2, infer("rowSums", matrix(4, 7, 2)).size().nnz());
    assertEquals("1x7", shape("colMeans", matrix(-1, 7)));
    assertEquals("4x1", shape("rowIndexMax", matrix(4, 7)));
    assertEquals(
        "trace needs a square matrix, but is given a 2x3 matrix", error("trace", matrix(2, 3)));
    assertEquals("4x7", shape("cumsum", matrix(4, 7)));
    assertEquals("4x1", shape("cumsumprod", matrix(4, 2)));
    assertEquals(
        "cumsumprod needs a matrix with 2 columns, but is given a 4x3 matrix",
        error("cumsumprod", matrix(4, 3)));
    assertEquals(
        "the weights of mean must have the shape of X, 4x1, but is 3x1",
        error("mean", matrix(4, 1), matrix(3, 1)));
  }

  @Test
  void reorganizes() {
    assertEquals(Info.matrix(Size.of(7, 4, 3)), infer("t", matrix(4, 7, 3)));
    assertEquals("4x4", shape("diag", matrix(4, 1)));
    assertEquals("4x1", shape("diag", matrix(4, 4)));
    assertEquals("4x?", shape("diag", matrix(4, -1)));
    assertEquals("4x1", shape("diag", matrix(-1, 4)));
    assertEquals(
        "diag needs a column (n x 1) or a square matrix, but is given a 2x3 matrix",
        error("diag", matrix(2, 3)));
    assertEquals("4x2", shape("order", matrix(4, 2)));
    assertEquals("4x1", shape("order", matrix(4, 2), 2, false, true));
    assertEquals("4x?", shape("order", matrix(4, 2), 2, false, Info.scalar(ValueType.BOOLEAN)));
    assertEquals("by of order: column 3 is outside 1..2", error("order", matrix(4, 2), 3));
    assertEquals("3x5", shape("cbind", matrix(3, 2), matrix(3, 3)));
    assertEquals("3x?", shape("cbind", matrix(3, -1), matrix(3, -1)));
    assertEquals("3x2", shape("cbind", matrix(3, 2), matrix(0, 0)));
    assertEquals("?x5", shape("cbind", matrix(-1, 2), matrix(-1, 3)));
    assertEquals("5x2", shape("rbind", matrix(3, 2), matrix(2, 2)));
    assertEquals("2x3", shape("rbind", matrix(0, 3), matrix(2, 3)));
    assertEquals("0x3", shape("rbind", matrix(0, 3)));
    assertEquals(
        "cbind needs matrices with the same number of rows, which is 3 here, but this is a 2x2"
            + " matrix",
        error("cbind", matrix(3, 2), matrix(2, 2)));
    assertEquals(Info.matrix(), infer("cbind", Info.list(3)));
  }

  @Test
  void generates() {
    assertEquals(Info.matrix(Size.of(3, 4, 0)), infer("matrix", 0, 3, 4));
    assertEquals(Info.matrix(Size.of(3, 4, 12)), infer("matrix", 1.5, 3, 4));
    assertEquals("2x1", shape("matrix", 3, 2.7, 1));
    assertEquals("?x4", shape("matrix", 1, INT, 4));
    assertEquals(5, infer("matrix", matrix(2, 6, 5), 3, 4).size().nnz());
    assertEquals("4x3", shape("matrix", matrix(2, 6), INT, 3));
    assertEquals(
        "cannot reshape a 2x6 matrix (12 cells) to 5x2 (10 cells)",
        error("matrix", matrix(2, 6), 5, 2));
    assertEquals("rows of matrix must be at least 0, but is -1", error("matrix", 0, -1, 4));
    assertEquals("cols of matrix must be a number, but is a string", error("matrix", 0, 1, "4"));
    assertEquals(
        "the cells of a matrix are numbers, but data is a boolean", error("matrix", true, 1, 1));
    assertEquals("5x1", shape("seq", 0, 1, 0.25));
    assertEquals("4x1", shape("seq", 0, 1, 0.3));
    assertEquals("5x1", shape("seq", 5, 1));
    assertEquals("?x1", shape("seq", 1, INT));
    assertEquals("incr of seq must not be 0", error("seq", 1, 2, 0));
    assertEquals("incr of seq has the wrong sign: from 1 to 5 by -1", error("seq", 1, 5, -1));
    assertEquals("10x5", shape("rand", 10, 5));
    assertEquals(50, infer("rand", 10, 5, null, null, null, null, 0.1).size().nnz());
    assertEquals(
        "sparsity of rand must be within 0..1, but is 2",
        error("rand", 1, 1, null, null, null, null, 2));
    assertEquals(
        "pdf of rand must be one of \"uniform\", \"normal\", \"poisson\", but is \"beta\"",
        error("rand", 1, 1, null, null, "beta"));
    assertEquals("7x1", shape("sample", 10, 7));
    assertEquals("cannot draw 11 different numbers out of 1..10", error("sample", 10, 11, 42));
    assertEquals("11x1", shape("sample", 10, 11, true));
  }

  @Test
  void indexes() {
    assertEquals("1x1", shape("[]", matrix(3, 4), 2, null, 3));
    assertEquals("3x1", shape("[]", matrix(3, 4), null, null, 3));
    assertEquals("2x4", shape("[]", matrix(3, 4), 1, 2));
    assertEquals("1x4", shape("[]", matrix(3, 4), INT));
    assertEquals("?x2", shape("[]", matrix(3, 4), INT, INT, 2, 3));
    assertEquals("3x4", shape("[]", matrix(3, 4)));
    assertEquals("row index 4 is outside 1..3", error("[]", matrix(3, 4), 4, null, 1));
    assertEquals("row index 0 is outside 1..3", error("[]", matrix(3, 4), 0, null, 1));
    assertEquals("row index 0 must be at least 1", error("[]", UNKNOWN, 0, null, 1));
    assertEquals("column index 5 is outside 1..4", error("[]", matrix(3, 4), INT, null, 2, 5));
    assertEquals("row range 3:2 runs backwards", error("[]", matrix(3, 4), 3, 2, 1));
    assertEquals("the row index must be a number, but is a string", error("[]", matrix(3, 4), "a"));
    assertEquals(Info.list(1), infer("[]", Info.list(3), "b"));
    assertEquals(Info.list(2), infer("[]", Info.list(3), 2, 3));
    assertEquals("list index 4 is outside 1..3", error("[]", Info.list(3), 4));
    assertEquals(
        "a list has one dimension only: write L[i]", error("[]", Info.list(3), 1, null, 1));
  }

  @Test
  void assignsParts() {
    assertEquals(Info.matrix(Size.of(3, 4, 3)), infer("[]<-", matrix(3, 4, 2), 5, 1, null, 1));
    assertEquals(Info.matrix(Size.of(3, 4, 2)), infer("[]<-", matrix(3, 4, 2), 0, 1, 2, 1, 2));
    assertEquals(
        "cannot assign a 1x3 matrix to a 1x4 part of a matrix",
        error("[]<-", matrix(3, 4), matrix(1, 3), 1));
    assertEquals(
        "cells of a matrix take numbers, but the assigned value is a string",
        error("[]<-", matrix(3, 4), "text", 1, null, 1));
    assertEquals("row index 4 is outside 1..3", error("[]<-", matrix(3, 4), 1, 4, null, 1));
    assertEquals(Info.list(3), infer("[]<-", Info.list(3), matrix(2, 2), 2));
    assertEquals(
        "a range of a list takes a list of as many elements (2), but is given an int",
        error("[]<-", Info.list(3), 1, 1, 2));
  }

  @Test
  void shapesAreConstantsOnceKnown() {
    assertEquals(Info.constant(Scalar.of(3)), infer("nrow", matrix(3, -1)));
    assertEquals(INT, infer("ncol", matrix(3, -1)));
    assertEquals(Info.constant(Scalar.of(12)), infer("length", matrix(3, 4)));
    assertEquals(Info.constant(Scalar.of(2)), infer("length", Info.list(2)));
    assertEquals(INT, infer("length", Info.list()));
  }

  @Test
  void casts() {
    assertEquals(Info.scalar(ValueType.DOUBLE), infer("as.scalar", UNKNOWN));
    assertEquals(Info.scalar(ValueType.UNKNOWN), infer("as.scalar", Info.list(1)));
    assertEquals(
        "as.scalar needs a 1x1 matrix, but is given a 2x2 matrix",
        error("as.scalar", matrix(2, 2)));
    assertEquals(
        "as.scalar needs a matrix, a frame or a list for X, but an int is given",
        error("as.scalar", 5));
    assertEquals("1x1", shape("as.matrix", 5));
    assertEquals("3x1", shape("as.matrix", Info.list(3)));
    assertEquals("?x?", shape("as.matrix", Info.list(1)));
  }

  @Test
  void groups() {
    assertEquals("?x?", shape("table", matrix(4, 1), matrix(4, 1)));
    assertEquals("?x1", shape("table", matrix(4, 1), 1));
    assertEquals("2x4", shape("table", matrix(4, 1), matrix(4, 1), 2, 4));
    assertEquals("2x4", shape("table", matrix(4, 1), matrix(4, 1), matrix(4, 1), 2, 4));
    assertEquals("2x4", shape("table", matrix(4, 1), matrix(4, 1), null, 2, 4));
    assertEquals("2x4", shape("table", matrix(4, 1), matrix(4, 1), 2, 4, true));
    assertEquals(4, infer("table", matrix(4, 1), matrix(4, 1), 20, 40).size().nnz());
    assertEquals(
        "b of table must have the shape of a, 4x1, but is 3x1",
        error("table", matrix(4, 1), matrix(3, 1)));
    assertEquals("?x3", shape("removeEmpty", matrix(4, 3), "rows"));
    assertEquals("4x?", shape("removeEmpty", matrix(4, 3), "cols"));
    assertEquals(
        "select of removeEmpty must be 1x3 for margin \"cols\" of a 4x3 matrix, but is 4x1",
        error("removeEmpty", matrix(4, 3), "cols", matrix(4, 1)));
    assertEquals(2, infer("replace", matrix(4, 3, 2), Double.NaN, 7).size().nnz());
    assertEquals(12, infer("replace", matrix(4, 3, 2), 0, 7).size().nnz());
  }

  @Test
  void statistics() {
    infer("moment", matrix(4, 1), 2);
    infer("moment", matrix(4, 1), matrix(4, 1), 2);
    assertEquals(
        "the order of moment must be 2, 3 or 4, but is 5", error("moment", matrix(4, 1), 5));
    assertEquals(
        "moment needs the order 2, 3 or 4 as its last argument", error("moment", matrix(4, 1)));
    assertEquals(
        "x of cov must be a column (n x 1), but is a 4x2 matrix",
        error("cov", matrix(4, 2), matrix(4, 2)));
    assertEquals("3x1", shape("solve", matrix(3, 3), matrix(3, 1)));
    assertEquals("3x1", shape("solve", matrix(-1, 3), matrix(-1, 1)));
    assertEquals(
        "solve needs as many rows on the right as A has (3), but is given a 2x1 matrix",
        error("solve", matrix(3, 3), matrix(2, 1)));
  }

  private static List<String> shapes(String op, Object... arguments) {
    return Calls.inferAll(op, arguments).stream().map(info -> info.size().shape()).toList();
  }

  @Test
  void decomposes() {
    assertEquals(List.of("3x3"), shapes("inverse", matrix(-1, 3)));
    assertEquals(List.of("3x3"), shapes("cholesky", matrix(3, -1)));
    assertEquals(List.of("3x1", "3x3"), shapes("eigen", matrix(3, 3)));
    assertEquals(List.of("5x3", "5x3"), shapes("qr", matrix(5, 3)));
    assertEquals(List.of("3x3", "3x3", "3x3"), shapes("lu", matrix(3, 3)));
    assertEquals(List.of("5x3", "3x3", "3x3"), shapes("svd", matrix(5, 3)));
    assertEquals(List.of("3x3", "3x3", "5x3"), shapes("svd", matrix(3, 5)));
    assertEquals(List.of("5x?", "?x?", "?x?"), shapes("svd", matrix(5, -1)));
    assertEquals(3, Calls.inferAll("svd", matrix(5, 3)).get(1).size().nnz());
    assertEquals(6, infer("cholesky", matrix(3, 3)).size().nnz());
    for (String op : List.of("inv", "det", "cholesky", "eigen", "lu")) {
      assertEquals(
          op + " needs a square matrix, but is given a 2x3 matrix", error(op, matrix(2, 3)));
    }
  }

  @Test
  void picksCells() {
    assertEquals("2x3", shape("ifelse", matrix(2, 3), 1, 0));
    assertEquals("2x3", shape("ifelse", true, matrix(1, 1), matrix(2, 3)));
    assertEquals("1x1", shape("ifelse", true, matrix(1, 1), 4));
    assertEquals("2x3", shape("ifelse", UNKNOWN, matrix(2, 3), 1));
    assertEquals(
        "the matrices of ifelse must have equal shapes, but are 2x3 and 3x2",
        error("ifelse", matrix(2, 3), matrix(3, 2), 1));
    assertEquals(
        "ifelse cannot put a string into the cells of a matrix",
        error("ifelse", matrix(2, 3), "a", 1));
    assertEquals("4x2", shape("outer", matrix(4, 1), matrix(1, 2), ">"));
    assertEquals(
        "the operator of outer must be an operator sign or a name such as \"min\" or \"PLUS\", but"
            + " is \"foo\"",
        error("outer", matrix(4, 1), matrix(1, 2), "foo"));
    assertEquals(
        "the operator of ppred must be one of \"<\", \"<=\", \">\", \">=\", \"==\", \"!=\", but is"
            + " \"+\"",
        error("ppred", matrix(4, 1), 3, "+"));
  }

  @Test
  void sizesBeyondTheRangeOfLongSaturate() {
    assertEquals(Long.MAX_VALUE, infer("matrix", 1, 1e10, 1e10).size().nnz());
  }

  @Test
  void control() {
    assertEquals("assert needs a boolean, but is given an int", error("assert", 1));
    assertEquals(
        "the format of print must be a string, but is an int",
        assertThrows(OpError.class, () -> Calls.inferAll("print", 1, 2)).getMessage());
    assertEquals(Info.matrix(), infer("eval", "f", 1));
    assertTrue(Catalogue.find("print").has(Property.EFFECT));
    assertTrue(!Catalogue.find("rand").isPure());
  }
}
