package dev.linden.op;

import static dev.linden.op.Parameter.matrix;

import dev.linden.matrix.kernel.Solve;
import java.util.List;

/** Linear systems. */
public final class SolveOps {
  public static final Op SOLVE =
      Op.define("solve", "The x with A x = b for a square A.")
          .parameters(matrix("A"), matrix("b"))
          .rule(
              call -> {
                Info a = call.in(0);
                Info b = call.in(1);
                AggregateOps.needSquare(call, 0, "solve");
                long n = Math.max(a.size().rows(), a.size().cols());
                if (Sizes.differ(n, b.size().rows())) {
                  throw new OpError(
                      1,
                      "solve needs as many rows on the right as A has ("
                          + n
                          + "), but is given "
                          + b.describeOne());
                }
                return List.of(
                    Info.matrix(Sizes.full(Math.max(n, b.size().rows()), b.size().cols())));
              })
          .kernel(call -> call.result(Solve.solve(call.matrix(0), call.matrix(1), call.workers())))
          .scratch(call -> Math.max(0, 8 * Math.max(0, Sizes.cells(call.in(0).size()))))
          .distribution(Distribution.LOCAL)
          .build();

  static final List<Op> ALL = List.of(SOLVE);

  private SolveOps() {}
}
