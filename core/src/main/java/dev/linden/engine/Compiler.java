package dev.linden.engine;

import dev.linden.base.DeepStack;
import dev.linden.base.Settings;
import dev.linden.base.Strict;
import dev.linden.fuse.Fusion;
import dev.linden.hop.HopBuilder;
import dev.linden.hop.HopFactory;
import dev.linden.hop.HopInvariants;
import dev.linden.hop.NamesInUse;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.check.Checker;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.opt.DagOptimizer;
import dev.linden.opt.Optimizer;
import dev.linden.opt.RuleSet;
import dev.linden.opt.rule.Rules;
import dev.linden.plan.DagSplitter;
import dev.linden.plan.PlanOptions;
import dev.linden.plan.Planner;
import dev.linden.plan.distribute.Cluster;
import dev.linden.plan.distribute.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.ObjLongConsumer;

/** From the text of a script to its plan, in {@link #PHASES}. */
final class Compiler {
  /**
   * A step of the compiler.
   *
   * @param name in statistics
   * @param work fills in what it makes
   * @param views what of that can be printed
   */
  record Phase(String name, BiConsumer<Compiler, Compilation> work, List<View> views) {
    Phase(String name, BiConsumer<Compiler, Compilation> work, View... views) {
      this(name, work, List.of(views));
    }
  }

  static final List<Phase> PHASES =
      List.of(
          new Phase("parse", Compiler::parse),
          new Phase("inputs", Compiler::inputs),
          new Phase("check", Compiler::check),
          new Phase("build operators", Compiler::build, View.PROGRAM, View.HOPS_BEFORE),
          new Phase("rewrite", Compiler::rewrite),
          new Phase("split", Compiler::split),
          new Phase("compression", Compiler::compress, View.COMPRESSION),
          new Phase("placement", Compiler::place, View.HOPS, View.FUSION, View.PARFOR),
          new Phase("plan", Compiler::plan, View.RUNTIME, View.SPARK, View.RECOMPILE, View.TIME));

  private final Settings settings;
  private final Assumptions assumptions;
  private final Cluster cluster;
  private final Fusion fusion;
  private final Checker.SourceLoader loader;

  /**
   * @param cluster null for the one that the settings name
   * @param loader of scripts that another one names; gives null if there is no such file
   */
  Compiler(
      Settings settings,
      Assumptions assumptions,
      Cluster cluster,
      Fusion fusion,
      Checker.SourceLoader loader) {
    this.settings = settings;
    this.assumptions = assumptions;
    this.cluster = cluster;
    this.fusion = fusion;
    this.loader = loader;
  }

  /**
   * @param detailed whether rewrites are kept one by one
   * @param times is told how many nanoseconds a phase took
   * @throws dev.linden.base.ScriptError with all errors of the script
   */
  Compilation compile(
      Request request, Environment environment, boolean detailed, ObjLongConsumer<String> times) {
    Compilation script = new Compilation(request, environment, detailed);
    return DeepStack.call(
        () -> {
          for (Phase phase : PHASES) {
            long start = System.nanoTime();
            phase.work().accept(this, script);
            times.accept(phase.name(), System.nanoTime() - start);
            if (Strict.ON && script.hops != null) {
              HopInvariants.check(script.hops, new HopFactory(script.program.environment()));
            }
          }
          return script;
        });
  }

  private void parse(Compilation script) {
    Request request = script.request;
    script.parsed = request.parsed() != null ? request.parsed() : Syntaxes.parse(request.source());
  }

  /** Statements give way to values that come from elsewhere, and to what is assumed of files. */
  private void inputs(Compilation script) {
    Map<String, Info> inputs = new LinkedHashMap<>();
    script
        .request
        .inputs()
        .forEach((name, info) -> inputs.put(name, ExchangedFiles.info(name, info, script.parsed)));
    Request.Exchange exchange = script.request.exchange();
    if (exchange != Request.Exchange.NOTHING) {
      script.parsed = ExchangedFiles.withoutReadsOf(inputs.keySet(), script.parsed);
    }
    if (exchange == Request.Exchange.READS_AND_WRITES) {
      script.parsed = ExchangedFiles.withoutWritesOf(script.request.outputs(), script.parsed);
    }
    script.assumed = assumptions.apply(script.parsed, script.environment);
    script.parsed = script.assumed.script();
    inputs.putAll(script.assumed.inputs());
    script.inputs = inputs;
  }

  private void check(Compilation script) {
    Request request = script.request;
    Environment environment = script.assumed.environment();
    script.program =
        request.cell() == null
            ? Checker.check(
                script.parsed,
                request.arguments(),
                script.inputs,
                request.outputs(),
                loader,
                environment)
            : Checker.checkCell(
                script.parsed,
                request.arguments(),
                script.inputs,
                request.cell().absent(),
                request.cell().functions(),
                request.cell().loader(),
                environment);
    script.assumed.requireAllUsed();
  }

  private void build(Compilation script) {
    script.asWritten = HopBuilder.build(script.program);
    script.hops = script.asWritten;
    script.keepsNames =
        NamesInUse.in(script.hops, script.request.bringsNames(), script.request.showsValues());
    script.options = options(script.program.environment(), script.keepsNames);
  }

  private void rewrite(Compilation script) {
    if (settings.get(Settings.REWRITES)) {
      script.hops =
          Optimizer.optimize(
              script.hops, script.program.environment(), rules(script.keepsNames), script.rewrites);
    }
  }

  /** Where sizes will become known only while the script runs. */
  private void split(Compilation script) {
    if (script.options.recompile() != Settings.Recompile.OFF) {
      script.hops = DagSplitter.split(script.hops);
    }
  }

  private void compress(Compilation script) {
    script.compression = settings.get(Settings.COMPRESSION);
    script.uncompressed = script.hops;
    script.hops = Planner.compress(script.hops, script.compression, script.options);
  }

  private void place(Compilation script) {
    script.hops = Planner.place(script.hops, script.options);
  }

  private void plan(Compilation script) {
    script.plan = Planner.plan(script.hops, script.options);
  }

  private RuleSet rules(boolean keepingNames) {
    return Rules.ALL
        .without(settings.get(Settings.RULES_OFF), settings.get(Settings.RULES_ONLY))
        .keepingNames(keepingNames);
  }

  /**
   * @param keepsNames whether rewrites must leave the names of rows and columns as they are
   */
  PlanOptions options(Environment environment, boolean keepsNames) {
    RuleSet rules = settings.get(Settings.REWRITES) ? rules(keepsNames) : null;
    return new PlanOptions(
        Set.copyOf(settings.get(Settings.OPERATORS_OFF)),
        Resources.of(settings, cluster),
        settings.get(Settings.RECOMPILE),
        rules == null ? null : e -> new DagOptimizer(e, rules),
        fusion,
        environment);
  }
}
