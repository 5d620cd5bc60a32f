package dev.linden.storage.pool;

import dev.linden.base.LindenBug;
import dev.linden.base.ResourceError;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.op.Footprint;
import dev.linden.op.MatrixValue;
import dev.linden.op.RemoteMatrix;
import dev.linden.op.Size;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the pool knows about one matrix: its bytes, who uses it, and its copy on disk.
 *
 * <p>A matrix that is in use is pinned, which takes one atomic addition. Whoever wants to take it
 * away turns a count of zero into {@link #AWAY}; from then on users wait for {@link #lock} and
 * bring it back. The copy on disk is kept after that, until the matrix is overwritten or dies.
 */
public final class Resident extends WeakReference<MatrixValue>
    implements MatrixValue.Keeper, BufferPool.Admission {
  private static final int AWAY = -1;

  private static final long UNKNOWN_BYTES = -1;

  private final BufferPool pool;
  private final AtomicInteger pins = new AtomicInteger();

  /** Bytes that the pool counts as used at present: 0 while the matrix is away. */
  private final AtomicLong charged = new AtomicLong();

  /** Held while the file is written, read or removed. */
  private final ReentrantLock lock = new ReentrantLock();

  private volatile long bytes;

  /** Rows of non-zeros, to which cells are added in place. */
  private final boolean growing;

  private volatile boolean dead;

  /** Counts the permissions to overwrite the matrix: a copy is good for one version only. */
  private final AtomicInteger version = new AtomicInteger();

  /** The copy on disk or null, and the version it holds; guarded by the lock. */
  private Path file;

  private int fileVersion;

  /** Form of the matrix that was put away last. */
  private volatile MatrixValue.Form form;

  /**
   * When it was last used, and what that was when it took its place in the order of eviction. A
   * hint: threads need not see each other's latest.
   */
  private long lastUse;

  private long queuedUse;

  /** The running operation may overwrite the matrix; known to its thread only. */
  private boolean overwriting;

  /** Overwriting calls since a growing matrix was measured. */
  private int changes;

  Resident(BufferPool pool, MatrixValue value, long bytes) {
    super(value, pool.lost());
    this.pool = pool;
    this.bytes = bytes;
    this.growing = value.resident() instanceof Mcsr;
    this.lastUse = pool.tick();
  }

  /** Entry of a matrix that only other machines hold. */
  static Resident elsewhere(BufferPool pool, MatrixValue value) {
    Resident resident = new Resident(pool, value, UNKNOWN_BYTES);
    resident.pins.set(AWAY);
    return resident;
  }

  /** Bytes that the matrix takes in memory, whether it is in memory or not. */
  public long bytes() {
    if (bytes == UNKNOWN_BYTES) {
      bytes = estimate();
    }
    return bytes;
  }

  /**
   * What a matrix that other machines hold would take in memory. Its non-zeros are counted only if
   * they decide whether it fits.
   */
  private long estimate() {
    MatrixValue value = get();
    RemoteMatrix remote = value == null ? null : value.remote();
    if (remote == null) {
      return 0;
    }
    Size size = value.size();
    double dense = Footprint.dense(size);
    long nnz = dense > pool.budget() ? remote.countedNnz() : remote.nnz();
    double most = nnz < 0 ? dense : Footprint.of(size.withNnz(nnz));
    return (long) Math.min(most, Long.MAX_VALUE / 2);
  }

  void charge() {
    charged.addAndGet(bytes);
  }

  /** Stops counting; gives the bytes that were counted. */
  long uncharge() {
    return charged.getAndSet(0);
  }

  // ------------------------------------------------------------------------------------------ use

  /** Brings the matrix in and keeps it until {@link #unpin()}. */
  void pin() {
    lastUse = pool.tick();
    while (true) {
      int count = pins.get();
      if (count >= 0) {
        if (pins.compareAndSet(count, count + 1)) {
          return;
        }
      } else {
        bringBack();
      }
    }
  }

  void unpin() {
    pins.decrementAndGet();
  }

  /** Ends the use by an operation. */
  void release() {
    changed();
    unpin();
  }

  @Override
  public void close() {
    if (overwriting) {
      changed();
      // Nobody else can have pinned a matrix that may be overwritten.
      pins.lazySet(0);
    } else {
      unpin();
    }
    pool.operationEnded();
  }

  boolean isPinned() {
    return pins.get() > 0;
  }

  boolean isIdle() {
    return !dead && pins.get() == 0;
  }

  @Override
  public Matrix restore() {
    while (true) {
      MatrixValue value = get();
      if (value == null) {
        throw new LindenBug("a matrix is restored that nobody holds");
      }
      Matrix block = value.resident();
      if (block != null) {
        lastUse = pool.tick();
        return block;
      }
      bringBack();
    }
  }

  @Override
  public MatrixValue.Form form() {
    return form;
  }

  @Override
  public void overwritten() {
    newVersion();
    overwriting = true;
    changes++;
  }

  /** Before and after each change, so that a copy made in between counts for neither. */
  private void newVersion() {
    version.setPlain(version.getPlain() + 1);
    VarHandle.storeStoreFence();
  }

  /**
   * After an operation that may have changed the matrix: one that grows by cells is measured again
   * after as many changes as it has rows, because measuring visits every row.
   */
  void changed() {
    if (!overwriting) {
      return;
    }
    overwriting = false;
    VarHandle.storeStoreFence();
    newVersion();
    if (!growing) {
      return;
    }
    MatrixValue value = get();
    if (dead || value == null || !(value.resident() instanceof Mcsr rows)) {
      return;
    }
    if (changes > rows.rows() / 8) {
      changes = 0;
      long now = BufferPool.heapBytes(rows);
      pool.grown(now - bytes);
      charged.addAndGet(now - bytes);
      bytes = now;
    }
  }

  private void bringBack() {
    lock.lock();
    try {
      if (pins.get() != AWAY) {
        return;
      }
      MatrixValue value = get();
      if (value != null && value.resident() != null) {
        // Claimed, but who did so has not got the lock yet and will find that we were faster.
        pins.set(0);
        pool.enqueue(this);
        return;
      }
      if (value != null && file == null && value.remote() != null) {
        fetch(value);
        return;
      }
      if (value == null || file == null) {
        throw new LindenBug("a matrix is away and nowhere to be found");
      }
      pool.makeRoomFor(bytes);
      try {
        value.resident(pool.read(file));
      } catch (IOException e) {
        pool.didNotComeIn(bytes);
        throw new ResourceError(
            "a matrix that was moved to disk can't be read back from "
                + file
                + ": "
                + BufferPool.reason(e),
            e);
      } catch (RuntimeException | Error e) {
        pool.didNotComeIn(bytes);
        throw e;
      }
      charge();
      pins.set(0);
      pool.cameIn(this);
    } finally {
      lock.unlock();
    }
  }

  /** Brings in a matrix that other machines hold. */
  private void fetch(MatrixValue value) {
    long expected = bytes();
    if (expected > pool.budget()) {
      throw new Shortage(expected, 0, pool.budget());
    }
    pool.makeRoomFor(expected);
    Matrix block;
    try {
      block = value.remote().collect();
    } catch (RuntimeException | Error e) {
      pool.didNotComeIn(expected);
      throw e;
    }
    value.resident(block);
    bytes = BufferPool.heapBytes(block);
    pool.grown(bytes - expected);
    charge();
    pins.set(0);
    pool.cameIn(this);
  }

  // ------------------------------------------------------------------------------------- eviction

  /** Whether it was used since it took its place in the order of eviction; takes a new one. */
  boolean usedSinceQueued() {
    boolean used = lastUse != queuedUse;
    queuedUse = lastUse;
    return used;
  }

  long queuedUse() {
    return queuedUse;
  }

  void queued() {
    queuedUse = lastUse;
  }

  /** Claims an idle matrix for eviction. */
  boolean claim() {
    return !dead && pins.compareAndSet(0, AWAY);
  }

  /** Whether it can be taken away without writing. */
  boolean hasCopy() {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      return file != null && fileVersion == version.get();
    } finally {
      lock.unlock();
    }
  }

  /** Takes a claimed matrix away. On failure it stays where it is. */
  void putAway() throws IOException {
    lock.lock();
    try {
      MatrixValue value = get();
      if (value == null || dead || pins.get() != AWAY || value.resident() == null) {
        return; // gone, wanted back, or put away by somebody else
      }
      try {
        writeCopy(value.resident());
      } catch (IOException | RuntimeException | Error e) {
        pins.set(0);
        throw e;
      }
      form = MatrixValue.Form.of(value.resident());
      value.resident(null);
      pool.evicted(this);
    } finally {
      lock.unlock();
      removeFileOfDead();
    }
  }

  /** Writes a copy of a matrix that stays, so that taking it away later costs nothing. */
  void writeAhead() throws IOException {
    lock.lock();
    try {
      MatrixValue value = get();
      Matrix block = value == null || dead ? null : value.resident();
      if (block != null) {
        writeCopy(block);
      }
    } finally {
      lock.unlock();
      removeFileOfDead();
    }
  }

  private void writeCopy(Matrix block) throws IOException {
    int written = version.get();
    if (file != null && fileVersion == written) {
      return;
    }
    removeFile();
    file = pool.write(block);
    // Whoever overwrites the matrix meanwhile has counted the version up before.
    fileVersion = written;
  }

  // ------------------------------------------------------------------------------------------ end

  /** Nobody refers to the matrix any more. */
  void die() {
    dead = true;
    removeFileOfDead();
  }

  /** If a writer holds the lock, it does this when it is done. */
  private void removeFileOfDead() {
    if (dead && lock.tryLock()) {
      try {
        removeFile();
      } finally {
        lock.unlock();
      }
    }
  }

  private void removeFile() {
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // It goes with its folder at the end.
      }
      file = null;
    }
  }
}
