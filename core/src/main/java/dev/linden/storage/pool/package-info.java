/**
 * The memory of running programs: {@link dev.linden.storage.pool.BufferPool} accounts for the
 * matrices that variables and lists hold, and keeps those that were not used for the longest time
 * in spill files while memory is short. Values come in when a slot refers to them ({@code retain}),
 * operations ask for admission with their operands, and results leave with {@code handOut}. Start
 * reading at {@code BufferPool.admit}, then {@link dev.linden.storage.pool.Resident}.
 *
 * <h2>States of a matrix</h2>
 *
 * <pre>
 *                    pin                         claim
 *   in use  &lt;---------------  idle  ---------------------------&gt;  claimed
 *  pins &gt; 0  ---------------&gt;  pins = 0, in the order  &lt;--------  pins = AWAY, block in memory
 *                   unpin       ^                     wanted back       |
 *                               |                                       | putAway: copy written,
 *                               | bringBack: file read,                 | block dropped
 *                               | or fetched from executors             v
 *                               +---------------------------------  away
 *                                                                 pins = AWAY, no block
 * </pre>
 *
 * The count of pins alone says who may touch the block. An operation pins by adding one to a count
 * that is not negative; the evicting thread claims by turning 0 into AWAY. Both are one
 * compare-and-set, so one of them loses, and no lock is taken while memory suffices. A matrix that
 * only executors hold starts its life as away, without a file.
 *
 * <p>A copy on disk outlives the way back: it is good as long as its version is that of the matrix.
 * An operation that may write over its operand counts the version up before and after, so that a
 * copy made in between fits neither. A matrix that dies while its file is written leaves the
 * removal to the writer ({@code removeFileOfDead}).
 *
 * <h2>Sums</h2>
 *
 * {@code used} = bytes charged by matrices in memory + bytes on their way in + reservations of
 * running operations + lent inputs. Each matrix remembers what it is charged with and gives exactly
 * that back, whoever takes it away. {@code used} and the arrays kept for reuse stay within the
 * budget: to make room, arrays kept for reuse go first, then idle matrices with a copy or the
 * longest without use. While the disk fails only matrices with a copy go, and who finds no room is
 * told of the disk.
 *
 * <h2>Locks</h2>
 *
 * <ol>
 *   <li>{@code admissions}, fair: held while the operands of one operation are pinned and its
 *       memory is reserved, even if it has to wait for others to end. So operations start in the
 *       order in which they ask, and one that waits does not hold operands which another, also
 *       waiting, needs gone: at most one is between its first and its last claim on memory.
 *   <li>{@code Resident.lock}, one for each matrix: held while its file is written, read or
 *       removed, and its block put in or taken out.
 *   <li>the monitor of {@code order}: the queue of eviction, the numbers of {@code active}
 *       operations and of {@code moving} matrices, and the place to wait for a change. It is held
 *       for a few statements, never while a file is touched.
 * </ol>
 *
 * A thread takes them in this order only. Who brings a matrix in holds its lock and may wait for
 * that of a victim. Nobody waits in a circle: the holder of a victim's lock either writes its copy,
 * or finds the block still in memory and takes the claim back, and waits for no other lock. The
 * evicting thread claims under the monitor, leaves it, and then takes the lock of its victim; the
 * single attempt to take such a lock under the monitor, {@code hasCopy}, does not wait. Operations
 * whose operands alone suffice skip {@code admissions}: they wait for nobody. A thread that waits
 * for memory gives up with a {@code Shortage} only when no operation is active, nothing is moving,
 * and nobody else has a matrix pinned: as long as one of these holds, memory may become free.
 *
 * <p>Another thread writes copies ahead once seven eighths of the budget are used; it is an
 * optimisation, and takes the lock of one matrix at a time. It sleeps on the monitor of the pool
 * itself, which also guards the spill folder and the end of the pool.
 */
package dev.linden.storage.pool;
