package dev.linden.engine;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import dev.linden.plan.cost.Hardware;
import dev.linden.plan.cost.Rates;
import dev.linden.plan.distribute.Cluster;
import dev.linden.storage.format.Metadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Descriptions of clusters for plans without one: a JSON object, see docs/command-line.md. */
final class ClusterFile {
  private static final List<String> FIELDS =
      Stream.concat(
              Stream.of(
                  "executors",
                  "cores",
                  "executorMemory",
                  "dataFraction",
                  "broadcastFraction",
                  "driverMemory",
                  "driverCores"),
              Rates.DEFAULT.byName().keySet().stream())
          .sorted()
          .toList();

  /** A cluster, and how fast its machines are. */
  record Description(Cluster cluster, Hardware hardware) {}

  private final String name;
  private final Map<String, Scalar> fields;

  private ClusterFile(String name, Map<String, Scalar> fields) {
    this.name = name;
    this.fields = fields;
  }

  /**
   * @throws InputError that says what is wrong with the file
   */
  static Description read(Path file) {
    try {
      return parse(Files.readAllBytes(file), file.toString());
    } catch (IOException e) {
      throw new InputError("the cluster file " + file + " can't be read: " + e.getMessage(), e);
    }
  }

  private static Description parse(byte[] json, String name) throws IOException {
    ClusterFile file = new ClusterFile(name, Metadata.parse(json, name).fields());
    for (String field : file.fields.keySet()) {
      if (!FIELDS.contains(field)) {
        throw new InputError(
            name + ": unknown field " + field + "; expected " + String.join(", ", FIELDS));
      }
    }
    Cluster cluster =
        new Cluster(
            file.count("executors"),
            file.count("cores"),
            file.memory("executorMemory"),
            file.share("dataFraction", Cluster.DEFAULT_DATA_FRACTION),
            file.share("broadcastFraction", Cluster.DEFAULT_BROADCAST_FRACTION),
            file.memory("driverMemory"),
            Settings.DEFAULTS.get(Settings.SPARK_BLOCK_SIZE));
    int threads =
        file.fields.containsKey("driverCores")
            ? file.count("driverCores")
            : cluster.coresPerExecutor();
    return new Description(cluster, new Hardware(threads, file.rates()));
  }

  /** Those of the file in place of the usual ones. */
  private Rates rates() {
    Map<String, Double> given = new HashMap<>();
    for (String field : Rates.DEFAULT.byName().keySet()) {
      Scalar value = fields.get(field);
      if (value != null) {
        boolean number = value.type() == ValueType.DOUBLE || value.type() == ValueType.INT;
        if (!number || !(value.asDouble() > 0) || Double.isInfinite(value.asDouble())) {
          throw wrong(field, "a number above 0", value);
        }
        given.put(field, value.asDouble());
      }
    }
    return Rates.DEFAULT.with(given);
  }

  private Scalar required(String field) {
    Scalar value = fields.get(field);
    if (value == null) {
      throw new InputError(name + ": the field " + field + " is missing");
    }
    return value;
  }

  private int count(String field) {
    Scalar value = required(field);
    if (value.type() != ValueType.INT || value.asLong() < 1 || value.asLong() > 1_000_000) {
      throw wrong(field, "a number from 1 to 1000000", value);
    }
    return (int) value.asLong();
  }

  /** A number of bytes, or a text such as {@code "55g"}. */
  private long memory(String field) {
    Scalar value = required(field);
    try {
      return Settings.DEFAULTS.with(Settings.MEMORY.name(), value.asText()).get(Settings.MEMORY);
    } catch (InputError e) {
      throw new InputError(name + ": " + field + ": " + e.getMessage(), e);
    }
  }

  private double share(String field, double defaultValue) {
    Scalar value = fields.get(field);
    if (value == null) {
      return defaultValue;
    }
    boolean number = value.type() == ValueType.DOUBLE || value.type() == ValueType.INT;
    if (!number || !(value.asDouble() > 0 && value.asDouble() <= 1)) {
      throw wrong(field, "a number above 0 and up to 1", value);
    }
    return value.asDouble();
  }

  private InputError wrong(String field, String expected, Scalar found) {
    return new InputError(name + ": " + field + ": expected " + expected + ", found " + found);
  }
}
