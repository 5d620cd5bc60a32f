package dev.linden.engine;

import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.check.Checker;
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
 * @param cell null unless this is an input of a session
 */
record Request(
    Source source,
    Ast.Script parsed,
    Map<String, Scalar> arguments,
    Map<String, Info> inputs,
    Set<String> outputs,
    Exchange exchange,
    CellScope cell) {

  /**
   * What an input of a session stands in; the values of all variables that it assigns are wanted.
   *
   * @param absent variables that earlier inputs assign on paths that they have not taken
   * @param functions of earlier inputs, by identity
   * @param loader of files that they and this one name
   * @param named matrices among the inputs have names of rows or columns
   */
  record CellScope(
      Map<String, Info> absent,
      Set<Ast.Function> functions,
      Checker.SourceLoader loader,
      boolean named) {}

  Request(
      Source source,
      Ast.Script parsed,
      Map<String, Scalar> arguments,
      Map<String, Info> inputs,
      Set<String> outputs,
      Exchange exchange) {
    this(source, parsed, arguments, inputs, outputs, exchange, null);
  }

  enum Exchange {
    /** None. */
    NOTHING,
    /** Reads of inputs. */
    READS,
    /** Reads of inputs, and writes of outputs. */
    READS_AND_WRITES
  }

  /** Inputs have names of rows or columns. */
  boolean bringsNames() {
    return cell != null && cell.named();
  }

  /** Somebody looks at variables, and at their names, in the end. */
  boolean showsValues() {
    return cell != null;
  }

  /** The same script with other things known of its inputs. */
  Request with(Map<String, Info> others) {
    return new Request(source, parsed, arguments, others, outputs, exchange);
  }

  static Request of(Source source, Map<String, Scalar> arguments, Map<String, Info> inputs) {
    return new Request(source, null, arguments, inputs, Set.of(), Exchange.NOTHING);
  }
}
