package dev.linden.engine;

import dev.linden.op.Size;
import java.util.Map;

/**
 * What a script is planned for in place of what there is.
 *
 * @param sizes of matrices that it is given, reads or generates, by variable
 * @param memory heap in bytes; null as it is
 * @param cluster null as it is
 */
public record WhatIf(Map<String, Size> sizes, Long memory, Executors cluster) {
  /**
   * A cluster.
   *
   * @param memory bytes of one executor
   */
  public record Executors(int count, int cores, long memory) {}
}
