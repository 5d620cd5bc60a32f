package dev.linden.base;

import java.io.Serializable;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a user has adjusted; immutable. Everything else has its default. */
public final class Settings implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Value of sizes that follow from another setting. */
  public static final long UNSET = -1;

  public static final Setting<Integer> THREADS =
      Setting.count(
          "threads",
          Runtime.getRuntime().availableProcessors(),
          1 << 16,
          "Threads that operators may use together.");
  public static final Setting<Long> MEMORY =
      Setting.size(
          "memory",
          Runtime.getRuntime().maxMemory(),
          "Heap to plan with; operators together may use 0.7 of it.");
  public static final Setting<Long> BUDGET =
      Setting.size(
          "memory.budget",
          UNSET,
          "Bytes that matrices and operations may take together; 0.7 of memory if not set.");
  public static final Setting<String> SPILL =
      Setting.text(
          "memory.spill",
          System.getProperty("java.io.tmpdir"),
          "Folder for the matrices that do not fit the memory.");
  public static final Setting<Boolean> EVICT_ALL =
      Setting.flag(
          "memory.evict-all",
          false,
          "Moves every matrix to disk that no running operation uses; for tests.");
  public static final Setting<String> PACKING =
      Setting.text(
          "memory.packing",
          "",
          "Packs every matrix in a variable in the way of this name, if there is one; for tests.");
  public static final Setting<Compression> COMPRESSION =
      Setting.choice(
          "compression",
          Compression.ON,
          ordered("off", Compression.OFF, "on", Compression.ON, "always", Compression.ALWAYS),
          "Whether matrices that loops read are compressed: never, where that pays, or (for tests)"
              + " wherever it can be done.");
  public static final Setting<Long> SEED =
      Setting.integer(
          "seed",
          -1,
          "Makes rand without a seed reproducible; -1 gives other numbers in each run.");
  public static final Setting<Boolean> NATIVE =
      Setting.flag(
          "native", true, "Whether large operations may use a native library, if there is one.");
  public static final Setting<Boolean> VERIFY =
      Setting.flag(
          "verify",
          false,
          "Checks at every operator what the compiler assumed and kernels promise; for tests.");
  public static final Setting<Boolean> REWRITES =
      Setting.flag("opt.rewrites", true, "Whether operator DAGs are rewritten.");
  public static final Setting<List<String>> RULES_OFF =
      Setting.words("opt.rules.off", "Rewrite rules that must not be used, by name.");
  public static final Setting<List<String>> RULES_ONLY =
      Setting.words("opt.rules.only", "The only rewrite rules to use, by name; none means all.");

  public static final Setting<List<String>> OPERATORS_OFF =
      Setting.words(
          "operators.off", "Physical operators that plans must not use, as EXPLAIN shows them.");

  public static final Setting<List<String>> JARS =
      Setting.words("jars", "Jars and directories with the classes of external functions.");
  public static final Setting<List<String>> RESTRICTED =
      Setting.words(
          "restricted",
          "Restricts scripts, if set: they read and write below these folders only, run no Java of"
              + " their own and no external classes; see trust.md.");
  public static final Setting<Exec> EXEC =
      Setting.choice(
          "exec",
          Exec.HYBRID,
          ordered(
              "hybrid", Exec.HYBRID,
              "local", Exec.LOCAL,
              "singlenode", Exec.LOCAL,
              "spark", Exec.SPARK),
          "Where operators run: here or on Spark by their memory estimates, all here, all on"
              + " Spark.");
  public static final Setting<Recompile> RECOMPILE =
      Setting.choice(
          "recompile",
          Recompile.ON,
          ordered(
              "on", Recompile.ON,
              "true", Recompile.ON,
              "off", Recompile.OFF,
              "false", Recompile.OFF,
              "eager", Recompile.EAGER,
              "always", Recompile.ALWAYS),
          "Whether DAGs of unknown sizes are compiled again when sizes are known. For tests: eager,"
              + " every DAG for all sizes it meets; always, every DAG at every execution.");
  public static final Setting<String> FUSION =
      Setting.word(
          "fusion.policy",
          List.of("cost", "all", "no-redundancy", "off"),
          "Which operators run as one: by estimated time, as many as possible, those without"
              + " repeated computation, none.");
  public static final Setting<String> FUSION_CLASSES =
      Setting.word(
          "fusion.classes",
          List.of("adaptive", "at-once", "off"),
          "When Java classes are generated for fused operators.");
  public static final Setting<ScalarCode> SCALAR_CODE =
      Setting.choice(
          "scalar.code",
          ScalarCode.ADAPTIVE,
          ordered(
              "adaptive", ScalarCode.ADAPTIVE,
              "at-once", ScalarCode.AT_ONCE,
              "off", ScalarCode.OFF),
          "When loops and functions over scalars and cells become Java classes: after a thousand"
              + " iterations or calls, before the first one (for tests), never.");
  public static final Setting<Long> FUSION_SMALLEST =
      Setting.integer(
          "fusion.smallest", 8192, "Cells of the largest operand below which nothing is fused.");
  public static final Setting<String> SPARK_MASTER =
      Setting.text(
          "spark.master",
          "local[*]",
          "The Spark that distributed operators use: local[2], spark://host:7077, yarn, k8s://...");
  public static final Setting<Integer> SPARK_BLOCK_SIZE =
      Setting.count(
          "spark.block-size",
          1000,
          1 << 16,
          "Rows and columns of the blocks of a distributed matrix.");
  public static final Setting<List<String>> SPARK_CONF =
      Setting.words("spark.conf", "Properties of Spark as key:value.");

  public static final Setting<String> FUSION_MACHINE =
      Setting.text(
          "fusion.machine",
          "usual",
          "What the costs of fusion plans are estimated with: usual figures, those of this machine"
              + " as measured once in the background and kept in the user's cache directory"
              + " (measured), or given ones as READ,WRITE,FLOPS in"
              + " GB/s, GB/s and GFLOP/s.");

  /** All there are, in the order of the documentation. */
  public static final List<Setting<?>> ALL =
      List.of(
          THREADS,
          MEMORY,
          BUDGET,
          SPILL,
          EVICT_ALL,
          PACKING,
          COMPRESSION,
          SEED,
          NATIVE,
          VERIFY,
          REWRITES,
          RULES_OFF,
          RULES_ONLY,
          OPERATORS_OFF,
          FUSION,
          FUSION_CLASSES,
          SCALAR_CODE,
          FUSION_SMALLEST,
          FUSION_MACHINE,
          JARS,
          RESTRICTED,
          EXEC,
          SPARK_MASTER,
          SPARK_BLOCK_SIZE,
          SPARK_CONF,
          RECOMPILE);

  /** Where operators may run. */
  public enum Exec {
    HYBRID,
    LOCAL,
    SPARK
  }

  /** Which matrices are compressed. */
  public enum Compression {
    OFF,
    ON,
    ALWAYS
  }

  /** When DAGs are compiled again while the script runs. */
  public enum Recompile {
    ON,
    OFF,
    EAGER,
    ALWAYS
  }

  /** When loops and functions over scalars become Java classes. */
  public enum ScalarCode {
    ADAPTIVE,
    AT_ONCE,
    OFF
  }

  public static final Settings DEFAULTS = new Settings(Map.of());

  private final transient Map<Setting<?>, Object> values;

  private Settings(Map<Setting<?>, Object> values) {
    this.values = values;
  }

  /** Words and their values in the order of messages. */
  @SuppressWarnings("unchecked")
  private static <E> Map<String, E> ordered(Object... wordsAndValues) {
    Map<String, E> map = new LinkedHashMap<>();
    for (int i = 0; i < wordsAndValues.length; i += 2) {
      map.put((String) wordsAndValues[i], (E) wordsAndValues[i + 1]);
    }
    return Collections.unmodifiableMap(map);
  }

  @SuppressWarnings("unchecked")
  public <T> T get(Setting<T> setting) {
    return (T) values.getOrDefault(setting, setting.defaultValue());
  }

  public boolean isSet(Setting<?> setting) {
    return values.containsKey(setting);
  }

  public <T> Settings with(Setting<T> setting, T value) {
    return changed(setting, value);
  }

  /**
   * @throws InputError when there is no such setting or the text is no value for it
   */
  public Settings with(String name, String text) {
    for (Setting<?> setting : ALL) {
      if (setting.name().equals(name)) {
        return changed(setting, setting.parse(text));
      }
    }
    throw new InputError("there is no setting " + name);
  }

  private Settings changed(Setting<?> setting, Object value) {
    Map<Setting<?>, Object> changed = new HashMap<>(values);
    changed.put(setting, value);
    return new Settings(changed);
  }

  /** Other machines have the same settings: to be sent to them, their names suffice. */
  private Object writeReplace() {
    HashMap<String, Object> sent = new HashMap<>();
    values.forEach((setting, value) -> sent.put(setting.name(), value));
    return new Sent(sent);
  }

  /** Unpacks itself where it arrives. */
  private record Sent(HashMap<String, Object> values) implements Serializable {
    private Object readResolve() {
      Map<Setting<?>, Object> found = new HashMap<>();
      for (Setting<?> setting : ALL) {
        if (values.containsKey(setting.name())) {
          found.put(setting, values.get(setting.name()));
        }
      }
      return new Settings(found);
    }
  }
}
