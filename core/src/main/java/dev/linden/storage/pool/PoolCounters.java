package dev.linden.storage.pool;

/** What a buffer pool has done so far. */
public record PoolCounters(
    long evictions, long restores, long bytesWritten, long bytesRead, long peakBytes) {}
