package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.CompressedMatrix;
import dev.linden.matrix.compress.encode.Scheme;
import dev.linden.matrix.compress.encode.SharedGroups;
import dev.linden.matrix.compress.encode.TupleCounts;
import dev.linden.matrix.compress.plan.Decision;
import dev.linden.matrix.compress.plan.Gain;
import dev.linden.matrix.compress.plan.Workload;
import dev.linden.op.CompressionOps;
import dev.linden.op.Invocation;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.RemoteMatrix;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Compressed;
import dev.linden.spark.block.Dictionaries;
import dev.linden.spark.block.Distributed;
import dev.linden.spark.block.Lazily;
import java.util.Collections;
import java.util.Iterator;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Compresses the blocks of a matrix if that pays, with dictionaries that all blocks share: blocks
 * of a thousand rows with dictionaries of their own would be hardly smaller than before.
 *
 * <pre>
 *   driver                     executors
 *   plan        ◄── sample ──  rows of the blocks
 *   schemes     ──────────►    blocks in groups, each with its own dictionaries
 *   dictionaries ◄─ counts ──  tuples of these, by partition
 *               ─ broadcast ►  blocks in the same groups, codes of the dictionaries of all
 * </pre>
 *
 * <p>The sample, and so the plan, does not depend on partitions or on which task ends first, and
 * neither does the order of tuples. A lost block is encoded and shared again.
 */
final class CompressOperator implements Operator {
  @Override
  public void run(Op op, Invocation call, Session session) {
    MatrixValue value = (MatrixValue) call.value(0);
    Workload workload = CompressionOps.workload(call);
    boolean always = CompressionOps.isAlways(call);
    Distributed plain = session.distributed(value);
    Decision first = Gain.beforeSample(plain.grid().size().cells(), workload);
    Decision refusal = always || first.compress() ? BlockSample.refused(plain, session) : first;
    if (refusal != null) {
      double unknown = 8.0 * plain.grid().size().cells();
      refuse(call, plain, new RemoteMatrix.Compression(refusal, unknown, unknown), session);
      return;
    }
    BlockSample sample = BlockSample.of(plain, session);
    boolean goesToDisk = sample.bytes() > session.cluster().dataMemory();
    BlockSample.Planned planned = sample.plan(workload, always || goesToDisk);
    Distributed groups =
        planned.decision().compress() ? compress(plain, planned.schemes(), session) : null;
    if (groups != null && groups.compressedBytes() < sample.bytes()) {
      groups.compression(
          new RemoteMatrix.Compression(
              planned.decision(), sample.bytes(), groups.compressedBytes()));
      session.used(Form.COMPRESSED);
      call.result(new MatrixValue(groups));
      return;
    }
    Decision refused = planned.decision();
    if (groups != null) {
      groups.release();
      refused = refused.butNot("groups turned out to be larger");
    }
    refuse(
        call,
        plain,
        new RemoteMatrix.Compression(refused, sample.bytes(), sample.bytes()),
        session);
  }

  private static void refuse(
      Invocation call, Distributed plain, RemoteMatrix.Compression why, Session session) {
    session.used(Form.NOT_COMPRESSED);
    plain.compression(why);
    call.result(call.value(0));
  }

  private static Distributed compress(Distributed plain, Scheme[] schemes, Session session) {
    JavaPairRDD<BlockIndex, Matrix> encoded =
        plain.blocks().mapPartitionsToPair(part -> encode(part, schemes), true);
    encoded.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      TupleCounts[][] counts =
          session.job(
              "count tuples",
              () ->
                  encoded
                      .mapPartitions(part -> Collections.singleton(count(part, schemes)).iterator())
                      .reduce(CompressOperator::add));
      Broadcast<Dictionaries> dictionaries =
          session.context().broadcast(new Dictionaries(shared(schemes, counts)));
      session.broadcastMade();
      return Distributed.compressed(
          plain,
          encoded.mapPartitionsToPair(part -> share(part, dictionaries), true),
          new Compressed(dictionaries));
    } finally {
      encoded.unpersist(false);
    }
  }

  private static Iterator<Tuple2<BlockIndex, Matrix>> encode(
      Iterator<Tuple2<BlockIndex, Matrix>> blocks, Scheme[] schemes) {
    return Lazily.map(
        blocks,
        block -> {
          Scheme scheme = schemes[(int) block._1().col()];
          return scheme == null
              ? block
              : new Tuple2<>(
                  block._1(),
                  CompressedMatrix.encodeBlock(
                      block._2().plain(Workers.serial()), scheme, Workers.serial()));
        });
  }

  /** By column of blocks and group. */
  private static TupleCounts[][] count(
      Iterator<Tuple2<BlockIndex, Matrix>> blocks, Scheme[] schemes) {
    TupleCounts[][] counts = new TupleCounts[schemes.length][];
    while (blocks.hasNext()) {
      Tuple2<BlockIndex, Matrix> block = blocks.next();
      int column = (int) block._1().col();
      if (schemes[column] != null) {
        if (counts[column] == null) {
          counts[column] = TupleCounts.of(schemes[column]);
        }
        SharedGroups.count(((CompressedMatrix) block._2()).groups(), counts[column]);
      }
    }
    return counts;
  }

  private static TupleCounts[][] add(TupleCounts[][] to, TupleCounts[][] more) {
    for (int column = 0; column < to.length; column++) {
      if (to[column] == null) {
        to[column] = more[column];
      } else if (more[column] != null) {
        for (int k = 0; k < to[column].length; k++) {
          to[column][k].add(more[column][k]);
        }
      }
    }
    return to;
  }

  private static SharedGroups[] shared(Scheme[] schemes, TupleCounts[][] counts) {
    SharedGroups[] shared = new SharedGroups[schemes.length];
    for (int column = 0; column < shared.length; column++) {
      shared[column] =
          schemes[column] == null ? null : SharedGroups.of(schemes[column], counts[column]);
    }
    return shared;
  }

  private static Iterator<Tuple2<BlockIndex, Matrix>> share(
      Iterator<Tuple2<BlockIndex, Matrix>> blocks, Broadcast<Dictionaries> dictionaries) {
    return Lazily.map(
        blocks,
        block -> {
          SharedGroups shared = Dictionaries.of(dictionaries, (int) block._1().col());
          return shared == null
              ? block
              : new Tuple2<>(
                  block._1(), ((CompressedMatrix) block._2()).share(shared, Workers.serial()));
        });
  }
}
