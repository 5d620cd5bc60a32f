package dev.linden.matrix.kernel.cells;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import java.util.List;

/**
 * For packed matrices whose columns have few distinct tuples: functions of cells are computed for
 * each tuple once, aggregates count how often it is there.
 */
public interface OwnTuples {
  /** Each column is in one of the parts. */
  List<Part> parts(Workers workers);

  /** Whether both have the same columns and codes in all parts: tuples then meet their like. */
  boolean hasCodesOf(Matrix other);

  /** The same codes for other tuples, in the order of the parts; takes their cells over. */
  Matrix withTuples(List<? extends Matrix> tuples, Workers workers);

  /**
   * Some columns.
   *
   * @param columns their numbers, ascending
   * @param tuples a row for each tuple, with a cell for each of the columns
   * @param counts how many rows have each tuple; null: these are the rows themselves
   */
  record Part(int[] columns, Plain tuples, int[] counts) {}
}
