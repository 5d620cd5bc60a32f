package dev.linden.fuse.skeleton;

import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Sink.TransposedProduct;

/**
 * The operands of {@code t(x) %*% y} by their width: rows of the wider one are passed on as they
 * are, also if they are sparse, and multiplied with cells of the narrower one.
 *
 * @param isTurned the wider one is y, so that {@code t(y) %*% x} is summed up
 */
record Sides(int wide, int narrow, boolean isTurned) {
  static Sides of(FusedProgram program, TransposedProduct product) {
    boolean turned =
        program.nodes().get(product.x()).width() < program.nodes().get(product.y()).width();
    return turned
        ? new Sides(product.y(), product.x(), true)
        : new Sides(product.x(), product.y(), false);
  }
}
