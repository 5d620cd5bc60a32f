package dev.linden.run.compiled;

/** A counted loop as the interpreter sees it; errors of bounds have their place in the script. */
public interface Counted {
  long first(Variables variables);

  long last(Variables variables);

  long increment(Variables variables, long first, long last);
}
