package dev.linden.spark.parfor;

import dev.linden.matrix.Matrix;
import dev.linden.parfor.Slices;
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
 * Which task needs which rows (or columns) of a partitioned matrix: those that its iterations take.
 */
final class SliceRoutes implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Grid grid;
  private final Slices slices;

  /** First row (or column) of the first iteration, and how far it is to that of the next one. */
  private final long first;

  private final long distance;
  private final long iterations;

  /** Number of the first iteration of each task. */
  private final long[] starts;

  SliceRoutes(Grid grid, Slices slices, List<Task> tasks, long iterations) {
    this.grid = grid;
    this.slices = slices;
    this.first = slices.first(tasks.get(0).value(0));
    this.distance = slices.stride() * increment(tasks);
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
    boolean byRow = slices.byRow();
    int lines = byRow ? block.rows() : block.cols();
    long offset = byRow ? grid.firstRow(index) : grid.firstCol(index);
    int across = (int) (byRow ? grid.firstCol(index) : grid.firstRow(index));
    int line = 0;
    while (line < lines) {
      long number = offset + line + 1;
      long iteration = iteration(number);
      if (iteration < 0) {
        line++;
        continue;
      }
      int task = task(iteration);
      long within = number - first - iteration * distance;
      long left = slices.width() - within;
      if (distance == slices.width()) {
        long last = task + 1 < starts.length ? starts[task + 1] : iterations;
        left += (last - iteration - 1) * slices.width();
      }
      int end = (int) Math.min(lines, line + left);
      int place = (int) ((iteration - starts[task]) * slices.width() + within);
      Piece piece =
          byRow
              ? new Piece(place, across, 0, Scatter.slice(block, line, end, 0, block.cols()))
              : new Piece(across, place, 0, Scatter.slice(block, 0, block.rows(), line, end));
      pieces.add(new Tuple2<>(task, piece));
      line = end;
    }
    return pieces;
  }

  /** The one that takes this row (or column), or -1. */
  private long iteration(long number) {
    long before = Math.floorDiv(number - first, Math.abs(distance));
    long iteration = distance > 0 ? before : -before;
    long within = number - first - iteration * distance;
    return within < slices.width() && iteration >= 0 && iteration < iterations ? iteration : -1;
  }

  private int task(long iteration) {
    int found = Arrays.binarySearch(starts, iteration);
    return found >= 0 ? found : -found - 2;
  }

  /** All slices of a task, one after the other; behind one that the matrix cuts are zeros. */
  Matrix assembled(Task task, List<Piece> pieces) {
    int lines = (int) (task.size() * slices.width());
    return slices.byRow()
        ? Scatter.assemble(lines, (int) grid.cols(), pieces)
        : Scatter.assemble((int) grid.rows(), lines, pieces);
  }

  /** One of them. */
  Matrix slice(Matrix assembled, Task task, long value) {
    long k = (slices.first(value) - slices.first(task.value(0))) / distance;
    int from = (int) (k * slices.width());
    long lines = slices.byRow() ? grid.rows() : grid.cols();
    int to = (int) (from + slices.last(value, lines) - slices.first(value) + 1);
    return slices.byRow()
        ? Scatter.slice(assembled, from, to, 0, assembled.cols())
        : Scatter.slice(assembled, 0, assembled.rows(), from, to);
  }
}
