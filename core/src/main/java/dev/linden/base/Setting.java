package dev.linden.base;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something a user may adjust: its name on the command line and in configuration files, its
 * default, how its text is read, and what it means. All settings are constants of {@link Settings}.
 */
public final class Setting<T> {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})([kmgt]?)");

  private final String name;
  private final T defaultValue;
  private final Function<String, T> parser;
  private final Function<T, String> writer;
  private final String values;
  private final String meaning;

  private Setting(
      String name, T defaultValue, Function<String, T> parser, String values, String meaning) {
    this(name, defaultValue, parser, String::valueOf, values, meaning);
  }

  private Setting(
      String name,
      T defaultValue,
      Function<String, T> parser,
      Function<T, String> writer,
      String values,
      String meaning) {
    this.name = name;
    this.defaultValue = defaultValue;
    this.parser = parser;
    this.writer = writer;
    this.values = values;
    this.meaning = meaning;
  }

  static Setting<Integer> count(String name, int defaultValue, int most, String meaning) {
    return new Setting<>(
        name, defaultValue, text -> (int) integer(text, 1, most), "1 to " + most, meaning);
  }

  static Setting<Long> integer(String name, long defaultValue, String meaning) {
    return new Setting<>(
        name,
        defaultValue,
        text -> integer(text, Long.MIN_VALUE, Long.MAX_VALUE),
        "an integer",
        meaning);
  }

  /** Bytes, with k, m, g or t for powers of 1024. */
  static Setting<Long> size(String name, long defaultValue, String meaning) {
    return new Setting<>(
        name, defaultValue, Setting::size, Setting::sizeText, "a size such as 8g or 500m", meaning);
  }

  static Setting<Boolean> flag(String name, boolean defaultValue, String meaning) {
    return new Setting<>(name, defaultValue, Setting::flag, "on, off", meaning);
  }

  /** One of a few words, each of which means a value; several may mean the same. */
  static <E> Setting<E> choice(String name, E defaultValue, Map<String, E> words, String meaning) {
    return new Setting<>(
        name,
        defaultValue,
        text -> choice(text, words),
        String.join(", ", words.keySet()),
        meaning);
  }

  /** One of several words, the first being the default. */
  static Setting<String> word(String name, List<String> choices, String meaning) {
    Map<String, String> words = new LinkedHashMap<>();
    choices.forEach(choice -> words.put(choice, choice));
    return choice(name, choices.get(0), words, meaning);
  }

  static Setting<String> text(String name, String defaultValue, String meaning) {
    return new Setting<>(name, defaultValue, text -> text, "a text", meaning);
  }

  /** Words separated by commas. */
  static Setting<List<String>> words(String name, String meaning) {
    return new Setting<>(name, List.of(), Setting::words, "words, separated by commas", meaning);
  }

  public String name() {
    return name;
  }

  public T defaultValue() {
    return defaultValue;
  }

  /** What may be given, for the documentation. */
  public String values() {
    return values;
  }

  /** One sentence for the documentation. */
  public String meaning() {
    return meaning;
  }

  /** A value as it may be given. */
  public String text(T value) {
    return writer.apply(value);
  }

  /** Throws {@link InputError} that says what is expected. */
  T parse(String text) {
    return parser.apply(text.strip());
  }

  private static long integer(String text, long least, long most) {
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new InputError("expected an integer, found \"" + text + "\"", e);
    }
    throw new InputError("expected " + least + " to " + most + ", found " + text);
  }

  private static long size(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new InputError("expected a size such as 8g or 500m, found \"" + text + "\"");
    }
    int shift = matcher.group(2).isEmpty() ? 0 : 10 * (1 + "kmgt".indexOf(matcher.group(2)));
    long count = Long.parseLong(matcher.group(1));
    if (count == 0 || count > Long.MAX_VALUE >> shift) {
      throw new InputError(text + " is not a possible size of memory");
    }
    return count << shift;
  }

  /** In the largest unit of which it is a multiple. */
  private static String sizeText(long bytes) {
    int unit = bytes == 0 ? 0 : Math.min(4, Long.numberOfTrailingZeros(bytes) / 10);
    return (bytes >> 10 * unit) + (unit == 0 ? "" : "kmgt".substring(unit - 1, unit));
  }

  private static boolean flag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "on", "1" -> true;
      case "false", "off", "0" -> false;
      default -> throw new InputError("expected true or false, found \"" + text + "\"");
    };
  }

  private static <E> E choice(String text, Map<String, E> words) {
    E value = words.get(text.toLowerCase(Locale.ROOT));
    if (value == null) {
      throw new InputError(
          "expected one of " + String.join(", ", words.keySet()) + ", found \"" + text + "\"");
    }
    return value;
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\\s*,\\s*"));
  }
}
