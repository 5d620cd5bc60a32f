package dev.linden.storage;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A binary file, or a directory of them, that several machines read, each some groups of blocks.
 * Blocks that are in no group are all zero.
 */
public record SplitBlocks(
    long rows, long cols, int blockRows, int blockCols, long blocks, ArrayList<Group> groups)
    implements SplitRead {

  /** Neighbouring blocks of one file. */
  public record Group(String file, ArrayList<BinaryReader.Block> blocks) implements Serializable {}

  static SplitBlocks of(FileStore store, Parts parts, BinaryReader reader, int bytes)
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
    BinaryFormat.Head head = reader.head();
    return new SplitBlocks(
        head.rows(), head.cols(), head.blockRows(), head.blockCols(), blocks, groups);
  }

  public List<Placed> read(Group group) {
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
