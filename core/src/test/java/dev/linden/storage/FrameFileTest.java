package dev.linden.storage;

import static dev.linden.testkit.RandomTests.SEED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.frame.Column;
import dev.linden.frame.ColumnBuilder;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.matrix.Workers;
import dev.linden.op.Environment.ReadRequest;
import dev.linden.op.Environment.WriteRequest;
import dev.linden.op.FrameValue;
import dev.linden.op.Text;
import dev.linden.storage.store.FileStores;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Frames in files. */
class FrameFileTest extends FileTest {

  private static Frame exampleFrame() {
    ColumnBuilder sizes = new ColumnBuilder(ColumnType.INT64);
    sizes.add(10L);
    sizes.addMissing();
    return new Frame(
        2,
        List.of("city", "size", "share", "new"),
        List.of(
            Column.of("west", null), sizes.build(), Column.of(0.5, 1e10), Column.of(true, false)));
  }

  private void writeFrame(Frame frame, String name, Object... options) {
    files.write(
        new FrameValue(frame), new WriteRequest(path(name), options(options)), FOUR_THREADS);
  }

  private Frame readFrame(String name, Object... options) {
    ReadRequest request = new ReadRequest(path(name), options(options), List.of());
    return ((FrameValue) files.read(request, FOUR_THREADS)).frame();
  }

  private static String text(Frame frame) {
    return Text.of(new FrameValue(frame));
  }

  @Test
  void byteForByte() {
    writeFrame(exampleFrame(), "a", "format", "csv");
    assertEquals("west,10,0.5,true\n,,1.0E10,false\n", content("a"));
    writeFrame(exampleFrame(), "a", "format", "csv", "header", true, "sep", ";");
    assertEquals("city;size;share;new\nwest;10;0.5;true\n;;1.0E10;false\n", content("a"));
    writeFrame(exampleFrame(), "a");
    assertEquals("1 1 west\n1 2 10\n1 3 0.5\n1 4 true\n2 3 1.0E10\n2 4 false\n", content("a"));
  }

  @Test
  void metadata() {
    writeFrame(exampleFrame(), "a", "format", "csv", "header", true);
    List<String> lines = content("a.mtd").lines().toList();
    assertEquals("    \"data_type\": \"frame\",", lines.get(1));
    assertEquals("    \"schema\": \"STRING,INT64,FP64,BOOLEAN\",", lines.get(2));
    assertEquals("    \"rows\": 2,", lines.get(3));
    assertEquals("    \"cols\": 4,", lines.get(4));
    assertEquals("    \"format\": \"csv\",", lines.get(5));
    assertTrue(content("a.mtd").contains("\"header\": true"));
  }

  @Test
  void roundTrips() {
    for (String format : List.of("csv", "text", "binary")) {
      writeFrame(exampleFrame(), "a", "format", format, "header", true);
      Frame read = readFrame("a");
      String expected = text(exampleFrame());
      if (format.equals("text")) { // which has no place for names
        expected = expected.replace("# city size share new", "# C1 C2 C3 C4");
      }
      assertEquals(expected, text(read), format);
    }
  }

  /** Chunks of a few bytes must not change what is read, on any number of threads. */
  @Test
  void randomFramesInSmallChunks() {
    Random random = new Random(SEED);
    Files small = new Files(FileStores::of, 32);
    for (int round = 0; round < 20; round++) {
      int rows = 1 + random.nextInt(40);
      List<Column> columns = new ArrayList<>();
      for (ColumnType type : ColumnType.values()) {
        ColumnBuilder column = new ColumnBuilder(type);
        for (int i = 0; i < rows; i++) {
          if (random.nextInt(5) == 0) {
            column.addMissing();
          } else {
            column.add(cell(type, random));
          }
        }
        columns.add(column.build());
      }
      Frame frame = Frame.of(rows, columns);
      for (String format : List.of("csv", "text", "binary")) {
        writeFrame(frame, "r", "format", format);
        ReadRequest request = new ReadRequest(path("r"), options(), List.of());
        for (Workers workers : List.of(Workers.serial(), FOUR_THREADS)) {
          Frame read = ((FrameValue) small.read(request, workers)).frame();
          assertEquals(text(frame), text(read), "seed " + SEED + " " + format);
        }
      }
    }
  }

  private static String cell(ColumnType type, Random random) {
    return switch (type) {
      case STRING -> "w \u00e4" + random.nextInt(10);
      case BOOLEAN -> Boolean.toString(random.nextBoolean());
      case INT32 -> Integer.toString(random.nextInt());
      case INT64 -> Long.toString(random.nextLong());
      case FP32 -> Float.toString(random.nextFloat());
      case FP64 -> Double.toString(random.nextGaussian());
    };
  }

  @Test
  void missingTextsQuotesAndTypes() {
    file("a.csv", "city,size\n\"a,b\",10\nNA,?\n  x ,3\n");
    ReadRequest request =
        new ReadRequest(
            path("a.csv"),
            options("data_type", "frame", "format", "csv", "header", true, "schema", "string,int"),
            List.of("NA", "?"));
    Frame frame = ((FrameValue) files.read(request, FOUR_THREADS)).frame();
    assertEquals(
        "# FRAME: nrow = 3, ncol = 2\n# city size\n# STRING INT64\n\"a,b\" 10\nnull null\nx 3\n",
        text(frame));
  }

  @Test
  void textsWithSeparatorsGetQuotes() {
    writeFrame(
        Frame.of(Column.of("a,b", "say \"x, y\"", "\"q,r\"", "plain")), "a", "format", "csv");
    assertEquals("\"a,b\"\n\"say \"\"x, y\"\"\"\n\"q,r\"\nplain\n", content("a"));
    assertEquals(4, readFrame("a").rows());
    assertError(
        "a frame with a line break in a cell can't be written in format \"csv\"; use \"binary\"",
        () -> writeFrame(Frame.of(Column.of("a\nb")), "b", "format", "csv"));
    writeFrame(Frame.of(Column.of("a\nb")), "b", "format", "binary");
    assertEquals("a\nb", readFrame("b").column(0).text(0));
  }

  /** A blank line is a missing cell where the declared rows count it. */
  @Test
  void blankLinesOfOneColumn() {
    writeFrame(Frame.of(Column.of("a", null, "c")), "a", "format", "csv");
    assertEquals("a\n\nc\n", content("a"));
    assertEquals(3, readFrame("a").rows());
    file("b.csv", "a\n\nc\n");
    assertEquals(2, readFrame("b.csv", "data_type", "frame", "format", "csv").rows());
  }

  @Test
  void emptyFrames() {
    Frame empty =
        new Frame(
            0, List.of("a", "b"), List.of(Column.of(new String[0]), Column.of(new double[0])));
    for (String format : List.of("csv", "text", "binary")) {
      writeFrame(empty, "e", "format", format);
      Frame read = readFrame("e");
      assertEquals("0x2", read.rows() + "x" + read.cols(), format);
      assertEquals(ColumnType.FP64, read.column(1).type(), format);
    }
  }

  private void wrong(String expected, String content, Object... more) {
    file("x.csv", content);
    List<Object> all = new ArrayList<>(List.of("data_type", "frame"));
    if (!List.of(more).contains("format")) {
      all.addAll(List.of("format", "csv"));
    }
    all.addAll(List.of(more));
    assertError(expected, () -> readFrame("x.csv", all.toArray()));
  }

  @Test
  void malformedFiles() {
    wrong("DIR/x.csv:2:2: expected 2 fields, found 1", "a,b\nc\n");
    wrong("DIR/x.csv:3:3: expected 2 fields, found 3", "a,b\nc,d\ne,f,g\n");
    wrong("DIR/x.csv:2:2: the cell \"x\" is no INT64", "a,1\nb,x\n", "schema", "string,int");
    wrong("DIR/x.csv:1:1: the cell \"1.5\" is no INT32", "1.5\n", "schema", "INT32");
    wrong("DIR/x.csv:1:1: the cell \"yes\" is no BOOLEAN", "yes\n", "schema", "boolean");
    wrong("DIR/x.csv:1:1: the cell \"u\" is not a number", "u\n", "schema", "double");
    wrong("DIR/x.csv: the schema has 3 types for 2 columns", "a,b\n", "schema", "int,int,int");
    wrong(
        "unknown column type \"number\": expected string, boolean, int (INT32, INT64) or double"
            + " (FP32, FP64)",
        "a\n",
        "schema",
        "number");
    wrong("DIR/x.csv: expected 3 rows, found 1", "a,b\n", "rows", 3);
    wrong("DIR/x.csv:1:2: expected a value, found an empty field", "a,\n", "fill", false);
    wrong("DIR/x.csv: the file is empty, so the number of columns is not known", "");
    wrong("DIR/x.csv: a frame can't be in format \"libsvm\"", "1 1:2\n", "format", "libsvm");
    wrong(
        "DIR/x.csv: a frame of format \"text\" needs rows= and cols= in the call or in"
            + " DIR/x.csv.mtd",
        "1 1 a\n",
        "format",
        "text");
    Object[] text = {"format", "text", "rows", 2, "cols", 2};
    wrong("DIR/x.csv: cell (3,1) is outside a 2x2 frame", "3 1 a\n", text);
    wrong("DIR/x.csv: expected a line \"row column value\", found \"a b\"", "a b\n", text);
    wrong("DIR/x.csv: not a binary frame", "abc", "format", "binary");
    assertError(
        "a frame can't be written in format \"mm\"",
        () -> writeFrame(exampleFrame(), "m", "format", "mm"));
  }

  @Test
  void damagedBinaryFiles() {
    writeFrame(exampleFrame(), "a", "format", "binary");
    byte[] all = bytes("a");
    for (int length = 8; length < all.length; length++) {
      file("cut", java.util.Arrays.copyOf(all, length));
      assertError(
          "DIR/cut: the binary frame is damaged or cut off",
          () -> readFrame("cut", "data_type", "frame", "format", "binary"));
    }
  }

  private byte[] bytes(String name) {
    try {
      return java.nio.file.Files.readAllBytes(directory.resolve(name));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void describesBeforeReading() {
    writeFrame(exampleFrame(), "a", "format", "binary");
    file("b.csv", "x,y\n1,2\n");
    assertEquals(
        "2x4 frame", files.describe(new ReadRequest(path("a"), options(), List.of())).describe());
    ReadRequest csv =
        new ReadRequest(path("b.csv"), options("data_type", "frame", "format", "csv"), List.of());
    assertEquals("?x2 frame", files.describe(csv).describe());
  }
}
