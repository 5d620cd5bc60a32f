package dev.linden.testkit;

import dev.linden.api.Linden;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.AssumedSize;
import dev.linden.engine.Compiled;
import dev.linden.engine.Engine;
import dev.linden.engine.ScriptArguments;
import dev.linden.engine.View;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.matrix.Matrix;
import dev.linden.op.Info;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Linden itself. */
public final class EngineRunner implements ScriptRunner {
  /** The script that a thread ran last: it will probably run it again, configured otherwise. */
  private static final ThreadLocal<Parsed> LAST = new ThreadLocal<>();

  private record Parsed(Source source, Ast.Script script) {}

  @Override
  public RunResult run(
      String script, Map<String, String> args, RunConfig config, Map<String, Matrix> inputs) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    String error = null;
    int exitCode = 0;
    try (Linden linden = Linden.of(builder(config, output))) {
      compile(linden, source(script, config), args, inputs).run(values(inputs));
    } catch (ScriptError e) {
      error = e.render();
      boolean resource =
          e.getCause() instanceof ResourceError || e.getCause() instanceof OutOfMemoryError;
      exitCode = resource ? 3 : 1;
    } catch (ResourceError e) {
      error = e.getMessage();
      exitCode = 3;
    } catch (RuntimeException | AssertionError e) {
      // What the command line would call a bug; as a result it can be compared and shrunk.
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      error = trace.toString();
      exitCode = 4;
    }
    return new RunResult(output.toString(StandardCharsets.UTF_8), error, exitCode);
  }

  @Override
  public String explain(
      String stage,
      String script,
      Map<String, String> args,
      RunConfig config,
      Map<String, Matrix> inputs,
      Map<String, String> assumed) {
    StringBuilder recompilations = new StringBuilder();
    Engine.Builder builder = builder(config, new ByteArrayOutputStream());
    builder.recompilations(recompilations::append);
    assumed.forEach((name, size) -> builder.assume(name, AssumedSize.parse(size)));
    Path cluster = config.directory().resolve("cluster.json");
    if (Files.exists(cluster)) {
      builder.clusterFile(cluster);
    }
    try (Linden linden = Linden.of(builder)) {
      Compiled compiled = compile(linden, source(script, config), args, inputs);
      if (stage.equals("recompile")) {
        compiled.run(values(inputs));
        return recompilations.toString();
      }
      return compiled.explain(View.valueOf(stage.toUpperCase(Locale.ROOT)));
    }
  }

  private static Map<String, Value> values(Map<String, Matrix> inputs) {
    Map<String, Value> values = new LinkedHashMap<>();
    inputs.forEach((name, matrix) -> values.put(name, new MatrixValue(matrix)));
    return values;
  }

  private static Engine.Builder builder(RunConfig config, ByteArrayOutputStream output) {
    Settings settings = Settings.DEFAULTS;
    for (Map.Entry<String, String> setting : config.settings().entrySet()) {
      settings = settings.with(setting.getKey(), setting.getValue());
    }
    return Engine.builder()
        .settings(settings)
        .directory(config.directory())
        .output(new PrintStream(output, false, StandardCharsets.UTF_8));
  }

  private static Compiled compile(
      Linden linden, Source script, Map<String, String> args, Map<String, Matrix> inputs) {
    Map<String, Scalar> arguments = new LinkedHashMap<>();
    args.forEach((name, text) -> arguments.put(name, ScriptArguments.typed(text)));
    Map<String, Info> infos = new LinkedHashMap<>();
    inputs.forEach((name, matrix) -> infos.put(name, Info.matrix(matrix.rows(), matrix.cols())));
    return linden.engine().compile(parse(script), arguments, infos);
  }

  private static Source source(String script, RunConfig config) {
    return new Source("<script>", script, config.syntax());
  }

  static Ast.Script parse(String text) {
    return parse(new Source("<script>", text));
  }

  private static Ast.Script parse(Source source) {
    Parsed last = LAST.get();
    if (last == null
        || !last.source().text().equals(source.text())
        || !Objects.equals(last.source().syntax(), source.syntax())) {
      last = new Parsed(source, Syntaxes.parse(source));
      LAST.set(last);
    }
    return last.script();
  }
}
