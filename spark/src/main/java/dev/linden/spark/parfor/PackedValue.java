package dev.linden.spark.parfor;

import com.esotericsoftware.kryo.DefaultSerializer;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;

/**
 * A value on its way between machines. It shares cells with the variable that it comes from, but
 * not the accounts that an engine keeps of it.
 */
@DefaultSerializer(PackedValueSerializer.class)
final class PackedValue {
  private final Value value;

  PackedValue(Value value) {
    this.value = ofNobody(value);
  }

  Value value() {
    return value;
  }

  /** For an engine of its own. */
  Value unpack() {
    return ofNobody(value);
  }

  private static Value ofNobody(Value value) {
    if (value instanceof MatrixValue matrix) {
      return new MatrixValue(matrix.matrix());
    }
    return value instanceof ListValue list
        ? new ListValue(list.elements().stream().map(PackedValue::ofNobody).toList(), list.names())
        : value;
  }
}
