package dev.linden.spark.block;

import dev.linden.base.LindenBug;
import dev.linden.matrix.compress.CompressedMatrix;
import dev.linden.matrix.compress.dictionary.Dictionary;
import dev.linden.matrix.compress.dictionary.DictionaryForm;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.wire.GroupsInput;
import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;

/** Dictionaries of a block that travels: as a place in a broadcast, or with all tuples. */
final class TravellingGroups implements DictionaryForm {
  private static final int HERE = 0;
  private static final int AT_HOME = 1;

  private final List<Broadcast<Dictionaries>> broadcasts;

  TravellingGroups(List<Broadcast<Dictionaries>> broadcasts) {
    this.broadcasts = broadcasts;
  }

  /** The broadcasts that dictionaries of the block are in. */
  static List<Broadcast<Dictionaries>> broadcasts(CompressedMatrix block) {
    List<Broadcast<Dictionaries>> found = new ArrayList<>(1);
    for (Group group : block.groups()) {
      if (group instanceof CodedGroup coded
          && coded.dictionary().home() instanceof Dictionaries.Place place
          && indexOf(place, found) < 0) {
        found.add(place.broadcast());
      }
    }
    return found;
  }

  /** A process may have several objects for the same broadcast. */
  private static int indexOf(Dictionaries.Place place, List<Broadcast<Dictionaries>> broadcasts) {
    for (int b = 0; b < broadcasts.size(); b++) {
      if (broadcasts.get(b).id() == place.broadcast().id()) {
        return b;
      }
    }
    return -1;
  }

  @Override
  public void write(Dictionary dictionary, GroupsOutput out) throws IOException {
    if (dictionary.home() instanceof Dictionaries.Place place) {
      out.putByte(AT_HOME);
      out.putInt(indexOf(place, broadcasts));
      out.putInt(place.column());
      out.putInt(place.number());
    } else {
      out.putByte(HERE);
      WHOLE.write(dictionary, out);
    }
  }

  @Override
  public Dictionary read(GroupsInput in, int size, int width) throws IOException {
    int kind = in.takeByte();
    if (kind == HERE) {
      return WHOLE.read(in, size, width);
    } else if (kind != AT_HOME) {
      throw new LindenBug("a dictionary in the unknown form " + kind);
    }
    Broadcast<Dictionaries> broadcast = broadcasts.get(in.takeInt());
    return Dictionaries.dictionary(broadcast, in.takeInt(), in.takeInt());
  }
}
