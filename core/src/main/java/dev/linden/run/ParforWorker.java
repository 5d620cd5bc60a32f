package dev.linden.run;

import dev.linden.parfor.ParforPlan;

/** The body of a loop as steps of one worker, with its threads, memory and functions. */
final class ParforWorker {
  private final int kernelThreads;
  private final double budget;
  final Step[] body;
  final Context context;

  ParforWorker(ParforPlan plan, Step[] body, Context context) {
    this.kernelThreads = plan.kernelThreads();
    this.budget = plan.workerBudget();
    this.body = body;
    this.context = context;
  }

  /** Whether it can be used again for this plan. */
  boolean fits(ParforPlan plan) {
    return kernelThreads == plan.kernelThreads() && budget == plan.workerBudget();
  }
}
