package dev.linden.api;

import dev.linden.engine.View;

/** The forms of a script between its text and its execution. */
public enum ExplainLevel {
  /** Functions and blocks with the variables that are alive. */
  PROGRAM,
  /** Operator DAGs as the script says. */
  HOPS_BEFORE,
  /** Which matrices may be compressed in front of which loops, and why others are not. */
  COMPRESSION,
  /** Operator DAGs as the optimizer leaves them, with sizes, memory and execution types. */
  HOPS,
  /** What could be fused in each DAG, as a memo table, and what is. */
  FUSION,
  /** Blocks of instructions. */
  RUNTIME,
  /** Where and why recompilation is planned. */
  RECOMPILE,
  /** Plan trees of parfor loops: where they run, by how many workers, in which tasks. */
  PARFOR,
  /** What runs on Spark, and how; blocks without any such operator are left out. */
  SPARK,
  /** How long each operator is going to take. */
  TIME;

  /** What the engine calls it. */
  View view() {
    return View.valueOf(name());
  }
}
