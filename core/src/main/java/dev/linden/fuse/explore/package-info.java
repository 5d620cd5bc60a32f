/** Finds all ways to fuse the operators of a DAG, into a memo table. */
package dev.linden.fuse.explore;
