/**
 * From text to a checked program: {@code lang.ast} is the syntax, {@code lang.parse} makes it from
 * text, {@code lang.check} resolves names, infers types and sizes and reports all errors. In:
 * {@link dev.linden.base.Source}; out: {@link dev.linden.lang.Program}.
 */
package dev.linden.lang;
