package dev.linden.storage.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.linden.base.InputError;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The content of a {@code .mtd} file: scalar fields by name in the order of the file, and the texts
 * that mean "missing" and names of rows and columns of a matrix (null when the file does not list
 * any). Reading takes any JSON object, also with a comma behind the last field, single quotes,
 * names without quotes and comments as other systems write it by hand; an unknown escape stands for
 * itself, backslash and all. Fields with nested values are passed over.
 */
public record Metadata(
    Map<String, Scalar> fields,
    List<String> naStrings,
    List<String> rowNames,
    List<String> colNames) {
  private static final String ROW_NAMES = "row_names";
  private static final String COL_NAMES = "col_names";

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .build();

  /** A backslash and what follows it. */
  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)", Pattern.DOTALL);

  private static final DateTimeFormatter CREATED =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss zzz", Locale.ENGLISH);

  public static final Metadata NONE = new Metadata(Map.of(), null, null, null);

  /** {@code name} is the file, for messages. */
  public static Metadata parse(byte[] json, String name) throws IOException {
    Map<String, Scalar> fields = new LinkedHashMap<>();
    List<String> naStrings = null;
    List<String> rowNames = null;
    List<String> colNames = null;
    try (JsonParser parser = JSON.createParser(withKnownEscapes(json))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new InputError(name + ": expected a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken token = parser.nextToken();
        if (field.equals("naStrings") || field.equals("na.strings")) {
          naStrings = texts(parser, name, field);
        } else if (field.equals(ROW_NAMES)) {
          rowNames = texts(parser, name, field);
        } else if (field.equals(COL_NAMES)) {
          colNames = texts(parser, name, field);
        } else if (token.isScalarValue()) {
          if (token != JsonToken.VALUE_NULL) {
            fields.put(field, scalar(parser, token));
          }
        } else {
          parser.skipChildren();
        }
      }
      if (parser.nextToken() != null) {
        throw new InputError(name + ": there is more text after the JSON object");
      }
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      int column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
      throw new InputError(
          name + ":" + line + ":" + column + ": not valid JSON: " + e.getOriginalMessage(), e);
    }
    return new Metadata(fields, naStrings, rowNames, colNames);
  }

  private static String withKnownEscapes(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    return ESCAPE
        .matcher(text)
        .replaceAll(
            escape ->
                Matcher.quoteReplacement(
                    "\"\\/bfnrtu".contains(escape.group(1))
                        ? escape.group()
                        : "\\" + escape.group()));
  }

  private static List<String> texts(JsonParser parser, String name, String field)
      throws IOException {
    List<String> texts = new ArrayList<>();
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (!parser.currentToken().isScalarValue()) {
          throw new InputError(name + ": " + field + " must be a list of texts");
        }
        texts.add(parser.getText());
      }
    } else if (parser.currentToken().isScalarValue()) {
      texts.add(parser.getText());
    } else {
      throw new InputError(name + ": " + field + " must be a list of texts");
    }
    return texts;
  }

  private static Scalar scalar(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_TRUE -> Scalar.TRUE;
      case VALUE_FALSE -> Scalar.FALSE;
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? Scalar.of(parser.getDoubleValue())
              : Scalar.of(parser.getLongValue());
      case VALUE_NUMBER_FLOAT -> Scalar.of(parser.getDoubleValue());
      default -> Scalar.of(parser.getText());
    };
  }

  /** The order in which fields are written; others come before the last one. */
  private static final List<String> ORDER =
      List.of(
          "data_type",
          "value_type",
          "schema",
          "rows",
          "cols",
          "rows_in_block",
          "cols_in_block",
          "nnz",
          "format",
          "description",
          "author");

  private static final String LAST = "created";

  /** Collects the fields of a file about to be written. */
  public static final class Builder {
    private final Map<String, Scalar> fields = new LinkedHashMap<>();
    private List<String> rowNames;
    private List<String> colNames;

    public Builder put(String name, Scalar value) {
      fields.put(name, value);
      return this;
    }

    public Builder put(String name, String value) {
      return put(name, Scalar.of(value));
    }

    public Builder put(String name, long value) {
      return put(name, Scalar.of(value));
    }

    /** Null for none. */
    public Builder names(List<String> ofRows, List<String> ofCols) {
      rowNames = ofRows;
      colNames = ofCols;
      return this;
    }

    /** The user of the operating system. */
    public Builder author() {
      return put("author", System.getProperty("user.name", "unknown"));
    }

    public Builder created(ZonedDateTime time) {
      return put(LAST, CREATED.format(time));
    }

    public Metadata build() {
      Map<String, Scalar> ordered = new LinkedHashMap<>();
      Map<String, Scalar> others = new LinkedHashMap<>(fields);
      ORDER.stream().filter(fields::containsKey).forEach(n -> ordered.put(n, others.remove(n)));
      Scalar last = others.remove(LAST);
      ordered.putAll(others);
      if (last != null) {
        ordered.put(LAST, last);
      }
      return new Metadata(ordered, null, rowNames, colNames);
    }
  }

  /** One field per line, indented by four blanks. */
  public String toJson() {
    StringBuilder out = new StringBuilder("{\n");
    String separator = "";
    for (Map.Entry<String, Scalar> field : fields.entrySet()) {
      out.append(separator)
          .append("    ")
          .append(quoted(field.getKey()))
          .append(": ")
          .append(json(field.getValue()));
      separator = ",\n";
    }
    addNames(out, ROW_NAMES, rowNames);
    addNames(out, COL_NAMES, colNames);
    return out.append("\n}\n").toString();
  }

  private static void addNames(StringBuilder out, String field, List<String> names) {
    if (names != null) {
      String texts = names.stream().map(Metadata::quoted).collect(Collectors.joining(", "));
      out.append(",\n    ").append(quoted(field)).append(": [").append(texts).append(']');
    }
  }

  private static String json(Scalar value) {
    if (value.type() == ValueType.STRING) {
      return quoted(value.text());
    }
    return value.type() == ValueType.BOOLEAN ? Boolean.toString(value.asBoolean()) : value.asText();
  }

  private static String quoted(String text) {
    return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
  }
}
