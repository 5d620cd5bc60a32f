/**
 * The memory of running programs: {@link dev.linden.storage.pool.BufferPool} accounts for the
 * matrices that variables and lists hold, and keeps those that were not used for the longest time
 * in spill files while memory is short.
 */
package dev.linden.storage.pool;
