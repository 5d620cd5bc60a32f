package dev.linden.spark.block;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.compress.CompressedMatrix;
import dev.linden.matrix.compress.encode.SharedGroups;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.broadcast.Broadcast;

/** What the blocks of a compressed matrix have in common, and how many bytes all of it takes. */
public final class Compressed {
  private final Broadcast<Dictionaries> dictionaries;
  private double bytes;

  public Compressed(Broadcast<Dictionaries> dictionaries) {
    this.dictionaries = dictionaries;
  }

  /** Computes the blocks. */
  void count(JavaPairRDD<BlockIndex, Matrix> blocks) {
    double own = blocks.values().map(Compressed::ownBytes).fold(0.0, Double::sum);
    bytes = own + dictionaries.value().bytes();
  }

  private static double ownBytes(Matrix block) {
    return block instanceof CompressedMatrix compressed
        ? block.bytes() - SharedGroups.sharedBytes(compressed.groups())
        : block.bytes();
  }

  double bytes() {
    return bytes;
  }

  void destroy() {
    dictionaries.destroy();
  }
}
