package dev.linden.lang.parse;

import java.util.HashMap;
import java.util.Map;

/** Names of R, NumPy and others that people try, and what does the same here. */
final class ForeignNames {
  private static final Map<String, String> FUNCTIONS = functions();
  private static final Map<String, String> VARIABLES = variables();

  private ForeignNames() {}

  /** A hint, or null if the name is of no other language that we know. */
  static String function(String name) {
    return FUNCTIONS.get(name);
  }

  /** A hint, or null if the name is of no other language that we know. */
  static String variable(String name) {
    return VARIABLES.get(name);
  }

  private static Map<String, String> functions() {
    Map<String, String> hints = new HashMap<>();
    // vectors and matrices
    put(
        hints,
        "matrix(\"1 2 3\", rows=3, cols=1) makes a column, list(1, 2, 3) a list",
        "c",
        "array",
        "vector",
        "asarray");
    put(hints, "nrow(X) and ncol(X) are the dimensions of X", "dim", "shape", "size");
    put(hints, "length(X) counts the cells of X, nrow(X) its rows", "len", "numel");
    put(hints, "matrix(0, rows=n, cols=m) is a matrix of zeros", "zeros", "numeric", "zeros_like");
    put(hints, "matrix(1, rows=n, cols=m) is a matrix of ones", "ones", "ones_like");
    put(hints, "matrix(x, rows=n, cols=m) has x in all cells", "full", "rep", "repmat", "tile");
    put(hints, "diag(matrix(1, rows=n, cols=1)) is the unit matrix", "eye", "identity");
    put(hints, "seq(from, to, step) is a column of numbers", "arange", "linspace", "range");
    put(hints, "t(X) is the transpose of X", "transpose");
    put(hints, "matrix(X, rows=n, cols=m) gives X another shape", "reshape", "ravel", "flatten");
    put(hints, "cbind(X, Y) puts matrices side by side", "hstack", "column_stack");
    put(hints, "rbind(X, Y) puts matrices on top of each other", "vstack", "row_stack");
    put(hints, "cbind(X, Y) or rbind(X, Y) joins matrices", "concatenate", "concat", "stack");
    // products and solvers
    put(hints, "X %*% Y is the matrix product", "dot", "matmul", "mm");
    put(hints, "t(X) %*% Y is the product with the transpose", "crossprod");
    put(hints, "X %*% t(Y) is the product with the transpose", "tcrossprod");
    put(hints, "inv(X) is the inverse, solve(A, b) the solution of A x = b", "ginv", "pinv");
    put(hints, "cholesky(X) is the factor of X", "chol");
    // aggregates
    put(hints, "sd(X) is the standard deviation", "std", "stdev");
    put(hints, "rowIndexMax(X) has the position of the maximum in each row", "argmax", "which.max");
    put(hints, "rowIndexMin(X) has the position of the minimum in each row", "argmin", "which.min");
    put(hints, "rowSums, colSums, rowMeans, colMaxs and the like aggregate a margin", "apply");
    put(hints, "cumsum, cumprod, cummin, cummax and cumsumprod accumulate", "accumulate");
    put(hints, "aggregate(target=X, groups=g, fn=\"sum\") works by group", "tapply", "groupby");
    put(hints, "order(target=X, by=1, decreasing=FALSE) sorts rows", "sort", "argsort", "sorted");
    put(hints, "sum(X != 0) counts; min(X) > 0 tells whether all are", "all", "any");
    put(hints, "removeEmpty(target=X, margin=\"rows\", select=marks) selects rows", "subset");
    put(
        hints,
        "removeEmpty(target=seq(1, nrow(v)), margin=\"rows\", select=v)",
        "which",
        "nonzero");
    put(hints, "ifelse(condition, X, Y) chooses cell by cell", "where");
    put(hints, "max(X, y) and min(X, y) compare cell by cell", "maximum", "minimum", "clip");
    put(hints, "X ^ p is the power", "pow", "power");
    put(hints, "log(X, 10) is the logarithm to base 10", "log10");
    put(hints, "log(X, 2) is the logarithm to base 2", "log2");
    put(hints, "log(1 + X)", "log1p");
    put(hints, "exp(X) - 1", "expm1");
    put(hints, "floor, round and ceil(X) give whole numbers; as.integer(x) truncates", "trunc");
    // random numbers
    put(
        hints,
        "rand(rows=n, cols=m, pdf=\"normal\", seed=1) draws from the normal distribution",
        "rnorm",
        "randn",
        "normal");
    put(hints, "rand(rows=n, cols=m, min=a, max=b, seed=1) draws numbers", "runif", "uniform");
    put(hints, "the argument seed of rand and sample makes them reproducible", "set.seed");
    // text, types, files, control
    put(hints, "a + b joins texts", "paste", "paste0", "format", "str", "sprintf");
    put(hints, "print(x) prints one value; join several with +", "cat", "message", "println");
    put(hints, "as.integer(x) truncates toward zero", "int", "as.int");
    put(hints, "as.double(x) is the number of a scalar", "float", "as.numeric");
    put(hints, "as.logical(x) is the boolean of a scalar", "bool");
    put(hints, "read(\"file.csv\") reads a matrix, with data_type=\"frame\" a frame", "read.table");
    put(hints, "write(X, \"file.csv\", format=\"csv\") writes", "write.csv", "write.table", "save");
    put(
        hints,
        "source(\"file.dml\") as name makes functions known",
        "library",
        "require",
        "import");
    put(hints, "frames come from read(..., data_type=\"frame\"), as.frame or frame", "data.frame");
    put(hints, "[X, M] = transformencode(target=F, spec=...) recodes columns", "factor", "levels");
    put(hints, "is.na(X) marks missing cells", "isnan", "isnull", "is.null");
    put(hints, "stop(\"message\") ends the program", "raise", "throw", "error");
    put(hints, "else if (...) continues an if", "elif", "elseif", "elsif");
    put(
        hints,
        "tensors are not supported: keep each slice of the first dimension as a row of a matrix",
        "tensor",
        "as.tensor");
    return Map.copyOf(hints);
  }

  private static Map<String, String> variables() {
    Map<String, String> hints = new HashMap<>();
    put(hints, "the constant is TRUE", "true", "True", "T");
    put(hints, "the constant is FALSE", "false", "False", "F");
    put(hints, "there is no empty value; NaN marks a missing number", "NULL", "null", "None", "NA");
    put(hints, "the constant is NaN", "nan", "NAN", "Nan");
    put(hints, "infinity is 1/0", "inf", "INF", "Infinity", "infinity");
    put(hints, "the constant is pi", "PI", "Pi");
    put(hints, "there are no modules of this kind: built-ins are called by their names", "np");
    return Map.copyOf(hints);
  }

  private static void put(Map<String, String> hints, String hint, String... names) {
    for (String name : names) {
      hints.put(name, hint);
    }
  }
}
