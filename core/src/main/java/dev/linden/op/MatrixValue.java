package dev.linden.op;

import dev.linden.base.ResourceError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.kernel.rows.RowTiles;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * A matrix held by variables: the block and how many slots and lists refer to it. A count of one at
 * the last use is what allows an operation to overwrite it; a count of zero frees it.
 *
 * <p>While memory is short the block may be somewhere else: {@link #matrix()} brings it back. Shape
 * and counts are known all the time.
 *
 * <p>Other machines may hold the cells too, or alone: {@link #remote()} says so. Such a matrix may
 * have more rows and columns than a block; {@link #matrix()} fetches it if it fits.
 */
public final class MatrixValue implements Value {
  private static final AtomicIntegerFieldUpdater<MatrixValue> REFERENCES =
      AtomicIntegerFieldUpdater.newUpdater(MatrixValue.class, "references");

  private static final AtomicReferenceFieldUpdater<MatrixValue, Matrix> BLOCK =
      AtomicReferenceFieldUpdater.newUpdater(MatrixValue.class, Matrix.class, "matrix");

  /**
   * Whether values may be shared by threads, so that counts must be atomic. Plain counts spare a
   * tenth of the time of operations on tiny matrices.
   */
  private static boolean sharedByThreads;

  /** Whoever accounts for the block of a value and may take it away. */
  public interface Keeper {
    /** Brings the block back; called when it is away. */
    Matrix restore();

    /** The block is about to be overwritten: copies of it will be out of date. */
    void overwritten();

    /** What was known of a block that is away; null if nothing was. */
    default Form form() {
      return null;
    }
  }

  /**
   * How a block is stored.
   *
   * @param nnz -1 if nobody has counted them
   * @param packed bytes that operators take besides if it is packed, else null
   */
  public record Form(boolean sparse, long nnz, PackedBytes packed) {
    public static Form of(Matrix matrix) {
      long nnz = matrix.nnzKnown() ? matrix.nnz() : -1;
      return new Form(matrix.isSparse(), nnz, packedBytes(matrix));
    }

    private static PackedBytes packedBytes(Matrix matrix) {
      return matrix instanceof Packed packed ? PackedBytes.of(packed) : null;
    }
  }

  /**
   * What operators need besides others for a packed operand.
   *
   * @param working in its form
   * @param tile for some rows in plain form
   * @param unpacking for all of them
   * @param perColumn for each column or row that it is multiplied with
   * @param self for the product with itself
   * @param selfPerThread for that in each thread
   */
  public record PackedBytes(
      double working,
      double tile,
      double unpacking,
      double perColumn,
      double self,
      double selfPerThread) {
    static PackedBytes of(Packed packed) {
      double all = packed.unpackingBytes();
      return new PackedBytes(
          packed.workingBytes(),
          RowTiles.bytes(packed, all),
          all,
          packed.bytesPerColumn(),
          packed.bytesOfSelf(),
          packed.bytesOfSelfPerThread());
    }
  }

  private final long rows;
  private final long cols;
  private volatile Matrix matrix;
  private volatile Keeper keeper;
  private volatile RemoteMatrix remote;
  private volatile MatrixValue columns;
  private volatile List<String> names;
  private volatile int references;

  public MatrixValue(Matrix matrix) {
    // Nobody else knows this value yet, so that the write needs no fence.
    BLOCK.lazySet(this, matrix);
    rows = matrix.rows();
    cols = matrix.cols();
  }

  /** Cells that only other machines hold. */
  public MatrixValue(RemoteMatrix remote) {
    this.remote = remote;
    rows = remote.rows();
    cols = remote.cols();
  }

  public Matrix matrix() {
    Matrix block = matrix;
    return block != null ? block : away();
  }

  private Matrix away() {
    Keeper restorer = keeper;
    if (restorer != null) {
      return restorer.restore();
    }
    synchronized (this) {
      if (matrix == null) {
        matrix = remote.collect();
      }
      return matrix;
    }
  }

  /** What operators need besides because this matrix is packed; null for plain ones. */
  public PackedBytes packedBytes() {
    Matrix block = matrix;
    if (block != null) {
      return Form.packedBytes(block);
    }
    Form form = keeper == null ? null : keeper.form();
    return form == null ? null : form.packed();
  }

  /** Rows of the block; a matrix that other machines hold may have too many for one. */
  public int rows() {
    return blockDimension(rows, "rows");
  }

  public int cols() {
    return blockDimension(cols, "columns");
  }

  private int blockDimension(long count, String what) {
    if (count > Integer.MAX_VALUE) {
      throw new ResourceError(
          "a matrix of " + rows + "x" + cols + " has too many " + what + " for one machine");
    }
    return (int) count;
  }

  /** Dimensions, without non-zeros. */
  public Size size() {
    return Size.of(rows, cols);
  }

  // ---- names of columns

  /** One for each column; null if they have none. */
  public List<String> names() {
    return names;
  }

  /**
   * Gives the columns names, or none by null; so does a number of names that is not that of the
   * columns. For whoever makes this value: others see it too.
   */
  public MatrixValue named(List<String> newNames) {
    names = newNames == null || newNames.size() != cols ? null : List.copyOf(newNames);
    return this;
  }

  // ---- other machines

  /** What other machines hold of this matrix, or null. */
  public RemoteMatrix remote() {
    return remote;
  }

  /** Other machines hold the cells from now on too. */
  public void heldBy(RemoteMatrix other) {
    remote = other;
  }

  /** The block in memory is about to change, or nobody refers to the matrix any more. */
  public void forgetRemote() {
    RemoteMatrix held = remote;
    if (held != null) {
      remote = null;
      held.release();
    }
  }

  // ---- partitions

  /** The transposed matrix, in which columns are in one piece; null if nobody has made it. */
  public MatrixValue columns() {
    return columns;
  }

  /** For as long as nobody changes the matrix. */
  public void columns(MatrixValue transposed) {
    columns = transposed;
  }

  // ---- for the keeper

  public Keeper keeper() {
    return keeper;
  }

  public void keptBy(Keeper newKeeper) {
    keeper = newKeeper;
  }

  /** The block if it is in memory, else null. */
  public Matrix resident() {
    return matrix;
  }

  /** Takes the block away (null) or puts it back. */
  public void resident(Matrix block) {
    matrix = block;
  }

  // ---- references

  /**
   * From now on several threads may retain and release the same values. To be called before such
   * threads start; there is no way back.
   */
  public static void shareByThreads() {
    sharedByThreads = true;
  }

  /** Counts one more reference; how many there were before. */
  public int retain() {
    if (sharedByThreads) {
      return REFERENCES.getAndIncrement(this);
    }
    int before = references;
    REFERENCES.lazySet(this, before + 1);
    return before;
  }

  /** True when nobody refers to it any more. */
  public boolean release() {
    if (sharedByThreads) {
      return REFERENCES.decrementAndGet(this) == 0;
    }
    int left = references - 1;
    REFERENCES.lazySet(this, left);
    return left == 0;
  }

  public boolean isReferenced() {
    return references > 0;
  }

  public boolean isShared() {
    return references > 1;
  }

  @Override
  public DataType dataType() {
    return DataType.MATRIX;
  }

  @Override
  public String toString() {
    Matrix block = matrix;
    return block == null ? "matrix " + rows + "x" + cols : block.toString();
  }
}
