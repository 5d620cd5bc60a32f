/**
 * What a fused operator computes, independent of how it is run. In: written by {@code fuse.select};
 * out: a {@link dev.linden.fuse.program.FusedProgram}, which is data: nodes for what is computed of
 * each row or cell, sinks for what becomes of it. It travels to other machines as it is, and equal
 * programs share one generated class. Start reading at {@code FusedProgram}.
 */
package dev.linden.fuse.program;
