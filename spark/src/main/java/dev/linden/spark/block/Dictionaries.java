package dev.linden.spark.block;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.compress.CompressedMatrix;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.Home;
import dev.linden.matrix.compress.encode.SharedGroups;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * The dictionaries of a compressed matrix: every executor has them once, in a broadcast, and blocks
 * that travel or go to disk name their places in it.
 */
public final class Dictionaries implements Serializable {
  private static final long serialVersionUID = 1L;

  /** By column of blocks; null where blocks stay plain. */
  private final SharedGroups[] groups;

  /** The same with homes in the broadcast that this is the value of. */
  private transient SharedGroups[] atHome;

  public Dictionaries(SharedGroups[] groups) {
    this.groups = groups;
  }

  /** Bytes that each executor has. */
  public long bytes() {
    return Arrays.stream(groups).mapToLong(g -> g == null ? 0 : g.bytes()).sum();
  }

  /** The groups of a column of blocks, on an executor. */
  public static SharedGroups of(Broadcast<Dictionaries> broadcast, int column) {
    return broadcast.value().groups(broadcast)[column];
  }

  private synchronized SharedGroups[] groups(Broadcast<Dictionaries> broadcast) {
    if (atHome == null) {
      SharedGroups[] made = new SharedGroups[groups.length];
      for (int c = 0; c < made.length; c++) {
        int column = c;
        made[c] =
            groups[c] == null
                ? null
                : groups[c].at(place -> new Place(broadcast, column, place, this));
      }
      atHome = made;
    }
    return atHome;
  }

  /** Where a dictionary is. */
  static final class Place implements Home {
    private static final long serialVersionUID = 1L;

    private final Broadcast<Dictionaries> broadcast;
    private final int column;
    private final int number;

    /** Spark may forget the value, of which there must not be a second one while blocks use it. */
    @SuppressWarnings("unused")
    private final transient Dictionaries value;

    Place(Broadcast<Dictionaries> broadcast, int column, int number, Dictionaries value) {
      this.broadcast = broadcast;
      this.column = column;
      this.number = number;
      this.value = value;
    }

    Broadcast<Dictionaries> broadcast() {
      return broadcast;
    }

    int column() {
      return column;
    }

    int number() {
      return number;
    }

    Object readResolve() {
      return dictionary(broadcast, column, number);
    }
  }

  /**
   * The dictionary at a place. What comes to the driver outlives the broadcast: it has no home
   * there.
   */
  static Dictionary dictionary(Broadcast<Dictionaries> broadcast, int column, int number) {
    Dictionaries all = broadcast.value();
    SharedGroups[] groups = TaskContext.get() == null ? all.groups : all.groups(broadcast);
    return groups[column].dictionary(number);
  }

  /** The block without homes: for those who keep it longer than the matrix that it comes of. */
  static Matrix apart(Matrix block) {
    return block instanceof CompressedMatrix compressed ? compressed.withoutHomes() : block;
  }
}
