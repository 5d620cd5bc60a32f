package dev.linden.cli;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Settings of the engine as the user gave them; null where nothing was said. */
record Settings(Integer threads, Long memoryBytes, Long seed, Boolean nativeCode) {
  static final Settings DEFAULTS = new Settings(null, null, null, null);

  private static final List<String> KEYS = List.of("threads", "memory", "seed", "native");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})([kmgt]?)");

  /** These settings with one changed; {@code origin} says in messages where the pair comes from. */
  Settings with(String key, String value, String origin) {
    return switch (key) {
      case "threads" -> new Settings(threadCount(value, origin), memoryBytes, seed, nativeCode);
      case "memory" -> new Settings(threads, size(value, origin), seed, nativeCode);
      case "seed" -> new Settings(threads, memoryBytes, integer(value, origin), nativeCode);
      case "native" -> new Settings(threads, memoryBytes, seed, onOrOff(value, origin));
      default ->
          throw new UsageError(
              origin + ": there is no setting " + key + Suggestion.forWord(key, KEYS));
    };
  }

  private static boolean onOrOff(String text, String origin) {
    if (!text.equals("on") && !text.equals("off")) {
      throw new UsageError(origin + ": expected on or off, found \"" + text + "\"");
    }
    return text.equals("on");
  }

  private static Integer threadCount(String text, String origin) {
    long count = integer(text, origin);
    if (count < 1 || count > 1 << 16) {
      throw new UsageError(origin + ": expected 1 to 65536 threads, found " + text);
    }
    return (int) count;
  }

  private static long integer(String text, String origin) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UsageError(origin + ": expected an integer, found \"" + text + "\"");
    }
  }

  /** Bytes, with k, m, g or t for powers of 1024, as for the JVM's -Xmx. */
  static long size(String text, String origin) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new UsageError(origin + ": expected a size such as 8g or 500m, found \"" + text + "\"");
    }
    int shift = matcher.group(2).isEmpty() ? 0 : 10 * (1 + "kmgt".indexOf(matcher.group(2)));
    long count = Long.parseLong(matcher.group(1));
    if (count == 0 || count > Long.MAX_VALUE >> shift) {
      throw new UsageError(origin + ": " + text + " is not a possible size of memory");
    }
    return count << shift;
  }
}
