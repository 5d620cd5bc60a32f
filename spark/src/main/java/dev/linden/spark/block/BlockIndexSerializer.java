package dev.linden.spark.block;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/** Two numbers of as many bytes as they need. */
final class BlockIndexSerializer extends Serializer<BlockIndex> {
  BlockIndexSerializer() {
    super(false, true);
  }

  @Override
  public void write(Kryo kryo, Output output, BlockIndex index) {
    output.writeVarLong(index.row(), true);
    output.writeVarLong(index.col(), true);
  }

  @Override
  public BlockIndex read(Kryo kryo, Input input, Class<BlockIndex> type) {
    return new BlockIndex(input.readVarLong(true), input.readVarLong(true));
  }
}
