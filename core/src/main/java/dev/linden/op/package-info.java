/**
 * The operator catalogue: each built-in is declared once, with all that the stages need to know
 * about it. In: what is known about arguments ({@link dev.linden.op.CallSite}) or the arguments
 * themselves ({@link dev.linden.op.Invocation}); out: what is known about results, or the results.
 * Start at {@link dev.linden.op.Op}.
 */
package dev.linden.op;
