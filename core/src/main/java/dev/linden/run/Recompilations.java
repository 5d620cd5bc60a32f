package dev.linden.run;

/** Is told of every DAG that is compiled again. */
@FunctionalInterface
public interface Recompilations {
  /** The place, what has become known, and the new DAG, as text. */
  void recompiled(String explanation);
}
