/**
 * The inner loops of fused operators. In: the cell-wise parts of a program as a straight-line
 * {@link dev.linden.fuse.code.CellProgram}; out: a {@link dev.linden.fuse.code.CellBody} that
 * computes it for a stretch of cells. {@code Bodies} keeps one for each program of the process: it
 * interprets first, then generates a class with plain loops and, when there is much to do, one on
 * the Vector API ({@code LoopCode}, written with {@code Bytecode} into a {@code ClassFile}). All
 * forms give the same bits. Start reading at {@code Bodies}.
 */
package dev.linden.fuse.code;
