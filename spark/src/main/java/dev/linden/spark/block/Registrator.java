package dev.linden.spark.block;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.linden.matrix.Coo;
import dev.linden.matrix.Csr;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Mcsr;
import dev.linden.matrix.Packed;
import dev.linden.matrix.compress.encode.TupleCounts;
import dev.linden.storage.format.RowCount;
import org.apache.spark.serializer.KryoRegistrator;

/** Tells Spark how blocks travel. */
public final class Registrator implements KryoRegistrator {
  @Override
  public void registerClasses(Kryo kryo) {
    MatrixSerializer matrices = new MatrixSerializer();
    kryo.register(Dense.class, matrices);
    kryo.register(Csr.class, matrices);
    kryo.register(Mcsr.class, matrices);
    kryo.register(Coo.class, matrices);
    kryo.addDefaultSerializer(Packed.class, matrices); // however many kinds there are
    kryo.register(Matrix[].class);
    kryo.register(BlockIndex.class, new BlockIndexSerializer());
    kryo.register(Piece.class, new PieceSerializer());
    kryo.register(Piece[].class);
    kryo.register(Dictionaries.class, new JavaSerializer());
    kryo.register(TupleCounts[].class, new JavaSerializer());
    kryo.register(TupleCounts[][].class, new JavaSerializer());
    kryo.register(RowCount.class, new JavaSerializer()); // a record, which Kryo can't take apart
  }
}
