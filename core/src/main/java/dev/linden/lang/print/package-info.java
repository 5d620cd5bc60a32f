/**
 * Syntax trees as text again. {@link dev.linden.lang.print.ScriptPrinter} walks over the statements
 * of a script and puts its comments and blank lines back; a {@code Notation} spells expressions and
 * headers in one of the syntaxes, and refuses what that one has no form for. {@code Line} is a line
 * that can be broken where it gets too long, {@code Comments} finds in the source what trees leave
 * out.
 */
package dev.linden.lang.print;
