package dev.linden.storage.format;

import dev.linden.base.InputError;
import dev.linden.op.Environment;
import dev.linden.op.Scalar;
import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What the call of write says, with the defaults of the language. */
public record WriteParameters(
    FileFormat format,
    boolean header,
    String separator,
    boolean emptyZeros,
    String indexSeparator,
    long rowsInBlock,
    long colsInBlock,
    String description)
    implements Serializable {
  private static final long BLOCK = 1000;
  private static final Set<String> KNOWN =
      Set.of(
          "format",
          "header",
          "sep",
          "sparse",
          "indSep",
          "rows_in_block",
          "cols_in_block",
          "description",
          "author");

  /** {@code formats} knows the format of a word, {@code ofName} that of the name of a file. */
  public static WriteParameters of(
      Environment.WriteRequest request,
      Function<String, FileFormat> formats,
      Function<String, FileFormat> ofName) {
    Map<String, Scalar> options = request.options();
    for (String name : options.keySet()) {
      if (!KNOWN.contains(name)) {
        throw new InputError("write has no parameter \"" + name + "\"");
      }
    }
    String word = text(options, "format", null);
    FileFormat format = word == null ? ofName.apply(request.path()) : formats.apply(word);
    return new WriteParameters(
        format,
        options.containsKey("header") && options.get("header").asBoolean(),
        notEmpty("sep", text(options, "sep", format.separator(request.path()))),
        options.containsKey("sparse") && options.get("sparse").asBoolean(),
        notEmpty("indSep", text(options, "indSep", ":")),
        count(options, "rows_in_block"),
        count(options, "cols_in_block"),
        text(options, "description", null));
  }

  public WriteParameters withoutHeader() {
    return new WriteParameters(
        format,
        false,
        separator,
        emptyZeros,
        indexSeparator,
        rowsInBlock,
        colsInBlock,
        description);
  }

  private static String text(Map<String, Scalar> options, String name, String absent) {
    Scalar value = options.get(name);
    return value == null ? absent : value.asText();
  }

  private static String notEmpty(String name, String text) {
    if (text.isEmpty()) {
      throw new InputError(name + " must not be empty");
    }
    return text;
  }

  private static long count(Map<String, Scalar> options, String name) {
    Scalar value = options.get(name);
    if (value == null) {
      return BLOCK;
    }
    if (value.asLong() < 1) {
      throw new InputError(name + " must be at least 1, but is " + value);
    }
    return value.asLong();
  }
}
