package dev.linden.run;

import dev.linden.matrix.Workers;

/** What all steps of a program share; {@code verify}: they check themselves. */
record Context(
    Workers workers, RunEnvironment environment, Statistics statistics, boolean verify) {}
