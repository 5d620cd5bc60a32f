package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.frame.Frame;
import dev.linden.matrix.Workers;
import dev.linden.op.DataType;
import dev.linden.op.FrameValue;
import dev.linden.op.Info;
import dev.linden.op.Size;
import dev.linden.storage.store.FileStores;
import dev.linden.testkit.RandomTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Csv files of which nobody says how they are to be read, and which hold more than numbers. */
class CsvTableTest extends FileTest {
  private Frame table(String path, Object... options) {
    return ((FrameValue) readValue(path, options)).frame();
  }

  /** Names, types and cells, as lines. */
  private static String text(Frame frame) {
    StringBuilder text = new StringBuilder(String.join("|", frame.names())).append('\n');
    text.append(String.join("|", frame.columns().stream().map(c -> c.type().name()).toList()));
    for (int i = 0; i < frame.rows(); i++) {
      int row = i;
      List<String> cells = frame.columns().stream().map(c -> String.valueOf(c.text(row))).toList();
      text.append('\n').append(String.join("|", cells));
    }
    return text.toString();
  }

  @Test
  void namesTypesAndMissingCells() {
    String file = file("x.csv", "name,age,height,tall\nAnn,31,1.7,TRUE\nBob,NA,2,false\n,7,,\n");
    assertEquals(
        """
        name|age|height|tall
        STRING|INT64|FP64|BOOLEAN
        Ann|31|1.7|true
        Bob|null|2.0|false
        null|7|null|null\
        """,
        text(table(file)));
    Info info = describe(file);
    assertEquals(DataType.FRAME, info.data());
    assertEquals(Size.of(-1, 4), info.size());
  }

  @Test
  void rowNumbersAreNoColumn() {
    String r = "\"\",\"Sepal.Length\",\"Species\"\n\"1\",5.1,\"setosa\"\n\"2\",4.9,\"setosa\"\n";
    String pandas = ",Sepal.Length,Species\n0,5.1,setosa\n1,4.9,setosa\n";
    String expected = "Sepal.Length|Species\nFP64|STRING\n5.1|setosa\n4.9|setosa";
    assertEquals(expected, text(table(file("r.csv", r))));
    assertEquals(expected, text(table(file("pandas.csv", pandas))));
    assertEquals(Size.of(-1, 2), describe(path("r.csv")).size());
    assertEquals(
        "row|mpg|kind\nSTRING|INT64|STRING\nMazda|21|a\nFiat|32|b",
        text(
            table(
                file(
                    "cars.csv",
                    "\"\",\"mpg\",\"kind\"\n\"Mazda\",21,\"a\"\n\"Fiat\",32,\"b\"\n"))));
    assertEquals(
        "row|x|s\nINT64|INT64|STRING\n1|5|a\n3|6|b",
        text(table(file("gaps.csv", ",x,s\n1,5,a\n3,6,b\n"))));
  }

  @Test
  void quotes() {
    assertEquals(
        "a|b\nSTRING|INT64\nx, \"y\"|1\n  z \nw|2\n5\" pipe|3\nNA|4\n|5",
        text(
            table(
                file(
                    "x.csv",
                    "a,b\r\n"
                        + "\"x, \"\"y\"\"\", \"1\"\r\n"
                        + "\"  z \r\n"
                        + "w\",2\r\n"
                        + "5\" pipe,3\r\n"
                        + "\"NA\",4\r\n"
                        + "\"\",5\r\n"))));
    assertError(
        "DIR/open.csv:3:1: a quote is opened in this line and never closed",
        () -> table(file("open.csv", "a,b\nx,1\n\"y,2\nz,3\n")));
  }

  @Test
  void aHeaderMayHaveLineBreaks() {
    assertEquals(
        "the\nname|n\nSTRING|INT64\nx|1", text(table(file("x.csv", "\"the\nname\",n\nx,1\n"))));
  }

  @Test
  void wordsAlone() {
    assertEquals(
        "city|land\nSTRING|STRING\nRome|Italy\nOslo|Norway",
        text(table(file("x.csv", "city,land\nRome,Italy\nOslo,Norway\n"))));
    assertEquals("C1|C2\nSTRING|STRING\na|b\nc|b", text(table(file("y.csv", "a,b\nc,b\n"))));
  }

  @Test
  void typesWidenFurtherDown() {
    StringBuilder text = new StringBuilder("a,b,c,d,e\n");
    for (int i = 0; i < 200; i++) {
      text.append("1,2,TRUE,x,\n");
    }
    text.append("1.5,007a,3,4,6\n");
    Frame frame = table(file("x.csv", text.toString()));
    assertEquals(
        List.of("FP64", "STRING", "STRING", "STRING", "INT64"),
        frame.columns().stream().map(c -> c.type().name()).toList());
    assertEquals("1.0", frame.column(0).text(0));
    assertEquals("2", frame.column(1).text(0));
    assertEquals("007a", frame.column(1).text(200));
    assertEquals("TRUE", frame.column(2).text(0));
    assertEquals(true, frame.column(4).isMissing(0));
    assertEquals(6, frame.column(4).number(200));
  }

  @Test
  void whatTheCallSaysCounts() {
    String file = file("x.csv", "a;b\n1,5;x\n-;y\n");
    assertEquals("a|b\nSTRING|STRING\n1,5|x\n-|y", text(table(file)));
    assertEquals("C1|C2\nSTRING|STRING\na|b\n1,5|x\n-|y", text(table(file, "header", false)));
    assertEquals("a;b\nSTRING\n1,5;x\n-;y", text(table(file, "sep", "\t")));
    String n = file("n.csv", "a,b\n1,x\n2,y\n");
    assertEquals("a|b\nSTRING|STRING\n1|x\n2|y", text(table(n, "schema", "string,string")));
    assertEquals("a|b\nFP64|STRING\n1.0|x\n2.0|y", text(table(n, "schema", "double,string")));
    assertEquals(
        "C1|C2\nSTRING|STRING\na|b\n1|x\n2|y",
        text(table(n, "format", "csv", "data_type", "frame")));
    assertEquals("a|b\nINT64|STRING\n1|x\n2|y", text(table(n, "data_type", "frame")));
    assertError(
        "DIR/n.csv:2:2: expected a number, found \"x\"", () -> table(n, "data_type", "matrix"));
    assertError("DIR/n.csv: expected 3 rows, found 2", () -> table(n, "rows", 3));
  }

  @Test
  void badLinesAreNamed() {
    assertError(
        "DIR/x.csv:4:2: expected 2 fields, found 1",
        () -> table(file("x.csv", "a,b\nx,1\n\nz\nw,2\n")));
    assertError(
        "DIR/y.csv:5:3: expected 2 fields, found 3",
        () -> table(file("y.csv", "a,b\n\"x\n\n\",1\nw,2,3\n")));
  }

  @Test
  void namesAreMadeUnique() {
    assertEquals(
        List.of("a", "a_2", "C3", "b"), table(file("x.csv", "a,a,,b\n1,2,3,x\n4,5,6,y\n")).names());
  }

  /** Pieces of any size and any number of threads give the same table. */
  @Test
  @Tag("random")
  void piecesDoNotMatter() {
    Random random = new Random(RandomTests.SEED);
    for (int round = 0; round < RandomTests.rounds("linden.rounds", 30, 300); round++) {
      int rows = 1 + random.nextInt(40);
      List<String> texts = new ArrayList<>();
      StringBuilder csv = new StringBuilder("text,number\n");
      for (int i = 0; i < rows; i++) {
        String text = randomText(random);
        texts.add(text);
        csv.append('"').append(text.replace("\"", "\"\"")).append("\",").append(i).append('\n');
      }
      String path = file("r" + round + ".csv", csv.toString());
      Files pieces = new Files(FileStores::of, 1 + random.nextInt(60));
      Workers workers = random.nextBoolean() ? FOUR_THREADS : Workers.serial();
      Frame frame = ((FrameValue) pieces.read(request(path), workers)).frame();
      assertEquals(rows, frame.rows());
      for (int i = 0; i < rows; i++) {
        assertEquals(texts.get(i), frame.column(0).text(i), "seed " + RandomTests.SEED);
        assertEquals(i, frame.column(1).number(i));
      }
    }
  }

  private static String randomText(Random random) {
    String letters = "ab,\"\n c\n";
    StringBuilder text = new StringBuilder("t");
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }
}
