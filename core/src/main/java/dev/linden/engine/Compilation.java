package dev.linden.engine;

import dev.linden.base.Settings;
import dev.linden.hop.HopProgram;
import dev.linden.lang.Program;
import dev.linden.lang.ast.Ast;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.opt.RewriteReport;
import dev.linden.plan.Plan;
import dev.linden.plan.PlanOptions;
import java.util.Map;

/** A script on its way through the phases of the {@link Compiler}: each fills in what it makes. */
final class Compilation {
  final Request request;

  /** Where the compiled script will run. */
  final Environment environment;

  Ast.Script parsed;

  /** What is known of each input, whoever told it. */
  Map<String, Info> inputs;

  Assumptions.Applied assumed;
  Program program;
  PlanOptions options;
  HopProgram asWritten;

  /** Names of rows and columns can be seen. */
  boolean keepsNames;

  HopProgram hops;

  /** As {@link #hops} before matrices are compressed. */
  HopProgram uncompressed;

  Settings.Compression compression;
  final RewriteReport rewrites;
  Plan plan;

  /**
   * @param detailed whether rewrites are kept one by one
   */
  Compilation(Request request, Environment environment, boolean detailed) {
    this.request = request;
    this.environment = environment;
    this.rewrites = new RewriteReport(detailed);
  }
}
