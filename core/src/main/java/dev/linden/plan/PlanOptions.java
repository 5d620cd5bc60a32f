package dev.linden.plan;

import dev.linden.base.Settings;
import dev.linden.fuse.Fusion;
import dev.linden.op.Environment;
import dev.linden.opt.DagOptimizer;
import dev.linden.plan.distribute.Resources;
import java.util.Set;
import java.util.function.Function;

/**
 * What plans depend on besides the program.
 *
 * @param operatorsOff names of physical operators that must not be chosen
 * @param optimizer makes the optimizer for recompilation; null when DAGs are not rewritten
 * @param fusion chooses operators that run as one
 * @param environment for memory estimates
 */
public record PlanOptions(
    Set<String> operatorsOff,
    Resources resources,
    Settings.Recompile recompile,
    Function<Environment, DagOptimizer> optimizer,
    Fusion fusion,
    Environment environment) {}
