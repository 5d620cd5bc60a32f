package dev.linden.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Settings under which a script is run, with a name for messages. Relative paths of the script are
 * meant relative to {@code directory}. {@code syntax} is what the script is written in; null for
 * DML.
 */
public record RunConfig(String name, Map<String, String> settings, Path directory, String syntax) {
  public static final RunConfig DEFAULT = new RunConfig("default", Map.of(), Path.of(""));

  public RunConfig(String name, Map<String, String> settings, Path directory) {
    this(name, settings, directory, null);
  }

  /**
   * Another plan or another form of matrices may add in another order and keep other signs of
   * zeros, so answers agree within the tolerance; under all other configurations they have the same
   * bits.
   */
  public boolean changesRounding() {
    return settings.keySet().stream()
        .anyMatch(
            key ->
                key.startsWith("opt.")
                    || key.startsWith("operators.")
                    || key.startsWith("fusion.")
                    || key.equals("recompile")
                    || key.equals("compression")
                    || key.equals("memory.packing"));
  }

  /** Printed numbers as far as they do not depend on the form of matrices: zeros without sign. */
  String withoutSignsOfZeros(String output) {
    return settings.getOrDefault("memory.packing", "").isEmpty()
        ? output
        : output.replaceAll("-(?=0\\.0+(?![0-9]))", "");
  }

  /** With other settings, which win over those of the configuration. */
  public RunConfig with(Map<String, String> others) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putAll(others);
    return new RunConfig(name, all, directory, syntax);
  }

  public RunConfig in(Path workingDirectory) {
    return new RunConfig(name, settings, workingDirectory, syntax);
  }

  public RunConfig writtenIn(String otherSyntax) {
    return new RunConfig(name, settings, directory, otherSyntax);
  }

  /**
   * Lines {@code key=value}; blank lines and lines that start with # are skipped. The name is that
   * of the file.
   */
  public static RunConfig read(Path file) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String line : lines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      if (equals <= 0) {
        throw new IllegalArgumentException(file + ": expected key=value, found: " + line);
      }
      settings.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
    }
    String name = file.getFileName().toString().replaceFirst("\\.conf$", "");
    return new RunConfig(name, settings, Path.of(""));
  }

  /** The default and every {@code *.conf} of the folder, in the order of their names. */
  public static List<RunConfig> all(Path folder) {
    List<RunConfig> configs = new ArrayList<>();
    configs.add(DEFAULT);
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .filter(file -> file.toString().endsWith(".conf"))
            .sorted()
            .forEach(file -> configs.add(read(file)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return configs;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
