package dev.linden.cli;

import dev.linden.api.Compiled;
import dev.linden.api.Linden;
import dev.linden.base.Source;
import dev.linden.op.Scalar;
import java.io.PrintStream;
import java.util.Map;

/** The real engine, set up as the command says. */
final class LindenEngine implements Engine {
  private final Linden linden;

  private LindenEngine(Linden linden) {
    this.linden = linden;
  }

  static Engine open(Command command, PrintStream output) {
    Linden.Builder builder = Linden.builder().output(output).statistics(command.heaviest() > 0);
    Settings settings = command.settings();
    if (settings.threads() != null) {
      builder.threads(settings.threads());
    }
    if (settings.memoryBytes() != null) {
      // The launcher has made the heap that large. Started without it, the heap is what it is.
      builder.memoryBytes(Math.min(settings.memoryBytes(), Runtime.getRuntime().maxMemory()));
    }
    if (settings.seed() != null) {
      builder.seed(settings.seed());
    }
    if (settings.nativeCode() != null) {
      builder.nativeCode(settings.nativeCode());
    }
    return new LindenEngine(builder.build());
  }

  @Override
  public Compiled compile(Source source, Map<String, Scalar> arguments) {
    return linden.compile(source, arguments);
  }

  @Override
  public String statistics(int heaviest) {
    return linden.statistics(heaviest);
  }

  @Override
  public void close() {
    linden.close();
  }
}
