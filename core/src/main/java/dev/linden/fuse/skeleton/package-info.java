/**
 * Runs fused programs: access to dense and sparse data, cache blocking, threads. The loops over
 * cells are those of {@code code}.
 */
package dev.linden.fuse.skeleton;
