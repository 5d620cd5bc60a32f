package dev.linden.op;

import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import dev.linden.frame.Frame;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.picture.Plot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Pictures of matrices and frames. */
final class PictureOps {
  private static final int Y = 1;
  private static final int KIND = 2;
  private static final int TITLE = 3;
  private static final int FILE = 4;

  static final Op PLOT =
      Op.define(
              "plot",
              "A picture of the columns of y over the column x, or of x alone: kind is \"line\","
                  + " \"scatter\", \"hist\", \"heat\" or \"box\". It goes to a file .svg or .png,"
                  + " else it is shown.")
          .parameters(
              of("x", DataType.MATRIX, DataType.FRAME),
              of("y", DataType.MATRIX, DataType.FRAME).orAbsent(),
              scalar("kind").or("line").oneOf(Plot.Kind.words()),
              scalar("title").or(""),
              scalar("file").or(""))
          .results(0)
          .rule(
              call -> {
                Args.needText(call, KIND, "kind of plot");
                Args.needText(call, TITLE, "title of plot");
                Args.needText(call, FILE, "file of plot");
                if (call.constantText(KIND) != null) {
                  kind(call.constantText(KIND));
                }
                if (call.constantText(FILE) != null) {
                  checkEnding(call.constantText(FILE));
                }
                return List.of();
              })
          .kernel(PictureOps::draw)
          .properties(Property.EFFECT, Property.ASKS_NAMES)
          .build();

  static final List<Op> ALL = List.of(PLOT);

  private PictureOps() {}

  private static Plot.Kind kind(String word) {
    try {
      return Plot.Kind.of(word);
    } catch (InputError e) {
      throw new OpError(KIND, e.getMessage());
    }
  }

  private static void draw(Invocation call) {
    boolean both = call.given(Y);
    String file = call.text(FILE);
    checkEnding(file);
    Plot plot =
        Plot.of(
            kind(call.text(KIND)),
            cells(call, 0),
            names(call, 0),
            both ? cells(call, Y) : null,
            both ? names(call, Y) : null,
            call.text(TITLE));
    if (file.isEmpty()) {
      call.environment().show(plot);
    } else {
      byte[] bytes = isPng(file) ? plot.png() : plot.svg().getBytes(StandardCharsets.UTF_8);
      call.environment().writeBytes(file, bytes);
    }
  }

  private static boolean isPng(String file) {
    return file.toLowerCase(Locale.ROOT).endsWith(".png");
  }

  private static void checkEnding(String file) {
    if (!file.isEmpty() && !isPng(file) && !file.toLowerCase(Locale.ROOT).endsWith(".svg")) {
      throw new OpError(
          FILE, "plot writes files whose names end in .svg or .png, but this is \"" + file + "\"");
    }
  }

  private static Matrix cells(Invocation call, int i) {
    return call.dataType(i) == DataType.FRAME
        ? numbers(FrameOps.frame(call, i), i)
        : call.matrix(i);
  }

  private static Matrix numbers(Frame frame, int argument) {
    Dense cells = Dense.zeros(frame.rows(), frame.cols());
    for (int j = 0; j < frame.cols(); j++) {
      try {
        for (int i = 0; i < frame.rows(); i++) {
          cells.set(i, j, frame.column(j).number(i));
        }
      } catch (InputError e) {
        throw new OpError(
            argument,
            "plot needs numbers, but in the column "
                + frame.name(j)
                + " of "
                + (argument == Y ? "y " : "x ")
                + e.getMessage());
      }
    }
    return cells;
  }

  private static List<String> names(Invocation call, int i) {
    if (call.dataType(i) == DataType.MATRIX) {
      return ((MatrixValue) call.value(i)).names();
    }
    Frame frame = FrameOps.frame(call, i);
    return frame.givenNames();
  }
}
