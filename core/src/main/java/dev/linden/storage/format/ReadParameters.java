package dev.linden.storage.format;

import dev.linden.base.InputError;
import dev.linden.frame.ColumnType;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * What the call of read and the metadata file say together. Absent answers are null, absent counts
 * -1.
 */
public final class ReadParameters {
  private static final Set<String> KNOWN =
      Set.of(
          "data_type",
          "value_type",
          "format",
          "rows",
          "cols",
          "nnz",
          "rows_in_block",
          "cols_in_block",
          "schema",
          "header",
          "sep",
          "fill",
          "default",
          "indSep",
          "dataset",
          "description",
          "author",
          "created",
          "privacy");
  private static final Set<String> OF_SCALARS = Set.of("data_type", "value_type");
  private static final Set<String> COUNTS =
      Set.of("rows", "cols", "nnz", "rows_in_block", "cols_in_block");

  private final Function<String, FileFormat> formats;
  private final Map<String, Scalar> values = new LinkedHashMap<>();
  private final Set<String> inCall;
  private final String metadataName;
  private final List<String> naStrings;
  private final boolean hasMetadata;
  private final List<String> rowNames;
  private final List<String> colNames;

  /**
   * Merges both; a parameter given in both places with different values is an error. {@code
   * formats} knows the format of a word.
   */
  public ReadParameters(
      Environment.ReadRequest request,
      Metadata metadata,
      String metadataName,
      Function<String, FileFormat> formats) {
    this.formats = formats;
    Map<String, Scalar> call = request.options();
    this.inCall = call.keySet();
    this.metadataName = metadataName;
    hasMetadata = metadata != Metadata.NONE;
    rowNames = metadata.rowNames();
    colNames = metadata.colNames();
    values.putAll(metadata.fields());
    call.forEach(
        (name, value) -> {
          if (!KNOWN.contains(name)) {
            throw new InputError("read has no parameter \"" + name + "\"");
          }
          Scalar other = metadata.fields().get(name);
          if (other != null && !same(name, value, other)) {
            throw contradiction(name, value.toString(), other.toString(), metadataName);
          }
          values.put(name, value);
        });
    List<String> called =
        request.naStrings() == null || request.naStrings().isEmpty() ? null : request.naStrings();
    if (called != null && metadata.naStrings() != null && !called.equals(metadata.naStrings())) {
      throw contradiction(
          "naStrings", called.toString(), metadata.naStrings().toString(), metadataName);
    }
    naStrings = called != null ? called : metadata.naStrings();
    if (dataType() == DataType.SCALAR) {
      for (String name : call.keySet()) {
        if (!OF_SCALARS.contains(name)) {
          throw new InputError("reading a scalar takes only data_type and value_type, not " + name);
        }
      }
    }
  }

  private static InputError contradiction(
      String name, String called, String recorded, String metadataName) {
    return new InputError(
        name + " is " + called + " in the call, but " + recorded + " in " + metadataName);
  }

  private boolean same(String name, Scalar a, Scalar b) {
    return switch (name) {
      case "format" -> formats.apply(a.asText()).equals(formats.apply(b.asText()));
      case "value_type" -> valueType(a.asText()) == valueType(b.asText());
      case "data_type" -> dataType(a.asText()) == dataType(b.asText());
      case "header", "fill" -> flag(name, a) == flag(name, b);
      case "rows", "cols", "nnz", "rows_in_block", "cols_in_block" ->
          count(name, a) == count(name, b) || count(name, b) < 0;
      case "schema" -> ColumnType.listOf(a.asText()).equals(ColumnType.listOf(b.asText()));
      case "default" ->
          a.asText().equals(b.asText()) || Double.compare(a.asDouble(), b.asDouble()) == 0;
      // Notes on the file, not on how to read it.
      case "description", "author", "created", "privacy" -> true;
      default -> Objects.equals(a.asText(), b.asText());
    };
  }

  private static boolean flag(String name, Scalar value) {
    if (value.type() == ValueType.BOOLEAN) {
      return value.asBoolean();
    }
    String text = value.asText().toLowerCase(Locale.ROOT);
    if (!text.equals("true") && !text.equals("false")) {
      throw new InputError(name + " must be TRUE or FALSE, but is " + value);
    }
    return text.equals("true");
  }

  private static long count(String name, Scalar value) {
    boolean number = value.type() == ValueType.INT || value.type() == ValueType.DOUBLE;
    if (!number || value.asDouble() != Math.rint(value.asDouble())) {
      throw new InputError(name + " must be a whole number, but is " + value);
    }
    return Math.max(-1, value.toInteger());
  }

  private static DataType dataType(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "matrix" -> DataType.MATRIX;
      case "frame" -> DataType.FRAME;
      case "scalar" -> DataType.SCALAR;
      case "list" -> DataType.LIST;
      default ->
          throw new InputError(
              "unknown data_type \"" + text + "\": expected matrix, frame, scalar or list");
    };
  }

  private static ValueType valueType(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "double", "fp64", "fp32" -> ValueType.DOUBLE;
      case "int", "integer", "int64", "int32" -> ValueType.INT;
      case "boolean" -> ValueType.BOOLEAN;
      case "string" -> ValueType.STRING;
      case "unknown" -> ValueType.UNKNOWN;
      default ->
          throw new InputError(
              "unknown value_type \"" + text + "\": expected double, int, boolean or string");
    };
  }

  private String text(String name, String absent) {
    Scalar value = values.get(name);
    return value == null ? absent : value.asText();
  }

  private long count(String name) {
    assert COUNTS.contains(name);
    Scalar value = values.get(name);
    if (value == null) {
      return -1;
    }
    try {
      return count(name, value);
    } catch (InputError e) {
      throw inCall.contains(name) ? e : new InputError(metadataName + ": " + e.getMessage(), e);
    }
  }

  public DataType dataType() {
    return dataType(text("data_type", "matrix"));
  }

  /** Whether the call or metadata tell what the file holds. */
  public boolean saysDataType() {
    return values.containsKey("data_type");
  }

  public boolean hasMetadata() {
    return hasMetadata;
  }

  /** Of a matrix, as metadata list them; null for none. */
  public List<String> rowNames() {
    return rowNames;
  }

  public List<String> colNames() {
    return colNames;
  }

  public ValueType valueType() {
    return valueType(text("value_type", "double"));
  }

  /** Null when nobody says. */
  public FileFormat format() {
    String format = text("format", null);
    return format == null ? null : formats.apply(format);
  }

  public long rows() {
    return count("rows");
  }

  public long cols() {
    return count("cols");
  }

  public long nnz() {
    return count("nnz");
  }

  public boolean sizeKnown() {
    return rows() >= 0 && cols() >= 0;
  }

  /** Null when nobody says. */
  public Boolean header() {
    return values.containsKey("header") ? (Boolean) flag("header", values.get("header")) : null;
  }

  /** Null when nobody says. */
  public String separator() {
    String separator = text("sep", null);
    if (separator != null && separator.isEmpty()) {
      throw new InputError("sep must not be empty");
    }
    return separator;
  }

  public boolean fill() {
    return !values.containsKey("fill") || flag("fill", values.get("fill"));
  }

  public double defaultValue() {
    boolean number = values.containsKey("default") && dataType() != DataType.FRAME;
    return number ? values.get("default").asDouble() : 0;
  }

  /** What an empty field of a frame means; null, that is missing, when nobody says. */
  public String defaultText() {
    return text("default", null);
  }

  /** The types of the columns of a frame; null when nobody says. */
  public List<ColumnType> schema() {
    String schema = text("schema", null);
    return schema == null ? null : ColumnType.listOf(schema);
  }

  /** Null when nobody says. */
  public List<String> naStrings() {
    return naStrings;
  }

  public String indexSeparator() {
    String separator = text("indSep", ":");
    if (separator.isEmpty()) {
      throw new InputError("indSep must not be empty");
    }
    return separator;
  }
}
