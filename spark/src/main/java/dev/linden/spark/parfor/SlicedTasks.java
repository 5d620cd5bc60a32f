package dev.linden.spark.parfor;

import dev.linden.matrix.Matrix;
import dev.linden.parfor.Task;
import dev.linden.spark.block.Piece;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import scala.Tuple2;

/** Runs the tasks of a partition over the slices that have come to it. */
final class SlicedTasks implements Iterator<PackedResult> {
  private final LoopTask runner;
  private final SliceRoutes routes;
  private final Iterator<Tuple2<Integer, Task>> tasks;
  private final Map<Integer, List<Piece>> pieces = new HashMap<>();

  /** {@code tasks} with their numbers. */
  SlicedTasks(
      LoopTask runner,
      SliceRoutes routes,
      List<Tuple2<Integer, Task>> tasks,
      Iterator<Tuple2<Integer, Piece>> arrived) {
    this.runner = runner;
    this.routes = routes;
    this.tasks = tasks.iterator();
    arrived.forEachRemaining(
        piece -> pieces.computeIfAbsent(piece._1(), n -> new ArrayList<>()).add(piece._2()));
  }

  @Override
  public boolean hasNext() {
    return tasks.hasNext();
  }

  @Override
  public PackedResult next() {
    Tuple2<Integer, Task> next = tasks.next();
    Task task = next._2();
    Matrix slices = routes.assembled(task, pieces.remove(next._1()));
    try {
      return runner.run(task, value -> routes.slice(slices, task, value));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
