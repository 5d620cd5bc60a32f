package dev.linden.engine;

/** The forms of a script between its text and its execution, each of which can be printed. */
public enum View {
  /** Functions and blocks with the variables that are alive. */
  PROGRAM("program"),
  /** Operator DAGs as the script says. */
  HOPS_BEFORE("hopsBefore"),
  /** Which matrices may be compressed in front of which loops, and why others are not. */
  COMPRESSION("compression"),
  /** Operator DAGs as the optimizer leaves them, with sizes, memory and execution types. */
  HOPS("hops"),
  /** What could be fused in each DAG, as a memo table, and what is. */
  FUSION("fusion"),
  /** Blocks of instructions. */
  RUNTIME("runtime"),
  /** Where and why recompilation is planned. */
  RECOMPILE("recompile"),
  /** Plan trees of parfor loops: where they run, by how many workers, in which tasks. */
  PARFOR("parfor"),
  /** What runs on Spark, and how; blocks without any such operator are left out. */
  SPARK("spark"),
  /** How long each operator is going to take. */
  TIME("time");

  private final String key;

  View(String key) {
    this.key = key;
  }

  /** Its name in JSON. */
  public String key() {
    return key;
  }

  /** What people read above it. */
  public String title() {
    return this == HOPS_BEFORE ? "hops before rewrites" : key;
  }
}
