package dev.linden.spark.block;

import dev.linden.matrix.Matrix;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * A matrix that every executor has in blocks. Spark broadcasts at most 2 GB at once, so the blocks
 * go in several broadcasts.
 */
public final class BroadcastBlocks implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final long MOST_BYTES = 512L << 20;

  private final Grid grid;
  private final int perBroadcast;
  private final ArrayList<Broadcast<Matrix[]>> parts;

  private BroadcastBlocks(Grid grid, int perBroadcast, ArrayList<Broadcast<Matrix[]>> parts) {
    this.grid = grid;
    this.perBroadcast = perBroadcast;
    this.parts = parts;
  }

  public static BroadcastBlocks of(JavaSparkContext context, Matrix matrix, Grid grid) {
    long largest = 8L * grid.side() * grid.side();
    int perBroadcast = (int) Math.max(1, Math.min(grid.blocks(), MOST_BYTES / largest));
    ArrayList<Broadcast<Matrix[]>> parts = new ArrayList<>();
    for (long first = 0; first < grid.blocks(); first += perBroadcast) {
      Matrix[] blocks = new Matrix[(int) Math.min(perBroadcast, grid.blocks() - first)];
      for (int k = 0; k < blocks.length; k++) {
        blocks[k] = Blocks.cut(matrix, grid, grid.at(first + k));
      }
      parts.add(context.broadcast(blocks));
    }
    return new BroadcastBlocks(grid, perBroadcast, parts);
  }

  public Grid grid() {
    return grid;
  }

  public Matrix block(long row, long col) {
    long position = row * grid.colBlocks() + col;
    return parts.get((int) (position / perBroadcast)).value()[(int) (position % perBroadcast)];
  }

  /** Takes it away from all executors. */
  public void destroy() {
    parts.forEach(part -> part.destroy());
  }

  public List<Long> ids() {
    return parts.stream().map(Broadcast::id).toList();
  }
}
