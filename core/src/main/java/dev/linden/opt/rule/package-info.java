/**
 * The rewrite rules, one class each. The doc comment of a rule shows the rewrite in DML and says
 * why it pays, when it applies and what it does to numerics; {@code docs/rewrites.md} is made from
 * these comments. Start at {@link dev.linden.opt.rule.TraceOfProduct}.
 */
package dev.linden.opt.rule;
