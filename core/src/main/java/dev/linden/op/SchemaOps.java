package dev.linden.op;

import static dev.linden.op.Parameter.of;

import dev.linden.base.InputError;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.frame.Schemas;
import dev.linden.matrix.Matrix;
import java.util.ArrayList;
import java.util.List;

/** Types of the columns of frames: finding, changing and enforcing them. */
final class SchemaOps {
  static final Op TYPEOF =
      Op.define("typeof", "The types of the columns of a frame as a frame of one row.")
          .parameters(of("F", DataType.FRAME))
          .rule(call -> List.of(FrameOps.oneRow(call)))
          .kernel(
              call -> {
                Frame f = FrameOps.frame(call, 0);
                List<String> types = f.columns().stream().map(c -> c.type().name()).toList();
                call.result(new FrameValue(FrameOps.textRow(types)));
              })
          .build();

  static final Op DETECT_SCHEMA =
      Op.define(
              "detectSchema",
              "The narrowest type that holds all cells of each column, as a frame of one row.")
          .parameters(of("F", DataType.FRAME))
          .rule(call -> List.of(FrameOps.oneRow(call)))
          .kernel(
              call -> {
                Frame f = FrameOps.frame(call, 0);
                List<String> types = Schemas.detect(f, call.workers());
                call.result(new FrameValue(FrameOps.textRow(types)));
              })
          .build();

  static final Op APPLY_SCHEMA =
      Op.define("applySchema", "A frame with its columns converted to the types of a schema row.")
          .parameters(of("F", DataType.FRAME), of("schema", DataType.FRAME))
          .rule(call -> List.of(inferSameSize("applySchema", "schema", call)))
          .kernel(
              call -> {
                Frame f = FrameOps.frame(call, 0);
                call.result(
                    new FrameValue(
                        Schemas.apply(f, schema(call, f, "applySchema"), call.workers())));
              })
          .build();

  static final Op DROP_INVALID_TYPE =
      Op.define("dropInvalidType", "A frame without the cells that the types of a schema row lack.")
          .parameters(of("F", DataType.FRAME), of("schema", DataType.FRAME))
          .rule(call -> List.of(inferSameSize("dropInvalidType", "schema", call)))
          .kernel(
              call -> {
                Frame f = FrameOps.frame(call, 0);
                call.result(
                    new FrameValue(Schemas.dropInvalid(f, schema(call, f, "dropInvalidType"))));
              })
          .build();

  static final Op DROP_INVALID_LENGTH =
      Op.define(
              "dropInvalidLength",
              "A frame without the cells whose text is longer than the row of lengths allows.")
          .parameters(of("F", DataType.FRAME), of("lengths", DataType.MATRIX, DataType.FRAME))
          .rule(call -> List.of(inferSameSize("dropInvalidLength", "lengths", call)))
          .kernel(
              call -> {
                Matrix lengths =
                    call.dataType(1) == DataType.MATRIX
                        ? call.matrix(1)
                        : FrameOps.frame(call, 1).toMatrix();
                call.result(new FrameValue(Schemas.dropLonger(FrameOps.frame(call, 0), lengths)));
              })
          .build();

  static final Op VALUE_SWAP =
      Op.define(
              "valueSwap",
              "A frame with cells swapped between columns of a row where that makes them fit the"
                  + " types of a schema row.")
          .parameters(of("F", DataType.FRAME), of("schema", DataType.FRAME))
          .rule(call -> List.of(inferSameSize("valueSwap", "schema", call)))
          .kernel(
              call -> {
                Frame f = FrameOps.frame(call, 0);
                call.result(new FrameValue(Schemas.swap(f, schema(call, f, "valueSwap"))));
              })
          .build();

  static final List<Op> ALL =
      List.of(
          TYPEOF, DETECT_SCHEMA, APPLY_SCHEMA, DROP_INVALID_TYPE, DROP_INVALID_LENGTH, VALUE_SWAP);

  private SchemaOps() {}

  /** The second argument is a row with a cell for each column of the first. */
  private static Info inferSameSize(String name, String row, CallSite call) {
    Size frame = call.in(0).size();
    Size given = call.in(1).size();
    if (Sizes.differ(given.rows(), 1) || Sizes.differ(given.cols(), frame.cols())) {
      throw new OpError(
          1,
          row
              + " of "
              + name
              + " must be "
              + Size.of(1, frame.cols()).shape()
              + ", one for each column of the frame, but is "
              + given.shape());
    }
    return Info.frame(frame);
  }

  private static List<ColumnType> schema(Invocation call, Frame f, String name) {
    Frame row = FrameOps.frame(call, 1);
    List<ColumnType> types = new ArrayList<>();
    for (int j = 0; j < f.cols(); j++) {
      String text = row.column(j).text(0);
      if (text == null) {
        throw new InputError("the schema of " + name + " has no type for column " + (j + 1));
      }
      types.add(ColumnType.of(text));
    }
    return types;
  }
}
