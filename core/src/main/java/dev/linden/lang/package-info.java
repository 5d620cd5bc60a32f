/**
 * From text to a checked program: {@code lang.ast} is the syntax tree and the interface of what
 * makes it from text; {@code lang.parse} does so for DML, and {@link dev.linden.lang.Syntaxes}
 * lists all who do; {@code lang.check} resolves names, infers types and sizes and reports all
 * errors. In: {@link dev.linden.base.Source}; out: {@link dev.linden.lang.Program}.
 */
package dev.linden.lang;
