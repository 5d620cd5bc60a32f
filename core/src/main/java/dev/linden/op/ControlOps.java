package dev.linden.op;

import static dev.linden.op.Parameter.any;
import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.display.Limits;
import java.util.ArrayList;
import java.util.List;

/** Output to the user, ends of the program, time, and calls of functions by name. */
public final class ControlOps {
  public static final Op PRINT =
      Op.define(
              "print",
              "Prints a value (of a matrix or frame 100 rows and columns, and how many there are"
                  + " besides), or several scalars: those for which a format has a place in it, the"
                  + " others behind it, with a blank between.")
          .parameters(
              of("x", DataType.SCALAR, DataType.MATRIX, DataType.FRAME, DataType.LIST),
              of("values", DataType.SCALAR).repeated())
          .results(0)
          .rule(
              call -> {
                if (call.count() > 1) {
                  if (!call.in(0).isScalar()) {
                    throw new OpError(
                        0,
                        "print with several arguments needs a format string first, but is given "
                            + call.in(0).describeOne());
                  }
                  Args.needText(call, 0, "the format of print");
                }
                return List.of();
              })
          .kernel(ControlOps::runPrint)
          .properties(Property.EFFECT)
          .build();

  public static final Op TO_STRING =
      Op.define("toString", "The text that print shows, with a choice of layout for matrices.")
          .parameters(
              of("target", DataType.SCALAR, DataType.MATRIX, DataType.FRAME, DataType.LIST),
              scalar("rows").or(100),
              scalar("cols").or(100),
              scalar("decimal").or(3),
              scalar("sparse").or(false),
              scalar("sep").or(" "),
              scalar("linesep").or("\n"))
          .rule(
              call -> {
                Args.count(call, 1, "rows of toString");
                Args.count(call, 2, "cols of toString");
                Args.count(call, 3, "decimal of toString");
                Args.needFlag(call, 4, "sparse of toString");
                return List.of(Info.scalar(ValueType.STRING));
              })
          .kernel(call -> call.result(Text.of(call.value(0), layout(call))))
          .build();

  public static final Op DISPLAY =
      Op.define(
              "display",
              "What a value is and its first rows, as a table with names: the text that prompts"
                  + " show.")
          .parameters(
              any("x"), scalar("rows").or(10), scalar("cols").or(50), scalar("width").or(100))
          .rule(
              call -> {
                Args.count(call, 1, "rows of display");
                Args.count(call, 2, "cols of display");
                Args.count(call, 3, "width of display");
                return List.of(Info.scalar(ValueType.STRING));
              })
          .kernel(
              call -> {
                int rows = Args.blockDimension(call, 1, "rows of display");
                int cols = Args.blockDimension(call, 2, "cols of display");
                int width = Args.blockDimension(call, 3, "width of display");
                call.result(Display.text(call.value(0), new Limits(rows, cols, width)));
              })
          .scratch((call, threads) -> displayed(call))
          .properties(Property.ASKS_NAMES)
          .build();

  public static final Op STOP =
      Op.define("stop", "Ends the program with a message.")
          .parameters(scalar("message"))
          .results(0)
          .rule(call -> List.of())
          .kernel(
              call -> {
                throw new StopError(call.text(0));
              })
          .properties(Property.EFFECT, Property.STOPS)
          .build();

  public static final Op WARNING =
      Op.define("warning", "Tells the user something on stderr and goes on.")
          .parameters(scalar("message"))
          .results(0)
          .rule(call -> List.of())
          .kernel(call -> call.environment().warn(call.text(0)))
          .properties(Property.EFFECT)
          .build();

  public static final Op ASSERT =
      Op.define("assert", "Ends the program if the condition is false.")
          .parameters(scalar("condition"))
          .results(0)
          .rule(
              call -> {
                ValueType type = call.in(0).value();
                if (type != ValueType.BOOLEAN && type != ValueType.UNKNOWN) {
                  throw new OpError(
                      0,
                      "assert needs a boolean, but is given "
                          + call.in(0).withoutConstant().describeOne());
                }
                return List.of();
              })
          .kernel(
              call -> {
                if (!call.flag(0)) {
                  throw new InputError("assertion failed");
                }
              })
          .properties(Property.EFFECT, Property.STOPS)
          .build();

  public static final Op TIME =
      Op.define(
              "time",
              "A clock in nanoseconds that only differences make sense of: what is written before"
                  + " it is computed before it, what is written after it later.")
          .rule(call -> List.of(Info.scalar(ValueType.INT)))
          .kernel(call -> call.result(System.nanoTime()))
          .properties(Property.EFFECT, Property.BARRIER, Property.NONDETERMINISTIC)
          .build();

  public static final Op EVAL =
      Op.define("eval", "Calls the function of that name; its first result as a matrix.")
          .parameters(scalar("function"), any("arguments").repeated())
          .rule(
              call -> {
                Args.needText(call, 0, "the function of eval");
                return List.of(Info.matrix());
              })
          .kernel(ControlOps::runEval)
          .naming(Naming.OWN, Naming.OWN)
          .callsFunction(operands -> true)
          .properties(
              Property.EFFECT, Property.BARRIER, Property.CALLS_BY_NAME, Property.ASKS_NAMES)
          .build();

  public static final Op EVAL_LIST =
      Op.define(
              "evalList",
              "Calls the function of that name; all its results as a list with their names.")
          .parameters(scalar("function"), any("arguments").repeated())
          .rule(
              call -> {
                Args.needText(call, 0, "the function of evalList");
                return List.of(Info.list());
              })
          .kernel(
              call -> {
                List<Value> results = callByName(call);
                call.result(new ListValue(results, call.environment().resultNames(call.text(0))));
              })
          .callsFunction(operands -> true)
          .properties(
              Property.EFFECT, Property.BARRIER, Property.CALLS_BY_NAME, Property.ASKS_NAMES)
          .build();

  /**
   * Stands for a call that can't succeed with the sizes it will have, where it may never be
   * reached: ends the program when it is.
   */
  public static final Op FAILURE =
      Op.define("failure", "Ends the program with the message of a call that cannot succeed.")
          .parameters(scalar("message"), scalar("data"))
          .rule(call -> List.of(Info.unknown(DataType.valueOf(call.constantText(1)))))
          .kernel(
              call -> {
                throw new InputError(call.text(0));
              })
          .properties(Property.EFFECT)
          .build();

  static final List<Op> PHYSICAL = List.of(FAILURE);

  private static final double BYTES_PER_SHOWN_CELL = 4096;

  static final List<Op> ALL =
      List.of(PRINT, TO_STRING, DISPLAY, STOP, WARNING, ASSERT, TIME, EVAL, EVAL_LIST);

  private ControlOps() {}

  /** Numbers of unlimited precision and texts for each cell that is shown. */
  private static double displayed(CallSite call) {
    double rows = call.constantDimension(1);
    double cols = Math.min(call.constantDimension(2), 1 + call.constantDimension(3) / 3);
    if (rows < 0 || cols < 0) {
      return Footprint.UNKNOWN;
    }
    Size size = call.in(0).size();
    rows = size.rowsKnown() ? Math.min(rows, size.rows()) : rows;
    cols = size.colsKnown() ? Math.min(cols, size.cols()) : cols;
    return BYTES_PER_SHOWN_CELL * (8 + rows * cols);
  }

  private static void runPrint(Invocation call) {
    if (call.count() == 1) {
      String text =
          call.dataType(0) == DataType.SCALAR
              ? call.text(0)
              : Text.of(call.value(0)) + Text.omitted(call.value(0));
      call.environment().print(text);
      return;
    }
    List<Scalar> values = new ArrayList<>();
    for (int i = 1; i < call.count(); i++) {
      values.add(call.scalar(i));
    }
    call.environment().print(Text.format(call.text(0), values));
  }

  private static Text.Layout layout(Invocation call) {
    return new Text.Layout(
        Args.blockDimension(call, 1, "rows of toString"),
        Args.blockDimension(call, 2, "cols of toString"),
        Args.blockDimension(call, 3, "decimal of toString"),
        call.flag(4),
        call.text(5),
        call.text(6));
  }

  private static void runEval(Invocation call) {
    List<Value> results = callByName(call);
    if (results.isEmpty()) {
      throw new InputError(
          "eval needs a function with a result, but " + call.text(0) + " has none");
    }
    Value first = results.get(0);
    if (first instanceof MatrixValue) {
      call.result(first);
    } else if (first instanceof Scalar scalar) {
      call.result(Args.oneByOne(scalar.asDouble()));
    } else {
      throw new InputError(
          "eval gives a matrix, but the result of "
              + call.text(0)
              + " is a "
              + first.dataType().word()
              + "; use evalList");
    }
  }

  /** A single list stands for the arguments in it. */
  private static List<Value> callByName(Invocation call) {
    List<Value> arguments = new ArrayList<>();
    List<String> names = new ArrayList<>();
    if (call.count() == 2 && call.dataType(1) == DataType.LIST && call.name(1) == null) {
      ListValue list = call.list(1);
      arguments.addAll(list.elements());
      if (list.isNamed()) {
        names.addAll(list.names());
      }
    } else {
      boolean named = false;
      for (int i = 1; i < call.count(); i++) {
        arguments.add(call.value(i));
        names.add(call.name(i));
        named |= call.name(i) != null;
      }
      if (!named) {
        names.clear();
      }
    }
    return call.environment().call(call.text(0), arguments, names);
  }
}
