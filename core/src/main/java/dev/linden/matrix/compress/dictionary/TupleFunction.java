package dev.linden.matrix.compress.dictionary;

/** A cell function, applied to tuples of a group. */
@FunctionalInterface
public interface TupleFunction {
  /**
   * Writes {@code results} from the cells of {@code tuples}; both hold whole tuples of {@code
   * width} cells, one behind the other.
   */
  void apply(double[] tuples, int width, double[] results);
}
