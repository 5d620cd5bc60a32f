package dev.linden.plan;

/** Where an operator runs. */
public enum ExecType {
  LOCAL,
  SPARK
}
