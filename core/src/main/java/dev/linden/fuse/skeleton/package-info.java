/**
 * Runs fused programs. In: a {@link dev.linden.fuse.program.FusedProgram} and matrices; out:
 * matrices and numbers. A skeleton owns the access to dense and sparse data, the blocking for the
 * caches, the split among threads and the merging of what sinks received; the loops over cells are
 * bodies of {@code fuse.code}. {@link dev.linden.fuse.skeleton.FusedKernel} picks one by program
 * and data: tiles of rows, stretches of columns of wide rows, the non-zeros of a driver, or the
 * cells of an outer product at the non-zeros of a driver. Start reading there, then at {@code
 * TileSkeleton}.
 */
package dev.linden.fuse.skeleton;
