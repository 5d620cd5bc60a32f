/**
 * Some columns of a compressed matrix: coded ({@link dev.linden.matrix.compress.group.CodedGroup}),
 * or as they are ({@link dev.linden.matrix.compress.group.PlainGroup}).
 */
package dev.linden.matrix.compress.group;
