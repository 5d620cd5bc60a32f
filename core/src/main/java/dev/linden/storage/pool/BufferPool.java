package dev.linden.storage.pool;

import dev.linden.base.LindenBug;
import dev.linden.base.ResourceError;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Plain;
import dev.linden.matrix.RecyclingArrayPool;
import dev.linden.matrix.Workers;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Accounts for the matrices that variables and lists hold and for what running operations need, and
 * keeps the sum within a budget: first by dropping arrays kept for reuse, then by moving the
 * matrices that were not used for the longest time to disk. They come back when they are used. A
 * thread in the background writes copies of the next ones to go while memory gets short, so that
 * few operations wait for the disk.
 *
 * <p>Small matrices in variables are not accounted for: there are only as many as a program has
 * variables. The page of this package draws the states of a matrix and says which locks guard what,
 * and in which order they are taken.
 */
public final class BufferPool implements AutoCloseable {
  /** Bytes from which a variable's matrix is accounted for. */
  public static final long SMALLEST = 256 << 10;

  /** The same for matrices in lists, of which there may be any number. */
  private static final long SMALLEST_ELEMENT = 4 << 10;

  /** Copies are written ahead when this share of the budget is used. */
  private static final double WRITE_AHEAD_SHARE = 0.875;

  private static final long WAIT_MILLIS = 100;

  /** Keeper of values that are never taken away. */
  private static final MatrixValue.Keeper OWNED_ELSEWHERE =
      new MatrixValue.Keeper() {
        @Override
        public Matrix restore() {
          throw new LindenBug("a matrix is away that must not be");
        }

        @Override
        public void overwritten() {
          throw new LindenBug("a matrix is overwritten that must not be");
        }
      };

  /** Folders in which this JVM has looked for what dead ones left. */
  private static final Set<Path> CLEANED = ConcurrentHashMap.newKeySet();

  private final long budget;
  private final long writeAheadMark;
  private final boolean evictAll;
  private final Path spillParent;
  private final Workers workers;
  private final RecyclingArrayPool recycling;

  /** Bytes of accounted matrices in memory and of reservations. */
  private final AtomicLong used = new AtomicLong();

  /** The reservations alone. */
  private final AtomicLong reserved = new AtomicLong();

  private final AtomicLong peak = new AtomicLong();
  private final LongAdder evictions = new LongAdder();
  private final LongAdder restores = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();

  /** Those in memory, in the order of eviction; guards itself. */
  private final LinkedHashSet<Resident> order = new LinkedHashSet<>();

  private final ReferenceQueue<MatrixValue> lost = new ReferenceQueue<>();

  /** Running operations with a reservation; guarded by order. */
  private int active;

  /**
   * Held by whoever brings in the operands of an operation and reserves memory for it, also while
   * waiting for others to end. So operations start in the order in which they ask, and none of
   * those that have to wait keeps operands in memory that others need.
   */
  private final ReentrantLock admissions = new ReentrantLock(true);

  /**
   * Matrices on their way to disk or back: they count as used, but are not in the order. Changes
   * under its lock.
   */
  private int moving;

  /** A hint of time for the order of eviction: threads may draw the same number. */
  private long clock;

  private boolean resultsStay;
  private Packing packing;
  private SpillFolder folder;
  private boolean closed;
  private Thread writer;
  private boolean writerWanted;
  private volatile IOException lastFailure;

  /**
   * @param budget bytes of matrices and running operations together
   * @param spillParent an existing folder for spill files
   * @param evictAll for tests: whatever no operation uses goes to disk at once
   */
  public BufferPool(long budget, Path spillParent, boolean evictAll, Workers workers) {
    this.budget = budget;
    this.writeAheadMark = (long) (WRITE_AHEAD_SHARE * budget);
    this.spillParent = spillParent;
    this.evictAll = evictAll;
    this.workers = workers;
    this.recycling = workers.arrays() instanceof RecyclingArrayPool pool ? pool : null;
    if (recycling != null) {
      recycling.onShortage(this::evictIdle);
    }
    if (CLEANED.add(spillParent)) {
      SpillFolder.removeStale(spillParent);
    }
  }

  /** For tests: whatever comes into a variable is packed. */
  public void packWith(Packing way) {
    packing = way;
  }

  public long budget() {
    return budget;
  }

  /** Whether matrices go to disk, or soon will. */
  public boolean isShort() {
    return evictions.sum() > 0 || used.get() > writeAheadMark;
  }

  /** Whether even the smallest matrices are accounted for and evicted. */
  public boolean evictsAll() {
    return evictAll;
  }

  // ------------------------------------------------------------------------------- references

  /** A slot refers to the value from now on. */
  public void retain(Value value) {
    if (value instanceof MatrixValue matrix) {
      if (matrix.retain() == 0) {
        pack(matrix);
        keep(matrix, SMALLEST);
      }
    } else if (value instanceof ListValue list) {
      retainList(list);
    }
  }

  private void retainList(ListValue list) {
    if (!list.retain()) {
      return;
    }
    for (Value element : list.elements()) {
      if (element instanceof MatrixValue matrix) {
        if (matrix.retain() == 0) {
          pack(matrix);
        }
        keep(matrix, SMALLEST_ELEMENT);
      } else if (element instanceof ListValue inner) {
        retainList(inner);
      }
    }
  }

  private void pack(MatrixValue value) {
    if (packing != null && value.keeper() == null && value.resident() instanceof Plain plain) {
      value.resident(packing.pack(plain, workers));
    }
  }

  /** A slot no longer refers to the value; after the last one its memory is free for others. */
  public void release(Value value) {
    if (value instanceof MatrixValue matrix) {
      if (matrix.release()) {
        free(matrix);
      }
    } else if (value instanceof ListValue list && list.release()) {
      list.elements().forEach(this::release);
    }
  }

  /** Ends a reference to a value that is on its way to another holder. */
  public static void handOver(Value value) {
    if (value instanceof MatrixValue matrix) {
      matrix.release();
    } else if (value instanceof ListValue list && list.release()) {
      list.elements().forEach(BufferPool::handOver);
    }
  }

  /**
   * Lets go of a value for good: it leaves the program, and with it the budget. The caller's
   * reference keeps its memory from being recycled; {@link #handOver} ends it afterwards.
   */
  public void handOut(Value value) {
    if (value instanceof MatrixValue matrix) {
      matrix.retain();
      if (resultsStay && isOnlyElsewhere(matrix)) {
        if (matrix.keeper() instanceof Resident resident) {
          leave(matrix, resident);
        }
        return;
      }
      if (matrix.keeper() instanceof Resident resident) {
        resident.pin();
        forget(resident);
        matrix.keptBy(OWNED_ELSEWHERE);
        resident.die();
      }
      matrix.forgetRemote();
    } else if (value instanceof ListValue list) {
      list.retain();
      list.elements().forEach(this::handOut);
    }
  }

  /** Whether results that only other machines hold are handed out without being fetched. */
  public void resultsStay(boolean on) {
    resultsStay = on;
  }

  private static boolean isOnlyElsewhere(MatrixValue value) {
    return value.resident() == null && value.remote() != null;
  }

  /** Stops accounting for a matrix that other machines hold; who wants it fetches it. */
  private void leave(MatrixValue value, Resident resident) {
    forget(resident);
    resident.die();
    value.resident(null);
    value.keptBy(new LeftElsewhere(value, budget));
  }

  private void keep(MatrixValue value, long smallest) {
    if (value.keeper() != null) {
      return;
    }
    Matrix block = value.resident();
    if (block == null) {
      // Other machines hold it: it is accounted for when it comes in.
      value.keptBy(Resident.elsewhere(this, value));
      return;
    }
    long least = evictAll ? 0 : smallest;
    if (8 * block.cells() < least) {
      return;
    }
    // Matrices that grow by cells are accounted for however small they start.
    if (!(block instanceof Mcsr) && block.bytes() < least) {
      return;
    }
    Resident resident = new Resident(this, value, heapBytes(block));
    resident.charge();
    value.keptBy(resident);
    synchronized (order) {
      use(resident.bytes());
      enqueue(resident);
    }
    forgetLost();
  }

  /** No longer counts a matrix that will not come back. */
  private void forget(Resident resident) {
    synchronized (order) {
      order.remove(resident);
      used.addAndGet(-resident.uncharge());
    }
  }

  private void free(MatrixValue value) {
    Matrix block = value.resident();
    value.forgetRemote();
    if (value.keeper() instanceof Resident resident) {
      forget(resident);
      resident.die();
    }
    if (block != null) {
      block.recycle(workers.arrays());
    }
  }

  /** Values that vanished without a last release, after errors for example. */
  private void forgetLost() {
    for (Reference<?> gone = lost.poll(); gone != null; gone = lost.poll()) {
      Resident resident = (Resident) gone;
      forget(resident);
      resident.die();
    }
  }

  ReferenceQueue<MatrixValue> lost() {
    return lost;
  }

  // ------------------------------------------------------------------------------- operations

  /** What an operation holds while it runs. */
  public interface Admission extends AutoCloseable {
    @Override
    void close();
  }

  /** Admission of several operands, or with a reservation; a single operand is one by itself. */
  private final class Operation implements Admission {
    private final Resident[] operands;
    private final long bytes;

    private Operation(Resident[] operands, long bytes) {
      this.operands = operands;
      this.bytes = bytes;
    }

    @Override
    public void close() {
      for (Resident operand : operands) {
        operand.release();
      }
      if (bytes > 0) {
        synchronized (order) {
          unreserve(bytes);
          active--;
          order.notifyAll();
        }
      }
      operationEnded();
    }
  }

  void operationEnded() {
    if (evictAll) {
      evictIdle();
    } else if (used.get() > writeAheadMark) {
      settle();
    }
  }

  /**
   * Lets an operation start that needs one operand and nothing else.
   *
   * @throws Shortage when the budget does not suffice
   */
  public Admission admit(Resident operand) {
    if (operand.bytes() > budget) {
      throw new Shortage(operand.bytes(), 0, budget);
    }
    operand.pin();
    return operand;
  }

  /**
   * Lets an operation start: brings its operands in and reserves what it needs besides.
   *
   * @param more bytes of results and intermediates at most; infinite if unknown
   * @param certain it will need about that much; otherwise it may try with what there is
   * @throws Shortage when the budget does not suffice
   */
  public Admission admit(Resident[] operands, double more, boolean certain) {
    long total = 0;
    for (int i = 0; i < operands.length; i++) {
      if (!contains(operands, i, operands[i])) {
        total += operands[i].bytes();
      }
    }
    long reserve = (long) Math.min(more, Math.max(0, budget - total));
    if (total > budget || (certain && total + more > budget)) {
      throw new Shortage(total, more, budget);
    }
    if (reserve == 0) {
      pin(operands);
      return new Operation(operands, 0);
    }
    admissions.lock();
    try {
      pin(operands);
      try {
        reserve(reserve, operands, total, more);
      } catch (RuntimeException | Error e) {
        for (Resident operand : operands) {
          operand.unpin();
        }
        throw e;
      }
    } finally {
      admissions.unlock();
    }
    return new Operation(operands, reserve);
  }

  private static void pin(Resident[] operands) {
    int pinned = 0;
    try {
      for (; pinned < operands.length; pinned++) {
        operands[pinned].pin();
      }
    } catch (RuntimeException | Error e) {
      while (pinned > 0) {
        operands[--pinned].unpin();
      }
      throw e;
    }
  }

  private static boolean contains(Resident[] operands, int end, Resident wanted) {
    for (int i = 0; i < end; i++) {
      if (operands[i] == wanted) {
        return true;
      }
    }
    return false;
  }

  private void reserve(long bytes, Resident[] operands, long operandBytes, double more) {
    reserved.addAndGet(bytes);
    used.addAndGet(bytes);
    while (!makeRoom()) {
      synchronized (order) {
        if (mayFit()) {
          continue;
        }
        if (active == 0 && moving == 0 && !othersUseMatrices(operands)) {
          unreserve(bytes);
          throw shortage(operandBytes, more);
        }
        // Operations of other threads hold the rest or move it: they will end.
        try {
          order.wait(WAIT_MILLIS);
        } catch (InterruptedException e) {
          unreserve(bytes);
          Thread.currentThread().interrupt();
          throw new ResourceError("interrupted while waiting for memory", e);
        }
      }
    }
    synchronized (order) {
      active++;
    }
  }

  /** Whether other threads have made room since, or have left something that can go. */
  private boolean mayFit() {
    return fits()
        || keptForReuse() > 0
        || (lastFailure == null && order.stream().anyMatch(Resident::isIdle));
  }

  /** Whether operations without a reservation hold matrices other than these in memory. */
  private boolean othersUseMatrices(Resident[] operands) {
    for (Resident resident : order) {
      if (resident.isPinned() && !contains(operands, operands.length, resident)) {
        return true;
      }
    }
    return false;
  }

  private void unreserve(long bytes) {
    used.addAndGet(-bytes);
    reserved.addAndGet(-bytes);
  }

  private ResourceError shortage(double operands, double more) {
    IOException failure = lastFailure;
    if (failure != null) {
      return new ResourceError(
          "memory is short, and nothing can be moved to "
              + spillParent
              + ": "
              + reason(failure)
              + "; choose another folder with the setting memory.spill",
          failure);
    }
    return new Shortage(operands, more, budget);
  }

  /** The values are somebody else's, who will not give them away; the bytes that count. */
  public long lend(List<MatrixValue> values) {
    long bytes = 0;
    for (MatrixValue value : values) {
      value.retain();
      pack(value);
      if (isOnlyElsewhere(value) && !(value.keeper() instanceof Resident)) {
        value.keptBy(Resident.elsewhere(this, value));
      } else if (value.keeper() == null) {
        value.keptBy(OWNED_ELSEWHERE);
      }
      bytes += value.keeper() == OWNED_ELSEWHERE ? value.matrix().bytes() : 0;
    }
    if (bytes < SMALLEST) {
      return 0; // as nothing so small is accounted for
    }
    used.addAndGet(bytes);
    return bytes;
  }

  /** Ends {@link #lend}. */
  public void giveBack(List<MatrixValue> values, long bytes) {
    for (MatrixValue value : values) {
      if (!value.release()) {
        continue;
      }
      if (value.keeper() instanceof Resident resident) {
        leave(value, resident);
      } else if (!isOnlyElsewhere(value)) {
        value.forgetRemote();
      }
    }
    if (bytes > 0) {
      used.addAndGet(-bytes);
    }
  }

  // --------------------------------------------------------------------------------- accounts

  long tick() {
    return ++clock;
  }

  private void use(long bytes) {
    used.addAndGet(bytes);
    notePeak();
  }

  private void notePeak() {
    long now = used.get() - reserved.get();
    if (now > peak.get()) {
      peak.accumulateAndGet(now, Math::max);
    }
  }

  void grown(long bytes) {
    use(bytes);
  }

  void enqueue(Resident resident) {
    synchronized (order) {
      resident.queued();
      order.add(resident);
    }
  }

  private boolean fits() {
    return used.get() + keptForReuse() <= budget;
  }

  private long keptForReuse() {
    return recycling == null ? 0 : recycling.keptBytes();
  }

  /**
   * Bytes of heap that a matrix takes: an array of half a region of the collector or more has
   * regions for itself.
   */
  static long heapBytes(Matrix matrix) {
    if (!(matrix instanceof Dense dense)) {
      return matrix.bytes();
    }
    long sum = 0;
    for (int p = 0; p < dense.panelCount(); p++) {
      sum += HeapRegions.bytesOf(8L * dense.panel(p).length);
    }
    return sum;
  }

  // --------------------------------------------------------------------------------- eviction

  /**
   * Counts bytes that are about to come in as used, after making room for them if possible; {@link
   * #cameIn} or {@link #didNotComeIn} must follow.
   */
  void makeRoomFor(long bytes) {
    synchronized (order) {
      used.addAndGet(bytes);
      moving++;
    }
    if (!makeRoom() && lastFailure != null) {
      didNotComeIn(bytes);
      throw shortage(0, bytes);
    }
    notePeak();
  }

  void cameIn(Resident resident) {
    synchronized (order) {
      enqueue(resident);
      moved();
    }
  }

  void didNotComeIn(long bytes) {
    synchronized (order) {
      used.addAndGet(-bytes);
      moved();
    }
  }

  private void moved() {
    synchronized (order) {
      moving--;
      order.notifyAll();
    }
  }

  /** Evicts until all fits the budget; false when nothing is left to evict. */
  private boolean makeRoom() {
    if (fits()) {
      return true;
    }
    forgetLost();
    lastFailure = null;
    List<Resident> stuck = new ArrayList<>();
    try {
      while (!fits()) {
        long excess = used.get() + keptForReuse() - budget;
        if (keptForReuse() > 0) {
          recycling.drop(excess);
          continue;
        }
        Resident victim = nextVictim(lastFailure != null);
        if (victim == null) {
          return false;
        }
        try {
          victim.putAway();
        } catch (IOException e) {
          lastFailure = e;
          stuck.add(victim);
        } finally {
          moved();
        }
      }
      return true;
    } finally {
      stuck.forEach(this::enqueue);
    }
  }

  /** Moves the next one out of the order; {@code free}: one that needs no writing. */
  private Resident nextVictim(boolean free) {
    synchronized (order) {
      // Those used since they were queued go behind the others, once.
      int chances = order.size();
      List<Resident> used = new ArrayList<>();
      Resident found = null;
      for (Iterator<Resident> oldest = order.iterator(); oldest.hasNext() && chances > 0; ) {
        Resident candidate = oldest.next();
        chances--;
        if (candidate.usedSinceQueued()) {
          oldest.remove();
          used.add(candidate);
        } else if ((!free || candidate.hasCopy()) && candidate.claim()) {
          oldest.remove();
          moving++;
          found = candidate;
          break;
        }
      }
      used.sort(Comparator.comparingLong(Resident::queuedUse));
      order.addAll(used);
      return found != null || used.isEmpty() ? found : nextVictim(free);
    }
  }

  /** Moves everything to disk that no operation uses. */
  private void evictIdle() {
    List<Resident> idle;
    synchronized (order) {
      idle = new ArrayList<>(order);
    }
    for (Resident resident : idle) {
      if (claim(resident)) {
        try {
          resident.putAway();
        } catch (IOException e) {
          lastFailure = e;
          enqueue(resident);
        } finally {
          moved();
        }
      }
    }
  }

  private boolean claim(Resident resident) {
    synchronized (order) {
      boolean claimed = resident.claim();
      if (claimed) {
        order.remove(resident);
        moving++;
      }
      return claimed;
    }
  }

  void evicted(Resident resident) {
    evictions.increment();
    used.addAndGet(-resident.uncharge());
    synchronized (order) {
      order.notifyAll();
    }
  }

  Path write(Matrix block) throws IOException {
    Path file = folder().newFile();
    bytesWritten.add(SpillFile.write(block, file));
    return file;
  }

  Matrix read(Path file) throws IOException {
    Matrix block = SpillFile.read(file, workers);
    restores.increment();
    bytesRead.add(Files.size(file));
    return block;
  }

  /** A name for a file that goes at the end at the latest; for others who work on disk. */
  public Path stagingFile() throws IOException {
    return folder().newFile();
  }

  private synchronized SpillFolder folder() throws IOException {
    if (closed) {
      throw new IOException("the engine is closed");
    }
    if (folder == null) {
      folder = SpillFolder.create(spillParent);
    }
    return folder;
  }

  static String reason(IOException e) {
    return e instanceof NoSuchFileException ? "no such file or folder" : e.getMessage();
  }

  // ---------------------------------------------------------------------------- writing ahead

  /** After an operation: what it added must fit, and the next ones to go get copies. */
  private void settle() {
    makeRoom();
    synchronized (this) {
      writerWanted = true;
      if (writer == null && !closed) {
        writer = new Thread(this::writeAhead, "linden-spill-writer");
        writer.setDaemon(true);
        writer.start();
      }
      notifyAll();
    }
  }

  private void writeAhead() {
    while (true) {
      synchronized (this) {
        while (!writerWanted && !closed) {
          try {
            wait();
          } catch (InterruptedException e) {
            return;
          }
        }
        if (closed) {
          return;
        }
        writerWanted = false;
      }
      try {
        for (Resident resident : nextToGo()) {
          resident.writeAhead();
        }
      } catch (IOException e) {
        // Not yet anybody's problem: who really needs the memory tries again and reports it.
        lastFailure = e;
      } catch (OutOfMemoryError e) {
        // The operation that runs now needs the memory more.
        continue;
      }
    }
  }

  /** The oldest ones, as many as are above the mark. */
  private List<Resident> nextToGo() {
    List<Resident> next = new ArrayList<>();
    long excess = used.get() - writeAheadMark;
    synchronized (order) {
      for (Resident resident : order) {
        if (excess <= 0) {
          break;
        }
        if (!resident.isPinned()) {
          next.add(resident);
          excess -= resident.bytes();
        }
      }
    }
    return next;
  }

  // -------------------------------------------------------------------------------------- end

  /** Bytes of accounted matrices in memory and of what running operations have reserved. */
  public long usedBytes() {
    return used.get();
  }

  public PoolCounters counters() {
    return new PoolCounters(
        evictions.sum(), restores.sum(), bytesWritten.sum(), bytesRead.sum(), peak.get());
  }

  /** Removes all spill files. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    if (folder != null) {
      folder.close();
      folder = null;
    }
  }
}
