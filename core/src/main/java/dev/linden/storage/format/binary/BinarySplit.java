package dev.linden.storage.format.binary;

import dev.linden.storage.format.Placed;
import dev.linden.storage.format.SplitBlocks;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.FileStores;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A binary file, or a directory of them, that several machines read. */
record BinarySplit(
    long rows, long cols, int blockRows, int blockCols, long blocks, ArrayList<Group> all)
    implements SplitBlocks {

  /** Neighbouring blocks of one file. */
  record Group(String file, ArrayList<BinaryReader.Block> blocks) implements Serializable {}

  static BinarySplit of(FileStore store, Parts parts, BinaryReader reader, int bytes)
      throws IOException {
    ArrayList<Group> groups = new ArrayList<>();
    long blocks = 0;
    long inGroup = 0;
    Group group = null;
    int groupPart = -1;
    for (BinaryReader.Block block : reader.blocks()) {
      if (block.part() != groupPart || inGroup + block.length() > bytes) {
        groupPart = block.part();
        String file = store.absolute(parts.list().get(groupPart).path());
        group = new Group(file, new ArrayList<>());
        groups.add(group);
        inGroup = 0;
      }
      group.blocks().add(block.inPart(0));
      inGroup += block.length();
      blocks++;
    }
    BinaryLayout.Head head = reader.head();
    return new BinarySplit(
        head.rows(), head.cols(), head.blockRows(), head.blockCols(), blocks, groups);
  }

  @Override
  public int groups() {
    return all.size();
  }

  @Override
  public List<Placed> read(int number) {
    Group group = all.get(number);
    FileStore store = FileStores.of(group.file());
    try (BinaryReader reader = new BinaryReader(store, Parts.of(store, group.file()))) {
      List<Placed> placed = new ArrayList<>();
      for (BinaryReader.Block block : group.blocks()) {
        placed.add(
            new Placed(
                (long) block.row() * blockRows,
                (long) block.col() * blockCols,
                reader.matrix(block)));
      }
      return placed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
