package dev.linden.cli;

import dev.linden.engine.Installation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** Facts about this installation and this machine that decide how scripts run. */
final class Doctor {
  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  private Doctor() {}

  static String version() {
    Properties properties = new Properties();
    try (InputStream in = Doctor.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  static Map<String, Object> facts() {
    long heap = Runtime.getRuntime().maxMemory();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("Linden", version());
    facts.put(
        "Java",
        System.getProperty("java.version")
            + " ("
            + System.getProperty("java.vm.vendor")
            + ", "
            + System.getProperty("java.home")
            + ")");
    facts.put("System", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("Cores", Runtime.getRuntime().availableProcessors());
    facts.put("SIMD", simd());
    facts.put("Heap", size(heap));
    facts.put("Memory budget", size(Installation.budget(heap)));
    facts.put("Native libraries", nativeLibrary());
    facts.put(
        "Spark", Installation.spark().orElseGet(() -> "none (" + Installation.sparkAdvice() + ")"));
    return facts;
  }

  static String render(Map<String, Object> facts) {
    StringBuilder out = new StringBuilder();
    facts.forEach(
        (name, value) -> out.append(String.format(Locale.ROOT, "%-17s %s%n", name, value)));
    return out.toString().stripTrailing();
  }

  private static String simd() {
    return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()
        ? "Vector API"
        : "plain loops (start Java with --add-modules " + VECTOR_MODULE + " for the Vector API)";
  }

  private static String nativeLibrary() {
    return Installation.nativeLibrary()
        .map(library -> library + " (for large solvers and decompositions)")
        .orElse("none (products and solvers run in Java)");
  }

  /** With one decimal in the unit that fits. */
  static String size(long bytes) {
    String[] units = {"bytes", "KB", "MB", "GB", "TB"};
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  }
}
