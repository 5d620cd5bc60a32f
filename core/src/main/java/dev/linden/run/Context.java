package dev.linden.run;

import dev.linden.base.Settings;
import dev.linden.matrix.Workers;
import dev.linden.plan.distribute.Resources;
import dev.linden.storage.pool.BufferPool;
import java.util.Optional;

/**
 * What all steps of a program share; {@code verify}: they check themselves; {@code recompilations}
 * is null when nobody wants to know, and so is {@code recording}.
 */
record Context(
    Workers workers,
    BufferPool pool,
    RunEnvironment environment,
    Statistics statistics,
    boolean verify,
    Resources resources,
    Recompilations recompilations,
    Backends backends,
    Parfors parfors,
    Recording recording,
    Settings.ScalarCode code) {

  /** Nobody records what happens. */
  Context(
      Workers workers,
      BufferPool pool,
      RunEnvironment environment,
      Statistics statistics,
      boolean verify,
      Resources resources,
      Recompilations recompilations,
      Backends backends,
      Parfors parfors) {
    this(
        workers,
        pool,
        environment,
        statistics,
        verify,
        resources,
        recompilations,
        backends,
        parfors,
        null,
        Settings.ScalarCode.ADAPTIVE);
  }

  /** Everything runs in this process, nothing is compiled again. */
  Context(
      Workers workers,
      BufferPool pool,
      RunEnvironment environment,
      Statistics statistics,
      boolean verify) {
    this(
        workers,
        pool,
        environment,
        statistics,
        verify,
        Resources.LOCAL,
        null,
        new Backends(Optional.empty()),
        Parfors.SILENT);
  }

  /** For one of several workers: its threads, its share of the memory, its own environment. */
  Context forWorker(Workers fewer, double localBudget, RunEnvironment own) {
    Resources share = resources.withLocalBudget(localBudget);
    return new Context(
        fewer,
        pool,
        own,
        statistics,
        verify,
        share,
        recompilations,
        backends,
        parfors,
        recording,
        code);
  }
}
