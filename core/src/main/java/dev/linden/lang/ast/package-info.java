/**
 * The syntax of scripts as a tree. Out of {@code lang.parse}, into {@code lang.check}: {@link
 * dev.linden.lang.ast.Ast} has a record for each construct, with the span where it was written.
 * {@link dev.linden.lang.ast.Syntax} is the interface of a language that makes such trees; {@code
 * lang.Syntaxes} lists them.
 */
package dev.linden.lang.ast;
