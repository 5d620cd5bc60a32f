/** Chooses among the ways to fuse: cost model, search, and the operators that come of it. */
package dev.linden.fuse.select;
