package dev.linden.op;

import static dev.linden.op.Parameter.any;
import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Files. What a read gives is asked of the environment, at compile time too when path and options
 * are constants.
 */
public final class InputOutputOps {
  private static final Parameter[] READ_PARAMETERS = {
    scalar("path"),
    scalar("data_type").orAbsent(),
    scalar("value_type").orAbsent(),
    scalar("format").orAbsent(),
    scalar("rows").orAbsent(),
    scalar("cols").orAbsent(),
    scalar("nnz").orAbsent(),
    scalar("rows_in_block").orAbsent(),
    scalar("cols_in_block").orAbsent(),
    of("schema", DataType.SCALAR, DataType.LIST).orAbsent(),
    scalar("header").orAbsent(),
    scalar("sep").orAbsent(),
    scalar("fill").orAbsent(),
    scalar("default").orAbsent(),
    of("naStrings", DataType.SCALAR, DataType.LIST).orAbsent(),
    scalar("indSep").orAbsent(),
    scalar("dataset").orAbsent()
  };

  /** Position among the arguments of a write. */
  public static final int HEADER = 3;

  /** Positions among the arguments of a read. */
  public static final int DATA_TYPE = 1;

  public static final int VALUE_TYPE = 2;
  private static final int FORMAT = 3;
  private static final int SCHEMA = 9;
  private static final int NA_STRINGS = 14;

  public static final Op READ =
      read(
          "read",
          null,
          "Reads a matrix, a frame, a scalar or a list from a file. Of csv files separator, header,"
              + " types of columns and missing cells are found; one with texts becomes a frame. A"
              + " metadata file beside it, or arguments, say more: data_type=\"frame\","
              + " header=TRUE, sep=\";\", naStrings=list(\"NA\").");
  public static final Op READ_MM = read("readMM", "mm", "Reads a matrix from a MatrixMarket file.");
  public static final Op READ_CSV =
      read("read.csv", "csv", "Reads a matrix from a file with separated values.");

  private static final Parameter[] WRITE_PARAMETERS = {
    any("x"),
    scalar("path"),
    scalar("format").orAbsent(),
    scalar("header").orAbsent(),
    scalar("sep").orAbsent(),
    scalar("sparse").orAbsent(),
    scalar("indSep").orAbsent(),
    scalar("rows_in_block").orAbsent(),
    scalar("cols_in_block").orAbsent(),
    scalar("description").orAbsent(),
    scalar("author").orAbsent(),
    scalar("dataset").orAbsent()
  };

  public static final Op WRITE =
      Op.define("write", "Writes a value to a file.")
          .parameters(WRITE_PARAMETERS)
          .results(0)
          .rule(
              call -> {
                Args.needText(call, 1, "the path of write");
                Args.needText(call, 2, "format of write");
                return List.of();
              })
          .kernel(InputOutputOps::runWrite)
          .properties(Property.EFFECT, Property.WRITES_FILE)
          .build();

  static final List<Op> ALL = List.of(READ, READ_MM, READ_CSV, WRITE);

  private InputOutputOps() {}

  private static Op read(String name, String format, String summary) {
    return Op.define(name, summary)
        .parameters(READ_PARAMETERS)
        .rule(call -> List.of(inferRead(name, format, call)))
        .kernel(call -> call.result(call.environment().read(request(format, call))))
        .naming(Naming.OWN, Naming.OWN)
        // A read must not move across the write of the same file.
        .properties(Property.EFFECT, Property.READS_FILE)
        .build();
  }

  private static Info inferRead(String name, String format, CallSite call) {
    Args.needText(call, 0, "the path of " + name);
    Args.needText(call, FORMAT, "format of " + name);
    checkFormatOption(name, format, call);
    Map<String, Scalar> options = new LinkedHashMap<>();
    boolean constant = call.in(0).isConstant();
    for (int i = 1; i < call.count(); i++) {
      if (call.has(i) && i != NA_STRINGS) {
        constant &= call.in(i).isConstant() || (i == SCHEMA && !call.in(i).isScalar());
        if (call.in(i).isConstant()) {
          options.put(READ_PARAMETERS[i].name(), call.in(i).constant());
        }
      }
    }
    if (!constant) {
      return unknown(name, call);
    }
    if (format != null) {
      options.put("format", Scalar.of(format));
    }
    // Texts for missing cells do not change what is known from metadata.
    Info described =
        call.environment()
            .describe(new Environment.ReadRequest(call.constantText(0), options, List.of()));
    return described == null ? unknown(name, call) : described;
  }

  private static void checkFormatOption(String name, String format, CallSite call) {
    String given = Indexes.given(call, FORMAT) ? call.constantText(FORMAT) : null;
    if (format != null && given != null && !given.equalsIgnoreCase(format)) {
      throw new OpError(
          FORMAT,
          name + " reads format \"" + format + "\", but format is given as \"" + given + "\"");
    }
  }

  /**
   * The data type must be known before the script runs, so it is matrix unless a constant says
   * otherwise.
   */
  private static Info unknown(String name, CallSite call) {
    if (!Indexes.given(call, DATA_TYPE)) {
      return Info.matrix();
    }
    String type = call.constantText(DATA_TYPE);
    if (type == null) {
      throw new OpError(DATA_TYPE, "data_type of " + name + " must be a constant");
    }
    switch (type.toLowerCase(Locale.ROOT)) {
      case "matrix":
        return Info.matrix();
      case "frame":
        return Info.frame(Size.UNKNOWN);
      case "list":
        return Info.list();
      case "scalar":
        return Info.scalar(valueType(name, call));
      default:
        throw new OpError(
            DATA_TYPE,
            "data_type of "
                + name
                + " must be \"matrix\", \"frame\", \"scalar\" or \"list\", but is \""
                + type
                + "\"");
    }
  }

  private static ValueType valueType(String name, CallSite call) {
    if (!Indexes.given(call, VALUE_TYPE)) {
      return ValueType.DOUBLE;
    }
    String word = call.constantText(VALUE_TYPE);
    if (word == null) {
      return ValueType.UNKNOWN;
    }
    for (ValueType type : ValueType.values()) {
      if (type != ValueType.UNKNOWN && type.word().equalsIgnoreCase(word)) {
        return type;
      }
    }
    throw new OpError(
        VALUE_TYPE,
        "value_type of "
            + name
            + " must be \"double\", \"int\", \"boolean\" or \"string\", but is \""
            + word
            + "\"");
  }

  /** What a call of one of the reading operators asks for. */
  public static Environment.ReadRequest request(Op op, Invocation call) {
    return request(op == READ_MM ? "mm" : op == READ_CSV ? "csv" : null, call);
  }

  private static Environment.ReadRequest request(String format, Invocation call) {
    Map<String, Scalar> options = new LinkedHashMap<>();
    List<String> naStrings = List.of();
    for (int i = 1; i < call.count(); i++) {
      if (!call.has(i)) {
        continue;
      }
      if (i == NA_STRINGS) {
        naStrings = texts(call, i);
      } else if (call.dataType(i) == DataType.LIST) {
        options.put(READ_PARAMETERS[i].name(), Scalar.of(String.join(",", texts(call, i))));
      } else {
        options.put(READ_PARAMETERS[i].name(), call.scalar(i));
      }
    }
    if (format != null) {
      options.put("format", Scalar.of(format));
    }
    return new Environment.ReadRequest(call.text(0), options, naStrings);
  }

  private static List<String> texts(Invocation call, int i) {
    if (call.dataType(i) == DataType.SCALAR) {
      return List.of(call.text(i));
    }
    List<String> texts = new ArrayList<>();
    for (Value element : call.list(i).elements()) {
      if (!(element instanceof Scalar scalar)) {
        throw new InputError(
            READ_PARAMETERS[i].name()
                + " needs a list of strings, but it holds a "
                + element.dataType().word());
      }
      texts.add(scalar.asText());
    }
    return texts;
  }

  private static void runWrite(Invocation call) {
    call.environment().write(call.value(0), writeRequest(call));
  }

  /** What a call of write asks for. */
  public static Environment.WriteRequest writeRequest(Invocation call) {
    Map<String, Scalar> options = new LinkedHashMap<>();
    for (int i = 2; i < call.count(); i++) {
      if (call.has(i)) {
        options.put(WRITE_PARAMETERS[i].name(), call.scalar(i));
      }
    }
    return new Environment.WriteRequest(call.text(1), options);
  }
}
