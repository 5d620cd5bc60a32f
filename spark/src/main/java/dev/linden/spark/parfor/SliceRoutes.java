package dev.linden.spark.parfor;

import dev.linden.matrix.Matrix;
import dev.linden.parfor.Task;
import dev.linden.spark.block.BlockIndex;
import dev.linden.spark.block.Grid;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import scala.Tuple2;

/**
 * Which task needs which rows (or columns) of a partitioned matrix: that of the number that its
 * iteration has (P5).
 */
final class SliceRoutes implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Grid grid;
  private final boolean byRow;
  private final long first;
  private final long increment;
  private final long iterations;

  /** Number of the first iteration of each task. */
  private final long[] starts;

  SliceRoutes(Grid grid, boolean byRow, List<Task> tasks, long iterations) {
    this.grid = grid;
    this.byRow = byRow;
    this.first = tasks.get(0).value(0);
    this.increment = increment(tasks);
    this.iterations = iterations;
    this.starts = tasks.stream().mapToLong(Task::index).toArray();
  }

  private static long increment(List<Task> tasks) {
    Task task = tasks.get(0);
    if (task.size() > 1) {
      return task.value(1) - task.value(0);
    }
    return tasks.size() > 1 ? tasks.get(1).value(0) - task.value(0) : 1;
  }

  /** The parts of a block by number of the task; placed within the slices of that task. */
  List<Tuple2<Integer, Piece>> pieces(BlockIndex index, Matrix block) {
    List<Tuple2<Integer, Piece>> pieces = new ArrayList<>();
    int lines = byRow ? block.rows() : block.cols();
    long offset = byRow ? grid.firstRow(index) : grid.firstCol(index);
    int across = (int) (byRow ? grid.firstCol(index) : grid.firstRow(index));
    int line = 0;
    while (line < lines) {
      long iteration = iteration(offset + line + 1);
      if (iteration < 0) {
        line++;
        continue;
      }
      int task = task(iteration);
      int end = line + 1;
      if (increment == 1) {
        long last = task + 1 < starts.length ? starts[task + 1] : iterations;
        end = (int) Math.min(lines, line + last - iteration);
      }
      int place = (int) (iteration - starts[task]);
      Piece piece =
          byRow
              ? new Piece(place, across, 0, Scatter.slice(block, line, end, 0, block.cols()))
              : new Piece(across, place, 0, Scatter.slice(block, 0, block.rows(), line, end));
      pieces.add(new Tuple2<>(task, piece));
      line = end;
    }
    return pieces;
  }

  /** The one that takes this slice, or -1. */
  private long iteration(long value) {
    long distance = value - first;
    long iteration = distance / increment;
    return distance % increment == 0 && iteration >= 0 && iteration < iterations ? iteration : -1;
  }

  private int task(long iteration) {
    int found = Arrays.binarySearch(starts, iteration);
    return found >= 0 ? found : -found - 2;
  }

  /** All slices of a task. */
  Matrix assembled(Task task, List<Piece> pieces) {
    int slices = (int) task.size();
    return byRow
        ? Scatter.assemble(slices, (int) grid.cols(), pieces)
        : Scatter.assemble((int) grid.rows(), slices, pieces);
  }

  /** One of them. */
  Matrix slice(Matrix slices, Task task, long value) {
    int k = (int) ((value - task.value(0)) / increment);
    return byRow
        ? Scatter.slice(slices, k, k + 1, 0, slices.cols())
        : Scatter.slice(slices, 0, slices.rows(), k, k + 1);
  }
}
