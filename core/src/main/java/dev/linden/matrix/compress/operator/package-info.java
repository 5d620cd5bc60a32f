/**
 * Operators on groups.
 *
 * <pre>
 *   cells          f(D), codes stay; f(D, D') of the same codes MappedGroups
 *   sums, extremes every value as often as its code counts     CountedFolds, RowFolds
 *   X %*% B        P = D %*% B;  C[r] += P[code of r]           RightProduct
 *   t(X) %*% W     S[code of r] += W[r];  C = t(D) %*% S        LeftProduct
 *   t(X) %*% X     pairs of codes are counted                   SelfProduct
 *   chain          both products while rows are in cache        GroupChain
 * </pre>
 *
 * <p>Rows are handed out in ranges that depend on sizes only, so results have the same bits for any
 * number of threads. Where an order of additions of its own could overflow although the cells do
 * not, or where zeros that one operand stores and the other does not meet infinities, an operator
 * gives null: rows are unpacked then, some at a time.
 */
package dev.linden.matrix.compress.operator;
