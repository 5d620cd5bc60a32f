package dev.linden.base;

import dev.linden.testkit.GeneratedFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/settings.md lists the settings there are; {@code -Ddocs.update=true} writes it. */
class SettingsDocTest {
  private static final String HEAD =
      """
      # Settings

      All of them work with `--set NAME=VALUE` on the command line, as an element of a configuration file
      ([command-line.md](command-line.md#settings)) and with `Settings.DEFAULTS.with(NAME, VALUE)` for `Linden.builder().settings(...)`.
      [tuning.md](tuning.md) tells when to touch them.

      Made from `core/src/main/java/dev/linden/base/Settings.java`; change that, then run
      `mvn -pl core test -Dtest=SettingsDocTest -Ddocs.update=true`.

      | name | values | default | meaning |
      | --- | --- | --- | --- |
      """;

  /** Those that depend on the machine or follow from others. */
  private static final Map<Setting<?>, String> DEFAULTS =
      Map.of(
          Settings.THREADS, "the number of cores",
          Settings.MEMORY, "the heap",
          Settings.BUDGET, "0.7 of `memory`",
          Settings.SPILL, "the system's temporary folder");

  @Test
  void theDocumentIsUpToDate() throws IOException {
    GeneratedFile.assertUpToDate("docs/settings.md", document());
  }

  private static String document() {
    StringBuilder out = new StringBuilder(HEAD);
    for (Setting<?> setting : Settings.ALL) {
      out.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(setting.name(), setting.values(), defaultOf(setting), setting.meaning()));
    }
    return out.toString();
  }

  private static String defaultOf(Setting<?> setting) {
    String said = DEFAULTS.get(setting);
    if (said != null) {
      return said;
    }
    Object value = setting.defaultValue();
    if (value instanceof List<?> words) {
      return words.isEmpty() ? "none" : "`" + words + "`";
    }
    if (value instanceof Boolean on) {
      return on ? "`on`" : "`off`";
    }
    return "`" + value.toString().toLowerCase(Locale.ROOT) + "`";
  }
}
