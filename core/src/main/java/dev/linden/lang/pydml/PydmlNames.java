package dev.linden.lang.pydml;

import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.parse.Problems;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The table of functions that PyDML calls by another name, or in another form, than DML. All others
 * are the same in both. Methods are calls with the object as first argument: {@code X.shape(0)} is
 * {@code shape(X, 0)}.
 */
public final class PydmlNames {
  /** A call of PyDML in the form of DML. */
  private interface Form {
    Ast.Expression dml(Ast.Call call, Rewriting rewriting);
  }

  /** PyDML name to DML name, where only the name differs. */
  private static final Map<String, String> RENAMED = new TreeMap<>();

  /** The way back; other names of DML are better left as they are. */
  private static final Map<String, String> RENAMED_BACK = new HashMap<>();

  /** DML's aggregates of columns (axis 0) and of rows (axis 1) to the name in PyDML. */
  private static final Map<String, Axis> BY_AXIS = new HashMap<>();

  private record Axis(String pydml, int axis) {}

  private static final Map<String, Form> FORMS = new TreeMap<>();

  /** Names of DML to all names and forms that are made of it. */
  private static final Map<String, Set<String>> NAMES = new HashMap<>();

  /** Functions that may also be called as {@code X.name(...)}. */
  private static final Set<String> METHODS = new TreeSet<>();

  static {
    renamed("load", "read");
    renamed("save", "write");
    renamed("len", "length");
    renamed("transpose", "t");
    renamed("range", "seq");
    renamed("percentile", "quantile");
    renamed("arcsin", "asin");
    renamed("arccos", "acos");
    renamed("arctan", "atan");
    renamed("scalar", "as.scalar");
    renamed("float", "as.double");
    renamed("int", "as.integer");
    renamed("bool", "as.logical");
    alias("full", "matrix");
    alias("reshape", "matrix");
    alias("minimum", "min");
    alias("maximum", "max");
    aggregate("sum", "sum", "colSums", "rowSums");
    aggregate("mean", "mean", "colMeans", "rowMeans");
    aggregate("avg", "mean", "colMeans", "rowMeans");
    aggregate("var", "var", "colVars", "rowVars");
    aggregate("sd", "sd", "colSds", "rowSds");
    aggregate("min", "min", "colMins", "rowMins");
    aggregate("max", "max", "colMaxs", "rowMaxs");
    aggregate("prod", "prod", "colProds", "rowProds");
    aggregate("argmax", null, null, "rowIndexMax");
    aggregate("argmin", null, null, "rowIndexMin");
    aggregate("cumsum", "cumsum", "cumsum", "rowcumsum");
    aggregate("cumprod", "cumprod", "cumprod", null);
    aggregate("cummin", "cummin", "cummin", null);
    aggregate("cummax", "cummax", "cummax", null);
    aggregate("concatenate", "cbind", "rbind", "cbind");
    form("dot", binary("%*%"));
    form("power", binary("^"));
    form("matrix", PydmlNames::matrix);
    form("shape", PydmlNames::shape, "nrow", "ncol");
    form("removeEmpty", PydmlNames::removeEmpty);
    form("random.uniform", random("uniform", "sparsity", "min", "max"), "rand");
    form("random.normal", random("normal", "sparsity"), "rand");
    form("random.poisson", random("poisson", "sparsity", "lambda"), "rand");
    form("norm.cdf", distribution("normal", "mean", "sd"), "cdf");
    form("expon.cdf", distribution("exp", "rate"), "cdf");
    form("chi.cdf", distribution("chisq", "df"), "cdf");
    form("f.cdf", distribution("f", "df1", "df2"), "cdf");
    form("t.cdf", distribution("t", "df"), "cdf");
    means("T", "t");
    METHODS.addAll(
        List.of("shape", "reshape", "transpose", "sum", "mean", "avg", "var", "sd", "min", "max"));
    METHODS.addAll(List.of("prod", "argmax", "argmin", "cumsum", "cumprod", "cummin", "cummax"));
    METHODS.addAll(List.of("dot"));
  }

  private PydmlNames() {}

  // ---- the interface

  /**
   * The same in DML; the call itself if it is no different there.
   *
   * @param own whether the script defines a function of this name, which then is meant
   * @param problems gets what is wrong with the call
   */
  static Ast.Expression toDml(Ast.Call call, Predicate<String> own, Problems problems) {
    if (call.namespace() != null || own.test(call.name())) {
      return call;
    }
    Rewriting rewriting = new Rewriting(own, problems);
    String renamed = RENAMED.get(call.name());
    if (renamed != null) {
      return rewriting.call(renamed, call.arguments(), call);
    }
    Form form = FORMS.get(call.name());
    return form == null ? call : form.dml(call, rewriting);
  }

  /**
   * A call of DML as PyDML writes it, with the same arguments or one more, {@code axis}; the call
   * itself if it is written as in DML.
   *
   * @param own whether the script defines a function of this name
   */
  public static Ast.Call toPydml(Ast.Call call, Predicate<String> own) {
    boolean builtin = call.namespace() == null && !own.test(call.name());
    Axis axis = builtin ? BY_AXIS.get(call.name()) : null;
    if (axis != null && call.arguments().size() == 1 && !own.test(axis.pydml())) {
      List<Ast.Argument> arguments = new ArrayList<>(call.arguments());
      Ast.Argument only = arguments.get(0);
      // The parameter has a name of its own in DML: here it is given by position.
      arguments.set(0, new Ast.Argument(null, null, only.value(), only.span()));
      arguments.add(argument("axis", Scalar.of((long) axis.axis()), call.span()));
      return new Ast.Call(null, axis.pydml(), call.nameSpan(), arguments, call.span());
    }
    String renamed = builtin ? RENAMED_BACK.get(call.name()) : null;
    return renamed == null || own.test(renamed)
        ? call
        : new Ast.Call(null, renamed, call.nameSpan(), call.arguments(), call.span());
  }

  /** What the table has, as scripts write it. */
  static Set<String> functions() {
    Set<String> all = new TreeSet<>(RENAMED.keySet());
    all.addAll(FORMS.keySet());
    return all;
  }

  /** All names that calls of a function of DML may have here. */
  static Set<String> namesOf(String dml) {
    return NAMES.getOrDefault(dml, Set.of());
  }

  /** The name that takes the same arguments; the same if there is no other. */
  static String nameInCalls(String dml) {
    return RENAMED_BACK.getOrDefault(dml, dml);
  }

  /** What an operator of DML is here. */
  public static String operator(String dml) {
    return Kind.ofOperator(dml).text;
  }

  /** Whether a word can't be a name. */
  public static boolean isReserved(String word) {
    return Kind.ofWord(word) != Kind.NAME;
  }

  /** Whether the table has a function of this name. */
  public static boolean isFunction(String name) {
    return RENAMED.containsKey(name) || FORMS.containsKey(name);
  }

  static boolean isMethod(String name) {
    return METHODS.contains(name);
  }

  // ---- how the table is made

  private static void renamed(String pydml, String dml) {
    alias(pydml, dml);
    RENAMED_BACK.put(dml, pydml);
  }

  /** A second name, which the way back does not take. */
  private static void alias(String pydml, String dml) {
    RENAMED.put(pydml, dml);
    means(pydml, dml);
  }

  private static void form(String pydml, Form form, String... dml) {
    FORMS.put(pydml, form);
    means(pydml, dml);
  }

  private static void means(String pydml, String... dml) {
    for (String name : dml) {
      NAMES.computeIfAbsent(name, any -> new TreeSet<>()).add(pydml);
    }
  }

  /**
   * An aggregate by {@code axis}.
   *
   * @param whole without an axis; null if it needs one
   * @param columns for axis 0, of each column; null if DML has none
   * @param rows for axis 1, of each row; null if DML has none
   */
  private static void aggregate(String pydml, String whole, String columns, String rows) {
    for (String dml : new String[] {whole, columns, rows}) {
      if (dml != null) {
        means(pydml, dml);
      }
    }
    FORMS.put(
        pydml,
        (call, rewriting) -> {
          Ast.Argument axis = find(call, "axis");
          String name = axis == null ? whole : rewriting.axis(axis, "0 or 1") == 0 ? columns : rows;
          if (name == null) {
            rewriting.problem(
                axis == null ? call.nameSpan() : axis.span(),
                pydml + (axis == null ? " needs an axis" : " has no such axis"),
                columns != null
                    ? "transpose(" + pydml + "(transpose(X), axis=0)) works along rows"
                    : pydml
                        + "(X, axis=1) is of each row, "
                        + pydml
                        + "(transpose(X), axis=1) of each column");
            return call;
          }
          return rewriting.call(name, without(call, axis), call);
        });
    if (whole == null || columns != null && !columns.equals(whole) && !whole.equals("cbind")) {
      putAxis(columns, pydml, 0);
      putAxis(rows, pydml, 1);
    } else if (rows != null && !whole.equals("cbind")) {
      putAxis(rows, pydml, 1);
    }
  }

  private static void putAxis(String dml, String pydml, int axis) {
    if (dml != null) {
      BY_AXIS.putIfAbsent(dml, new Axis(pydml, axis));
    }
  }

  private static Form binary(String operator) {
    return (call, rewriting) -> {
      if (call.arguments().size() != 2
          || call.arguments().get(0).name() != null
          || call.arguments().get(1).name() != null) {
        rewriting.problem(
            call.nameSpan(), call.name() + " takes two operands", call.name() + "(A, B)");
        return call;
      }
      return new Ast.Binary(
          operator,
          call.nameSpan(),
          call.arguments().get(0).value(),
          call.arguments().get(1).value(),
          call.span());
    };
  }

  /** Arguments by position get these names. */
  private static Form named(String dml, List<String> parameters, Ast.Argument... fixed) {
    return (call, rewriting) -> {
      List<Ast.Argument> arguments = new ArrayList<>();
      for (int i = 0; i < call.arguments().size(); i++) {
        Ast.Argument given = call.arguments().get(i);
        if (given.name() == null && i < parameters.size()) {
          arguments.add(
              new Ast.Argument(parameters.get(i), given.span(), given.value(), given.span()));
        } else {
          arguments.add(given);
        }
        if (i == 0) {
          for (Ast.Argument constant : fixed) {
            arguments.add(rewriting.at(constant, call.nameSpan()));
          }
        }
      }
      if (call.arguments().isEmpty()) {
        rewriting.problem(call.nameSpan(), call.name() + " needs arguments", null);
        return call;
      }
      return rewriting.call(dml, arguments, call);
    };
  }

  private static Form random(String pdf, String... parameters) {
    List<String> all = new ArrayList<>(List.of("rows", "cols"));
    all.addAll(List.of(parameters));
    return named("rand", all, argument("pdf", Scalar.of(pdf), null));
  }

  private static Form distribution(String dist, String... parameters) {
    List<String> all = new ArrayList<>(List.of("target"));
    all.addAll(List.of(parameters));
    return named("cdf", all, argument("dist", Scalar.of(dist), null));
  }

  private static Ast.Argument argument(String name, Scalar value, Span span) {
    return new Ast.Argument(name, span, new Ast.Literal(value, span), span);
  }

  /** {@code X.shape(0)} and {@code shape(X, 1)}. */
  private static Ast.Expression shape(Ast.Call call, Rewriting rewriting) {
    if (call.arguments().size() != 2) {
      rewriting.problem(
          call.nameSpan(),
          "shape takes the number of a dimension",
          "X.shape(0) is the number of rows, X.shape(1) of columns");
      return call;
    }
    long axis = rewriting.axis(call.arguments().get(1), "0 for rows or 1 for columns");
    return rewriting.call(axis == 0 ? "nrow" : "ncol", call.arguments().subList(0, 1), call);
  }

  /** {@code removeEmpty(X, axis=0)} has margin "rows". */
  private static Ast.Expression removeEmpty(Ast.Call call, Rewriting rewriting) {
    Ast.Argument axis = find(call, "axis");
    if (axis == null) {
      return call;
    }
    List<Ast.Argument> arguments = new ArrayList<>(without(call, axis));
    if (!arguments.isEmpty() && arguments.get(0).name() == null) {
      Ast.Argument target = arguments.get(0);
      arguments.set(0, new Ast.Argument("target", target.span(), target.value(), target.span()));
    }
    String margin = rewriting.axis(axis, "0 for rows or 1 for columns") == 0 ? "rows" : "cols";
    arguments.add(argument("margin", Scalar.of(margin), axis.span()));
    return rewriting.call("removeEmpty", arguments, call);
  }

  /** {@code matrix("[1 2; 3 4]")}: the text tells the size. */
  private static Ast.Expression matrix(Ast.Call call, Rewriting rewriting) {
    boolean text =
        call.arguments().size() == 1
            && call.arguments().get(0).value() instanceof Ast.Literal literal
            && literal.value().type() == ValueType.STRING
            && literal.value().text().strip().startsWith("[");
    if (!text) {
      return call;
    }
    Ast.Argument only = call.arguments().get(0);
    String cells = ((Ast.Literal) only.value()).value().text().strip();
    if (!cells.endsWith("]")) {
      rewriting.problem(
          only.span(), "the text of a matrix ends with ]", "for example \"[1 2; 3 4]\"");
      return call;
    }
    String[] rows = cells.substring(1, cells.length() - 1).split(";", -1);
    List<String> all = new ArrayList<>();
    int columns = -1;
    for (String row : rows) {
      String[] numbers = row.strip().split("[\\s,]+");
      if (columns >= 0 && columns != numbers.length || numbers[0].isEmpty()) {
        rewriting.problem(
            only.span(),
            "all rows of a matrix need the same number of cells, at least one",
            "for example \"[1 2; 3 4]\"");
        return call;
      }
      columns = numbers.length;
      all.addAll(List.of(numbers));
    }
    Span span = only.span();
    return rewriting.call(
        "matrix",
        List.of(
            new Ast.Argument(
                null, null, new Ast.Literal(Scalar.of(String.join(" ", all)), span), span),
            argument("rows", Scalar.of((long) rows.length), span),
            argument("cols", Scalar.of((long) columns), span)),
        call);
  }

  private static Ast.Argument find(Ast.Call call, String name) {
    for (Ast.Argument argument : call.arguments()) {
      if (name.equals(argument.name())) {
        return argument;
      }
    }
    return null;
  }

  private static List<Ast.Argument> without(Ast.Call call, Ast.Argument left) {
    return call.arguments().stream().filter(argument -> argument != left).toList();
  }

  /** What forms need to make a call of DML. */
  private record Rewriting(Predicate<String> own, Problems problems) {
    /** A built-in, also where the script has a function of the same name. */
    Ast.Expression call(String name, List<Ast.Argument> arguments, Ast.Call written) {
      return new Ast.Call(
          own.test(name) ? Ast.BUILT_IN : null,
          name,
          written.nameSpan(),
          List.copyOf(arguments),
          written.span());
    }

    void problem(Span span, String message, String hint) {
      problems.add(span, message, hint);
    }

    long axis(Ast.Argument argument, String expected) {
      if (argument.value() instanceof Ast.Literal literal
          && literal.value().type() == ValueType.INT
          && (literal.value().asLong() == 0 || literal.value().asLong() == 1)) {
        return literal.value().asLong();
      }
      problem(argument.value().span(), "the axis must be " + expected, null);
      return 0;
    }

    /** A constant of the table where a script has it. */
    Ast.Argument at(Ast.Argument constant, Span span) {
      return argument(constant.name(), ((Ast.Literal) constant.value()).value(), span);
    }
  }
}
