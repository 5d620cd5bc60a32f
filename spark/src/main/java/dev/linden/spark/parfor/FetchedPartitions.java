package dev.linden.spark.parfor;

import dev.linden.matrix.Matrix;
import dev.linden.op.MatrixValue;
import dev.linden.op.PartitionedMatrix;
import dev.linden.spark.block.Piece;
import dev.linden.spark.block.Scatter;
import java.util.ArrayList;
import java.util.List;

/** A partitioned matrix on an executor. */
final class FetchedPartitions implements PartitionedMatrix {
  private final SentPartitions sent;

  FetchedPartitions(SentPartitions sent) {
    this.sent = sent;
  }

  @Override
  public boolean byRow() {
    return sent.byRow();
  }

  @Override
  public Matrix slice(int from, int to) {
    List<Piece> pieces = new ArrayList<>();
    int lines = sent.lines();
    for (int part = from / lines; part <= (to - 1) / lines; part++) {
      int start = Math.max(from, part * lines);
      int end = (int) Math.min(to, (part + 1L) * lines);
      Matrix cells = slice(part(part), start - part * lines, end - part * lines);
      int place = start - from;
      pieces.add(byRow() ? new Piece(place, 0, 0, cells) : new Piece(0, place, 0, cells));
    }
    return byRow()
        ? Scatter.assemble(to - from, (int) sent.cols(), pieces)
        : Scatter.assemble((int) sent.rows(), to - from, pieces);
  }

  private Matrix part(int number) {
    return ((MatrixValue) sent.parts().get(number).value().value()).matrix();
  }

  /** Never the partition itself: what is taken may be overwritten. */
  private Matrix slice(Matrix part, int from, int to) {
    boolean whole = from == 0 && to == (byRow() ? part.rows() : part.cols());
    return whole ? part.copy() : SentPartitions.part(part, byRow(), from, to);
  }

  @Override
  public long rows() {
    return sent.rows();
  }

  @Override
  public long cols() {
    return sent.cols();
  }

  @Override
  public long nnz() {
    return sent.nnz();
  }

  @Override
  public long countedNnz() {
    return sent.nnz();
  }

  @Override
  public Matrix collect() {
    return slice(0, (int) (byRow() ? rows() : cols()));
  }

  @Override
  public void keep(Keeping how) {
    // Spark keeps partitions that were fetched.
  }

  @Override
  public void prepare() {
    // They are at hand.
  }

  @Override
  public void release() {
    // The driver frees them when the loop has ended.
  }
}
