package dev.linden.frame;

import dev.linden.base.CancelledError;
import dev.linden.base.InputError;
import dev.linden.matrix.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.commons.compiler.InternalCompilerException;
import org.codehaus.commons.compiler.Location;
import org.codehaus.janino.SimpleCompiler;

/**
 * A Java lambda over the cells of frames, given as text: {@code x -> x.toUpperCase()}. The names of
 * {@code java.lang}, {@code java.util} and {@code java.util.regex} can be used, {@link
 * TextDistance}, {@link PorterStemmer} and {@link UtilFunctions}. Missing cells stay missing,
 * without a call.
 */
public final class JavaMap {
  /** What the generated class implements. Arguments and results are texts or arrays of texts. */
  public interface Function {
    Object apply(Object first, Object second);
  }

  private static final Pattern LAMBDA =
      Pattern.compile(
          "\\s*(?:\\(\\s*(\\w+)\\s*(?:,\\s*(\\w+)\\s*)?\\)|(\\w+))\\s*->\\s*(.*\\S)\\s*",
          Pattern.DOTALL);

  /** What may follow a backslash in a literal. */
  private static final String JAVA_ESCAPES = "btnfr\"'\\01234567u";

  private final String text;
  private final boolean ofPairs;
  private final Function function;

  private JavaMap(String text, boolean ofPairs, Function function) {
    this.text = text;
    this.ofPairs = ofPairs;
    this.function = function;
  }

  /** Whether the lambda has two parameters. */
  public static boolean isOfPairs(String lambda) {
    Matcher parts = LAMBDA.matcher(lambda);
    return parts.matches() && parts.group(2) != null;
  }

  /** {@code ofArrays}: the argument is a row or column, an array of texts, and so is the result. */
  public static JavaMap compile(String lambda, boolean ofArrays) {
    return of(lambda, ofArrays, false);
  }

  /** The same for scripts that may not run Java: see {@link RestrictedLambda}. */
  public static JavaMap restricted(String lambda, boolean ofArrays) {
    return of(lambda, ofArrays, true);
  }

  private static JavaMap of(String lambda, boolean ofArrays, boolean restricted) {
    Matcher parts = LAMBDA.matcher(lambda);
    if (!parts.matches()) {
      throw new InputError("map needs a lambda such as \"x -> x.trim()\", but is given " + lambda);
    }
    String first = parts.group(1) != null ? parts.group(1) : parts.group(3);
    String second = parts.group(2);
    if (ofArrays && second != null) {
      throw new InputError("map over rows or columns needs a lambda of one argument: " + lambda);
    }
    String body = withPatterns(parts.group(4));
    Function function =
        restricted
            ? evaluated(lambda, first, second, body, ofArrays)
            : compiled(lambda, first, second, body, ofArrays);
    return new JavaMap(lambda, second != null, function);
  }

  /**
   * A backslash that begins no escape of Java stands for itself, so that regular expressions need
   * no more backslashes than elsewhere in scripts: {@code "\\d"} there is {@code \d} here, and a
   * mistake in Java.
   */
  private static String withPatterns(String body) {
    StringBuilder java = new StringBuilder();
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      java.append(c);
      if (c == '\\') {
        if (i + 1 < body.length() && JAVA_ESCAPES.indexOf(body.charAt(i + 1)) >= 0) {
          java.append(body.charAt(++i));
        } else {
          java.append(c);
        }
      }
    }
    return java.toString();
  }

  private static Function evaluated(
      String lambda, String first, String second, String body, boolean ofArrays) {
    try {
      RestrictedLambda.Node root = RestrictedLambda.parse(first, second, body);
      return ofArrays ? root::value : (a, b) -> String.valueOf(root.value(a, b));
    } catch (InputError e) {
      throw new InputError(
          "the lambda \"" + lambda + "\" is not for the restricted mode: " + e.getMessage(), e);
    }
  }

  private static Function compiled(
      String lambda, String first, String second, String body, boolean ofArrays) {
    String type = ofArrays ? "String[]" : "String";
    String result = ofArrays ? "(" + body + ")" : "String.valueOf(" + body + ")";
    String source =
        "import java.util.*;\nimport java.util.regex.*;\nimport dev.linden.frame.TextDistance;\n"
            + "import dev.linden.frame.PorterStemmer;\nimport dev.linden.frame.UtilFunctions;\n"
            + "public final class GeneratedMap implements "
            + Function.class.getCanonicalName()
            + " {\n  public Object apply(Object first0, Object second0) {\n"
            + ("    final " + type + " " + first + " = (" + type + ") first0;\n")
            + (second == null ? "" : "    final String " + second + " = (String) second0;\n")
            + ("    return " + result + ";\n  }\n}\n");
    return instance(lambda, source);
  }

  private static Function instance(String lambda, String source) {
    try {
      SimpleCompiler compiler = new SimpleCompiler();
      compiler.setParentClassLoader(Function.class.getClassLoader());
      compiler.cook(source);
      Class<?> type = compiler.getClassLoader().loadClass("GeneratedMap");
      return (Function) type.getDeclaredConstructor().newInstance();
    } catch (InternalCompilerException e) { // of expressions that it does not expect
      throw new InputError("the lambda \"" + lambda + "\" can't be compiled", e);
    } catch (CompileException e) {
      Location location = e.getLocation();
      String message = e.getMessage();
      // The position counts in the generated class, which the user has not seen.
      String problem =
          location != null && message.startsWith(location.toString())
              ? message.substring(location.toString().length()).replaceFirst("^:\\s*", "")
              : message;
      throw new InputError("the lambda \"" + lambda + "\" is no Java: " + problem, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Cell by cell; a lambda of two parameters gives an n x n frame of all pairs of a column. */
  public Frame cells(Frame f, Workers workers) {
    return ofPairs ? pairs(f, workers) : eachCell(f, workers);
  }

  private Frame eachCell(Frame f, Workers workers) {
    Column[] columns = new Column[f.cols()];
    workers.forRanges(
        f.cols(),
        1,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            Column column = f.column(j);
            String[] mapped = new String[f.rows()];
            for (int i = 0; i < mapped.length; i++) {
              mapped[i] = column.isMissing(i) ? null : (String) call(column.text(i), null);
            }
            columns[j] = Column.of(mapped);
          }
        });
    return f.withColumns(f.rows(), Arrays.asList(columns));
  }

  private Frame pairs(Frame f, Workers workers) {
    if (f.cols() != 1) {
      throw new InputError(
          "map with a lambda of two arguments needs a frame of one column, but is given "
              + f.cols());
    }
    int n = f.rows();
    Column column = f.column(0);
    Column[] columns = new Column[n];
    workers.forRanges(
        n,
        1,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            String[] mapped = new String[n];
            for (int i = 0; i < n; i++) {
              boolean missing = column.isMissing(i) || column.isMissing(j);
              mapped[i] = missing ? null : (String) call(column.text(i), column.text(j));
            }
            columns[j] = Column.of(mapped);
          }
        });
    return Frame.of(n, Arrays.asList(columns));
  }

  /** Each row as an array of texts, missing cells as null. */
  public Frame rows(Frame f) {
    List<String[]> rows = new ArrayList<>();
    for (int i = 0; i < f.rows(); i++) {
      String[] row = new String[f.cols()];
      for (int j = 0; j < row.length; j++) {
        row[j] = f.column(j).text(i);
      }
      rows.add(array(call(row, null)));
    }
    int cols = commonLength(rows, "rows", f.cols());
    List<Column> columns = new ArrayList<>();
    for (int j = 0; j < cols; j++) {
      int col = j;
      columns.add(Column.of(rows.stream().map(row -> row[col]).toArray(String[]::new)));
    }
    return cols == f.cols() ? f.withColumns(f.rows(), columns) : Frame.of(f.rows(), columns);
  }

  /** Each column as an array of texts, missing cells as null. */
  public Frame columns(Frame f) {
    List<String[]> columns = new ArrayList<>();
    for (Column column : f.columns()) {
      String[] texts = new String[f.rows()];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = column.text(i);
      }
      columns.add(array(call(texts, null)));
    }
    int rows = commonLength(columns, "columns", f.rows());
    return f.withColumns(rows, columns.stream().map(Column::of).toList());
  }

  private static String[] array(Object result) {
    return result instanceof String[] texts ? texts : new String[] {String.valueOf(result)};
  }

  private int commonLength(List<String[]> arrays, String what, int ifNone) {
    int length = arrays.isEmpty() ? ifNone : arrays.get(0).length;
    for (String[] array : arrays) {
      if (array.length != length) {
        throw new InputError(
            "the lambda \""
                + text
                + "\" gives "
                + what
                + " of different lengths, "
                + length
                + " and "
                + array.length);
      }
    }
    return length;
  }

  private Object call(Object first, Object second) {
    try {
      return function.apply(first, second);
    } catch (CancelledError e) {
      throw e;
    } catch (InputError e) {
      throw new InputError("the lambda \"" + text + "\" failed: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new InputError("the lambda \"" + text + "\" failed: " + e, e);
    }
  }
}
