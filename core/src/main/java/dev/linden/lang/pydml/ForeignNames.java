package dev.linden.lang.pydml;

import java.util.HashMap;
import java.util.Map;

/** Names of Python, NumPy and R that people try, and what does the same here. */
final class ForeignNames {
  private static final Map<String, String> FUNCTIONS = new HashMap<>();
  private static final Map<String, String> VARIABLES = new HashMap<>();

  static {
    // vectors and matrices
    function("matrix(\"[1; 2; 3]\") makes a column, list(1, 2, 3) a list", "array", "asarray", "c");
    function("X.shape(0) and X.shape(1) are the dimensions of X", "dim", "size");
    function("full(0, n, m) is a matrix of zeros", "zeros", "zeros_like");
    function("full(1, n, m) is a matrix of ones", "ones", "ones_like");
    function("full(x, n, m) has x in all cells", "repeat", "tile", "rep");
    function("diag(full(1, n, 1)) is the unit matrix", "eye", "identity");
    function("range(from, to, step) is a column of numbers", "arange", "linspace");
    function("reshape(X, n, m) gives X another shape", "ravel", "flatten");
    function("cbind(X, Y) puts matrices side by side", "hstack", "column_stack");
    function("rbind(X, Y) puts matrices on top of each other", "vstack", "row_stack");
    function("cbind(X, Y) or rbind(X, Y) joins matrices", "concat", "stack");
    // products and solvers
    function("dot(X, Y) or X @ Y is the matrix product", "matmul", "mm", "mul");
    function("X.T @ Y is the product with the transpose", "crossprod");
    function("inv(X) is the inverse, solve(A, b) the solution of A x = b", "pinv", "ginv");
    function("cholesky(X) is the factor of X", "chol");
    // aggregates
    function("sd(X) is the standard deviation", "std", "stdev");
    function("cumsum, cumprod, cummin and cummax accumulate", "accumulate");
    function("order(target=X, by=1, decreasing=False) sorts rows", "sort", "argsort", "sorted");
    function("sum(X != 0) counts; min(X) > 0 tells whether all are", "all", "any");
    function("removeEmpty(range(1, len(v)), axis=0, select=v)", "which", "nonzero");
    function("ifelse(condition, X, Y) chooses cell by cell", "where");
    function("maximum(X, a) and minimum(X, b) compare cell by cell", "clip");
    function("X ** p is the power", "pow");
    function("log(X, 10) is the logarithm to base 10", "log10");
    function("log(X, 2) is the logarithm to base 2", "log2");
    function("log(1 + X)", "log1p");
    function("exp(X) - 1", "expm1");
    function("floor, round and ceil(X) give whole numbers; int(x) truncates", "trunc");
    // random numbers
    function("random.normal(n, m, 1.0) draws from the normal distribution", "randn", "rnorm");
    function("random.uniform(n, m, 1.0, 0, 1) draws numbers", "runif", "uniform");
    // text, types, files, control
    function("a + b joins texts, toString(x) is the text of a matrix", "str", "format", "repr");
    function("load(\"file.csv\") reads a matrix", "open", "read_csv", "loadtxt");
    function("list(a, b) makes a list", "dict", "tuple", "set");
    function("stop(\"message\") ends the program", "exit", "quit");
    function("is.nan(X) marks missing cells", "isnan", "isnull");
    // variables
    variable("the constant is True", "true", "TRUE", "T");
    variable("the constant is False", "false", "FALSE", "F");
    variable("there is no empty value; NaN marks a missing number", "None", "NULL", "null", "NA");
    variable("the constant is NaN", "nan", "NAN", "Nan");
    variable("the constant is Inf", "inf", "INF", "Infinity", "infinity");
    variable("the constant is pi", "PI", "Pi");
    variable("there are no modules of this kind: built-ins are called by their names", "np");
  }

  private ForeignNames() {}

  /** A hint, or null if the name is of no other language that we know. */
  static String function(String name) {
    return FUNCTIONS.get(name);
  }

  /** A hint, or null if the name is of no other language that we know. */
  static String variable(String name) {
    return VARIABLES.get(name);
  }

  private static void function(String hint, String... names) {
    for (String name : names) {
      FUNCTIONS.put(name, hint);
    }
  }

  private static void variable(String hint, String... names) {
    for (String name : names) {
      VARIABLES.put(name, hint);
    }
  }
}
