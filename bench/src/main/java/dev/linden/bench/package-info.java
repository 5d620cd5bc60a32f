/**
 * Benchmarks of kernels with JMH. They print numbers and assert nothing; run one with {@code
 * bench/run NAME}.
 */
package dev.linden.bench;
