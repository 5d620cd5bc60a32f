package dev.linden.cli;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.engine.Engine;
import dev.linden.engine.View;
import dev.linden.op.Scalar;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/** The real engine, set up as the command says. */
final class LindenSession implements Session {
  private final Linden linden;

  private LindenSession(Linden linden) {
    this.linden = linden;
  }

  /** What the options of a command come to. */
  static Settings settings(Command command) {
    Settings settings = command.settings();
    if (settings.isSet(Settings.MEMORY) && command.action() != Command.Action.EXPLAIN) {
      // The launcher has made the heap that large. Started without it, the heap is what it is.
      long heap = Runtime.getRuntime().maxMemory();
      settings = settings.with(Settings.MEMORY, Math.min(settings.get(Settings.MEMORY), heap));
    }
    return settings;
  }

  static Session open(Command command, PrintStream output, PrintStream diagnostics) {
    return new LindenSession(Linden.of(builder(command, output, diagnostics)));
  }

  /** An engine that does what the command says. */
  static Engine.Builder builder(Command command, PrintStream output, PrintStream diagnostics) {
    boolean planOnly = command.action() == Command.Action.EXPLAIN;
    Engine.Builder builder =
        Engine.builder()
            .settings(settings(command))
            .directory(command.caller().directory())
            .output(output)
            .statistics(command.get(Option.STATS) > 0)
            .recording(command.get(Option.HTML) != null || command.get(Option.BROWSE));
    if (command.get(Option.EXPLAIN).contains(View.RECOMPILE)) {
      builder.recompilations(
          text ->
              diagnostics.println(
                  command.get(Option.JSON)
                      ? Json.of(Map.of("recompile", text.stripTrailing()))
                      : text.stripTrailing()));
    }
    builder.warnings(
        message ->
            diagnostics.println(
                command.get(Option.JSON)
                    ? Json.of(Map.of("warning", message))
                    : "warning: " + message));
    if (command.get(Option.DEBUG)) {
      builder.faults(
          fault -> {
            diagnostics.println("linden: a bug, please report it; the script runs on, slower:");
            fault.printStackTrace(diagnostics);
          });
    }
    Path profile = Profile.file();
    if (Files.exists(profile) && !planOnly) {
      builder.profile(profile);
    }
    command.get(Option.ASSUME).forEach(builder::assume);
    if (command.get(Option.CLUSTER) != null) {
      builder.clusterFile(command.caller().path(command.get(Option.CLUSTER)));
    }
    return builder;
  }

  @Override
  public Compiled compile(Source source, Map<String, Scalar> arguments) {
    return linden.engine().compile(source, arguments);
  }

  @Override
  public Supplier<String> activity() {
    return linden.engine().activity()::text;
  }

  @Override
  public String statistics(int heaviest) {
    return linden.statistics(heaviest);
  }

  @Override
  public Map<String, Object> statisticsData(int heaviest) {
    return linden.statisticsData(heaviest);
  }

  @Override
  public void close() {
    linden.close();
  }
}
