package dev.linden.lang;

import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A script that has passed all checks: control-flow blocks with resolved statements, reachable
 * functions, what is known about every variable at the start of each block, and live variables.
 *
 * @param inputs variables that have a value before the first statement
 * @param main the statements of the script
 * @param functions by {@link Function.Ref#key()}
 * @param facts per block: what is known of the variables that have a value on some path to it. For
 *     loops: what holds before every iteration
 * @param liveness per block
 * @param environment what the compiler may know of the world outside
 * @param failures calls in code that may not run, by identity, that end the program when reached
 * @param completedReads reads of files that the script has written before, by identity, and the
 *     same with the data type of what was written
 * @param warnings rendered texts, one each
 * @param assigned variables that some statement of the script assigns, and what is known of them at
 *     its end
 */
public record Program(
    Source source,
    Set<String> inputs,
    List<Block> main,
    Map<String, Function> functions,
    Map<Block, Map<String, Info>> facts,
    Map<Block, Block.Liveness> liveness,
    Environment environment,
    Map<Expr, Failure> failures,
    Map<Expr, Expr.OpCall> completedReads,
    List<String> warnings,
    Map<String, Info> assigned) {

  /**
   * Why a call can't succeed.
   *
   * @param data the kind of value it would give
   */
  public record Failure(String message, DataType data, Span span) {}
}
