/**
 * Syntax tree in, checked program out. {@link dev.linden.lang.check.Checker} runs the steps: {@code
 * Modules} loads sourced files, {@code Resolver} binds names and arguments and builds blocks,
 * {@code LiveVariables} and {@code Inference} add what is known about variables. All errors of a
 * script are collected and reported together. Start at {@code Checker}.
 */
package dev.linden.lang.check;
