/**
 * Text of DML to syntax tree. {@link dev.linden.lang.parse.Dml} is the way in. The text runs
 * through {@code Tokens} (lexer, and everything that is wrong with single tokens), the generated
 * parser of {@code DmlGrammar.g4} with {@code Recovery} as its error strategy, and {@code
 * AstBuilder} with {@code ExpressionBuilder}. Each stage adds to one list of problems, so that a
 * user sees all of them at once.
 */
package dev.linden.lang.parse;
