package dev.linden.matrix.compress.dictionary;

import dev.linden.matrix.compress.wire.GroupsInput;
import dev.linden.matrix.compress.wire.GroupsOutput;
import java.io.IOException;

/** How dictionaries are written behind the codes of their groups. */
public interface DictionaryForm {
  /** With all their tuples, whether they have a home or not. */
  DictionaryForm WHOLE =
      new DictionaryForm() {
        @Override
        public void write(Dictionary dictionary, GroupsOutput out) throws IOException {
          DictionaryFile.write(dictionary, out);
        }

        @Override
        public Dictionary read(GroupsInput in, int size, int width) throws IOException {
          return DictionaryFile.read(in, size, width);
        }
      };

  void write(Dictionary dictionary, GroupsOutput out) throws IOException;

  /** With so many tuples of so many cells. */
  Dictionary read(GroupsInput in, int size, int width) throws IOException;
}
