package dev.linden.spark.block;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.linden.matrix.Matrix;

final class PieceSerializer extends Serializer<Piece> {
  private final MatrixSerializer matrices = new MatrixSerializer();

  @Override
  public void write(Kryo kryo, Output output, Piece piece) {
    output.writeVarInt(piece.row(), true);
    output.writeVarInt(piece.col(), true);
    output.writeVarInt(piece.layer(), true);
    matrices.write(kryo, output, piece.cells());
  }

  @Override
  public Piece read(Kryo kryo, Input input, Class<Piece> type) {
    int row = input.readVarInt(true);
    int col = input.readVarInt(true);
    int layer = input.readVarInt(true);
    return new Piece(row, col, layer, matrices.read(kryo, input, Matrix.class));
  }
}
