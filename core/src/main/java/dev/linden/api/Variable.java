package dev.linden.api;

import dev.linden.engine.ValueFacts;
import dev.linden.op.Value;

/**
 * What there is to know of a variable of a session.
 *
 * @param type {@code matrix}, {@code frame}, {@code list}, {@code double}, {@code int}, {@code
 *     boolean} or {@code string}
 * @param rows of a matrix or frame, elements of a list; 1 for scalars
 * @param cols 1 for lists and scalars
 * @param nonZeros of a matrix; -1 where nobody has counted them
 * @param bytes of memory; of a matrix that is on disk or elsewhere those it had or will take
 * @param form how a matrix is held: {@code dense}, {@code sparse}, {@code compressed}, {@code on
 *     disk}, {@code on the cluster}; empty for others
 */
public record Variable(
    String name, String type, long rows, long cols, long nonZeros, long bytes, String form) {
  static Variable of(String name, Value value) {
    ValueFacts facts = ValueFacts.of(value);
    return new Variable(
        name,
        facts.type(),
        facts.rows(),
        facts.cols(),
        facts.nonZeros(),
        facts.bytes(),
        facts.form());
  }
}
