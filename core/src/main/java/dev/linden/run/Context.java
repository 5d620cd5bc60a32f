package dev.linden.run;

import dev.linden.matrix.Workers;
import dev.linden.storage.pool.BufferPool;

/** What all steps of a program share; {@code verify}: they check themselves. */
record Context(
    Workers workers,
    BufferPool pool,
    RunEnvironment environment,
    Statistics statistics,
    boolean verify) {}
