package dev.linden.storage.pool;

/**
 * How the G1 collector stores large arrays: one of half a region or more gets whole regions for
 * itself, so up to a region is lost. The size of a region follows from that of the heap.
 */
final class HeapRegions {
  private static final int REGIONS = 2048;
  private static final long SMALLEST = 1L << 20;
  private static final long LARGEST = 32L << 20;
  private static final int ARRAY_HEADER = 16;

  private static final long REGION_BYTES = regionBytes(Runtime.getRuntime().maxMemory());

  private HeapRegions() {}

  /** The smallest power of two that makes no more than 2048 regions, within limits. */
  static long regionBytes(long heap) {
    long region = SMALLEST;
    while (region < LARGEST && region * REGIONS < heap) {
      region *= 2;
    }
    return region;
  }

  /** Heap taken by an array with this many bytes of contents. */
  static long bytesOf(long contents) {
    long bytes = contents + ARRAY_HEADER;
    return bytes < REGION_BYTES / 2
        ? bytes
        : (bytes + REGION_BYTES - 1) / REGION_BYTES * REGION_BYTES;
  }
}
