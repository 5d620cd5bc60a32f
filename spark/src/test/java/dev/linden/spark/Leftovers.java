package dev.linden.spark;

import dev.linden.base.Settings;
import dev.linden.matrix.Matrix;
import dev.linden.spark.block.Dictionaries;
import dev.linden.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BlockResult;
import org.apache.spark.storage.BroadcastBlockId;
import org.apache.spark.storage.RDDInfo;
import scala.runtime.AbstractFunction1;

/** What Spark holds of matrices, in the end preferably nothing. */
final class Leftovers {
  private Leftovers() {}

  static JavaSparkContext context() {
    return Connection.connect(Settings.DEFAULTS.with("spark.master", "local[2]")).context();
  }

  static int cachedNow() {
    return context().getPersistentRDDs().size();
  }

  /** Blocks of matrices that executors hold, as far as these have told the driver. */
  static long blocksOnExecutors(SparkContext spark) {
    long blocks = 0;
    for (RDDInfo matrix : spark.getRDDStorageInfo()) {
      blocks += matrix.numCachedPartitions();
    }
    return blocks;
  }

  /** Spark removes broadcasts in the background, and not before the tasks that read them end. */
  static void assertNoBroadcasts(String after) throws InterruptedException {
    Await.until(() -> broadcastMatrices() == 0, "no broadcasts are left " + after);
  }

  /**
   * Broadcasts of blocks and of what they share that are there now; Spark has others for itself.
   */
  static int broadcastMatrices() {
    BlockManager blocks = SparkEnv.get().blockManager();
    List<BlockId> broadcasts = new ArrayList<>();
    scala.collection.Iterator<BlockId> all =
        blocks.getMatchingBlockIds(new BroadcastValues()).iterator();
    while (all.hasNext()) {
      broadcasts.add(all.next());
    }
    int count = 0;
    for (BlockId id : broadcasts) {
      scala.Option<BlockResult> found = blocks.getLocalValues(id);
      if (found.isDefined()) {
        scala.collection.Iterator<?> values = found.get().data();
        while (values.hasNext()) { // at the end the block is released
          Object value = values.next();
          count += value instanceof Matrix[] || value instanceof Dictionaries ? 1 : 0;
        }
      }
    }
    return count;
  }

  private static final class BroadcastValues extends AbstractFunction1<BlockId, Object> {
    @Override
    public Boolean apply(BlockId id) {
      return id instanceof BroadcastBlockId broadcast && broadcast.field().isEmpty();
    }
  }
}
