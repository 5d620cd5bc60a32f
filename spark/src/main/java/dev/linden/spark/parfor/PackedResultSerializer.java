package dev.linden.spark.parfor;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.linden.base.LindenBug;
import dev.linden.base.ResourceError;
import dev.linden.matrix.Matrix;
import dev.linden.op.Value;
import dev.linden.parfor.Patch;
import dev.linden.run.TaskResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Changes as matrices, failures as Java objects. */
public final class PackedResultSerializer extends Serializer<PackedResult> {
  @Override
  public void write(Kryo kryo, Output out, PackedResult packed) {
    TaskResult result = packed.result();
    out.writeLong(result.index());
    out.writeString(result.printed());
    out.writeLong(result.nanos());
    out.writeLong(result.failedAt());
    byte[] failure = result.failure() == null ? new byte[0] : bytes(result.failure());
    out.writeInt(failure.length);
    out.writeBytes(failure);
    out.writeInt(result.patches().size());
    result
        .patches()
        .forEach(
            (variable, patches) -> {
              out.writeString(variable);
              out.writeInt(patches.size());
              for (Patch patch : patches) {
                out.writeInt(patch.row());
                out.writeInt(patch.col());
                PackedValueSerializer.write(kryo, out, patch.cells());
              }
            });
    out.writeInt(result.elements().size());
    result
        .elements()
        .forEach(
            (variable, elements) -> {
              out.writeString(variable);
              out.writeInt(elements.size());
              elements.forEach(
                  (position, value) -> {
                    out.writeInt(position);
                    PackedValueSerializer.write(kryo, out, value);
                  });
            });
    out.writeInt(result.sums().size());
    result
        .sums()
        .forEach(
            (group, sums) -> {
              out.writeLong(group);
              out.writeInt(sums.size());
              sums.forEach(sum -> PackedValueSerializer.write(kryo, out, sum));
            });
  }

  @Override
  public PackedResult read(Kryo kryo, Input in, Class<PackedResult> type) {
    TaskResult result = new TaskResult(in.readLong());
    result.printed(in.readString());
    result.nanos(in.readLong());
    long failedAt = in.readLong();
    byte[] failure = in.readBytes(in.readInt());
    if (failedAt >= 0) {
      result.failed(failedAt, failure.length == 0 ? null : failure(failure));
    }
    for (int left = in.readInt(); left > 0; left--) {
      String variable = in.readString();
      List<Patch> patches = new ArrayList<>();
      for (int p = in.readInt(); p > 0; p--) {
        int row = in.readInt();
        int col = in.readInt();
        patches.add(new Patch(row, col, PackedValueSerializer.readMatrix(kryo, in)));
      }
      result.patches().put(variable, patches);
    }
    for (int left = in.readInt(); left > 0; left--) {
      String variable = in.readString();
      Map<Integer, Value> elements = new LinkedHashMap<>();
      for (int e = in.readInt(); e > 0; e--) {
        int position = in.readInt();
        elements.put(position, PackedValueSerializer.read(kryo, in));
      }
      result.elements().put(variable, elements);
    }
    for (int left = in.readInt(); left > 0; left--) {
      long group = in.readLong();
      List<Matrix> sums = new ArrayList<>();
      for (int s = in.readInt(); s > 0; s--) {
        sums.add(PackedValueSerializer.readMatrix(kryo, in));
      }
      result.sums().put(group, sums);
    }
    return new PackedResult(result);
  }

  private static byte[] bytes(Throwable failure) {
    try {
      return serialized(failure);
    } catch (NotSerializableException e) {
      // Something that the cause refers to can't be sent; its words can.
      return bytes(new ResourceError("a task has failed: " + failure, null));
    } catch (IOException e) {
      throw new LindenBug("a failure can't be sent", e);
    }
  }

  private static byte[] serialized(Throwable failure) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(failure);
    }
    return bytes.toByteArray();
  }

  private static Throwable failure(byte[] bytes) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (Throwable) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new LindenBug("a failure can't be received", e);
    }
  }
}
