package dev.linden.engine;

import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import java.util.Map;
import java.util.Set;

/**
 * A script to be compiled, and what is known of the values around it.
 *
 * @param source its text; null if it is parsed already
 * @param parsed null if it is to be parsed
 * @param arguments values of {@code $name} and {@code $1}
 * @param inputs variables that will have a value before the first statement, and what is known of
 *     them now; null for one of which the script's own read tells
 * @param outputs variables whose values are wanted at the end
 * @param exchange which statements of the script the inputs and outputs stand for
 */
record Request(
    Source source,
    Ast.Script parsed,
    Map<String, Scalar> arguments,
    Map<String, Info> inputs,
    Set<String> outputs,
    Exchange exchange) {

  enum Exchange {
    /** None. */
    NOTHING,
    /** Reads of inputs. */
    READS,
    /** Reads of inputs, and writes of outputs. */
    READS_AND_WRITES
  }

  static Request of(Source source, Map<String, Scalar> arguments, Map<String, Info> inputs) {
    return new Request(source, null, arguments, inputs, Set.of(), Exchange.NOTHING);
  }
}
