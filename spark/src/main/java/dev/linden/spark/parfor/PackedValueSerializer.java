package dev.linden.spark.parfor;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.linden.base.LindenBug;
import dev.linden.frame.FrameBytes;
import dev.linden.matrix.Matrix;
import dev.linden.op.FrameValue;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import dev.linden.op.ValueType;
import dev.linden.spark.block.MatrixSerializer;
import java.util.ArrayList;
import java.util.List;

/** All kinds of values. */
public final class PackedValueSerializer extends Serializer<PackedValue> {
  private static final int SCALAR = 0;
  private static final int MATRIX = 1;
  private static final int FRAME = 2;
  private static final int LIST = 3;

  private static final MatrixSerializer MATRICES = new MatrixSerializer();

  public PackedValueSerializer() {
    super(false, true);
  }

  @Override
  public void write(Kryo kryo, Output out, PackedValue packed) {
    write(kryo, out, packed.value());
  }

  @Override
  public PackedValue read(Kryo kryo, Input in, Class<PackedValue> type) {
    return new PackedValue(read(kryo, in));
  }

  static void write(Kryo kryo, Output out, Value value) {
    if (value instanceof Scalar scalar) {
      out.writeByte(SCALAR);
      out.writeByte(scalar.type().ordinal());
      out.writeLong(scalar.bits());
      out.writeString(scalar.text());
    } else if (value instanceof MatrixValue matrix) {
      out.writeByte(MATRIX);
      write(kryo, out, matrix.matrix());
    } else if (value instanceof FrameValue frame) {
      out.writeByte(FRAME);
      byte[] bytes = FrameBytes.of(frame.frame());
      out.writeInt(bytes.length);
      out.writeBytes(bytes);
    } else {
      ListValue list = (ListValue) value;
      out.writeByte(LIST);
      out.writeInt(list.size());
      out.writeBoolean(list.names() != null);
      for (int i = 0; i < list.size(); i++) {
        if (list.names() != null) {
          out.writeString(list.names().get(i));
        }
        write(kryo, out, list.elements().get(i));
      }
    }
  }

  static Value read(Kryo kryo, Input in) {
    int kind = in.readByte();
    return switch (kind) {
      case SCALAR -> {
        ValueType type = ValueType.values()[in.readByte()];
        long bits = in.readLong();
        yield new Scalar(type, bits, in.readString());
      }
      case MATRIX -> new MatrixValue(readMatrix(kryo, in));
      case FRAME -> new FrameValue(FrameBytes.read(in.readBytes(in.readInt())));
      case LIST -> readList(kryo, in);
      default -> throw new LindenBug("a value of the unknown kind " + kind);
    };
  }

  private static ListValue readList(Kryo kryo, Input in) {
    int size = in.readInt();
    boolean named = in.readBoolean();
    List<Value> elements = new ArrayList<>();
    List<String> names = named ? new ArrayList<>() : null;
    for (int i = 0; i < size; i++) {
      if (named) {
        names.add(in.readString());
      }
      elements.add(read(kryo, in));
    }
    return new ListValue(elements, names);
  }

  static void write(Kryo kryo, Output out, Matrix matrix) {
    MATRICES.write(kryo, out, matrix);
  }

  static Matrix readMatrix(Kryo kryo, Input in) {
    return MATRICES.read(kryo, in, Matrix.class);
  }
}
