package dev.linden.spark.mlcontext;

import dev.linden.api.Call;
import dev.linden.api.ExplainLevel;
import dev.linden.api.Input;
import dev.linden.api.Linden;
import dev.linden.api.Prepared;
import dev.linden.api.Results;
import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.spark.BorrowedSpark;
import dev.linden.spark.exchange.Exchange;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * Runs DML scripts on the data of a Spark program. Operators that outgrow the driver run on the
 * program's own Spark, the others in the driver.
 *
 * <pre>{@code
 * MLContext ml = new MLContext(spark);
 * MLResults results = ml.execute(
 *     Script.dml("w = solve(t(X) %*% X, t(X) %*% y)").in("X", features).in("y", labels).out("w"));
 * Dataset<Row> w = results.getDataFrame("w");
 * }</pre>
 *
 * <p>Not for use by several threads at a time. Closing it frees what results hold on the executors;
 * data frames made of them must have been used or saved by then.
 */
public final class MLContext implements AutoCloseable {
  private static final int HEAVIEST_OPERATORS = 10;

  private final SparkSession spark;
  private final List<AutoCloseable> opened = new ArrayList<>();
  private Settings settings = Settings.DEFAULTS;
  private PrintStream output = System.out;
  private ExplainLevel explain;
  private boolean statistics;
  private Linden engine;
  private Exchange exchange;

  public MLContext(SparkSession spark) {
    this.spark = spark;
  }

  public MLContext(SparkContext context) {
    this(SparkSession.builder().sparkContext(context).getOrCreate());
  }

  public MLContext(JavaSparkContext context) {
    this(context.sc());
  }

  // ---- settings

  /** One of the settings that {@code linden --set} takes, for the executions to come. */
  public MLContext set(String setting, String value) {
    settings = settings.with(setting, value);
    return restarted();
  }

  /** Where {@code print}, explanations and statistics go; standard output if not set. */
  public MLContext output(PrintStream stream) {
    output = stream;
    return restarted();
  }

  /** Whether the plan of each script is printed before it runs. */
  public MLContext explain(boolean on) {
    return explain(on ? ExplainLevel.HOPS : null);
  }

  /** The same in another form; null prints none. */
  public MLContext explain(ExplainLevel level) {
    explain = level;
    return this;
  }

  /** Whether the heaviest operators and the counters of Spark are printed after each script. */
  public MLContext statistics(boolean on) {
    statistics = on;
    return restarted();
  }

  /** The settings of an engine are fixed: other ones need another engine. */
  private MLContext restarted() {
    engine = null;
    return this;
  }

  private void start() {
    if (engine == null) {
      engine =
          Linden.builder()
              .settings(settings)
              .output(output)
              .statistics(statistics)
              .resultsStay(true)
              .build();
      exchange =
          BorrowedSpark.lend(JavaSparkContext.fromSparkContext(spark.sparkContext()), settings);
      opened.add(engine);
      opened.add(exchange);
    }
  }

  // ---- execution

  /**
   * Runs a script.
   *
   * @throws dev.linden.base.InputError if a value does not fit
   * @throws dev.linden.base.ScriptError when the script has errors, fails or stops
   * @throws dev.linden.base.ResourceError when memory or disk do not suffice
   */
  public MLResults execute(Script script) {
    start();
    Inputs inputs = new Inputs(exchange, engine.budget());
    Map<String, Value> values = new LinkedHashMap<>();
    Results results = null;
    try {
      script.inputs().forEach((name, given) -> values.put(name, inputs.value(name, given)));
      results = run(script, values);
    } finally {
      free(inputs.made(), results);
    }
    if (statistics) {
      output.print(engine.statistics(HEAVIEST_OPERATORS));
    }
    return new MLResults(spark, exchange, results, engine.budget());
  }

  private Results run(Script script, Map<String, Value> values) {
    dev.linden.api.Script source = dev.linden.api.Script.of(script.text(), script.syntax());
    values.forEach(
        (name, value) -> {
          if (name.startsWith("$")) {
            source.argument(name, argument(name, value));
          } else if (value instanceof MatrixValue matrix) {
            source.input(Input.matrix(name, matrix.size().rows(), matrix.size().cols()));
          } else {
            source.input(Input.like(name, value));
          }
        });
    script.outputs().forEach(source::output);
    Prepared prepared = engine.prepare(source);
    if (explain != null) {
      output.print(prepared.explain(explain));
    }
    Call call = prepared.call();
    values.forEach(
        (name, value) -> {
          if (!name.startsWith("$")) {
            call.bind(name, value);
          }
        });
    return call.execute();
  }

  private static Scalar argument(String name, Value value) {
    if (value instanceof Scalar scalar) {
      return scalar;
    }
    throw new InputError(
        "expected a scalar for the argument " + name + ", found a " + value.dataType().word());
  }

  /** Frees the blocks that were made of inputs, unless they are results as well. */
  private static void free(List<MatrixValue> made, Results results) {
    Set<Value> kept = Collections.newSetFromMap(new IdentityHashMap<>());
    if (results != null) {
      results.names().forEach(name -> addAll(List.of(results.value(name)), kept));
    }
    made.stream().filter(value -> !kept.contains(value)).forEach(MatrixValue::forgetRemote);
  }

  private static void addAll(Collection<? extends Value> values, Set<Value> all) {
    for (Value value : values) {
      all.add(value);
      if (value instanceof ListValue list) {
        addAll(list.elements(), all);
      }
    }
  }

  /** Frees all that results hold. The Spark session goes on. */
  @Override
  public void close() {
    engine = null;
    for (AutoCloseable part : opened) {
      try {
        part.close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    opened.clear();
  }
}
