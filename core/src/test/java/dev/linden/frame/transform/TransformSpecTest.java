package dev.linden.frame.transform;

import static dev.linden.testkit.RandomTests.SEED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.Frame;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Specs and encoders beyond what the golden files show. */
class TransformSpecTest {

  private static String error(String spec) {
    return assertThrows(InputError.class, () -> TransformSpec.parse(spec).check(2)).getMessage();
  }

  @Test
  void looseAndStrictJson() {
    for (String spec :
        List.of(
            "{ids:true,recode:[1]}",
            "{ \"ids\" : true , \"recode\" : [ 1 ] }",
            "{'ids':'true','recode':['1']}",
            "{\"\\u0069ds\":true,\n\"recode\":[1]}")) {
      List<ColumnSpec> columns = TransformSpec.parse(spec).resolve(List.of("a", "b"));
      assertEquals(ColumnSpec.Coding.RECODE, columns.get(0).coding, spec);
      assertEquals(ColumnSpec.Coding.PASS_THROUGH, columns.get(1).coding, spec);
    }
  }

  @Test
  void positionsOfProblems() {
    assertEquals("spec 1:1: expected a value, found the end of the spec", error(""));
    assertEquals("spec 1:2: expected a value, found the end of the spec", error("{"));
    assertEquals("spec 2:3: expected ':' after \"a\", found '}'", error("{\n a}"));
    assertEquals("spec 1:11: expected the end of the spec, found 'x'", error("{ids:true}x"));
    assertEquals("spec 1:11: \"ids\" is given twice", error("{ids:true,ids:true}"));
    assertEquals("spec 1:6: expected true or false for ids, found \"yes\"", error("{ids:yes}"));
    assertTrue(error("{\"\\q\":1}").startsWith("spec 1:7: unknown key \"\\q\": expected ids"));
    assertEquals(
        "spec 1:9: expected a list of columns for recode, found \"1\"", error("{recode:1}"));
    assertEquals("spec 1:101: lists and objects are nested too deeply", error("[".repeat(100000)));
    assertEquals("spec 1:17: bin needs numbins", error("{ids:true, bin:[{id:1}]}"));
    assertEquals(
        "spec 1:20: impute with method constant needs a value",
        error("{ids:true, impute:[{id:1,method:constant}]}"));
    assertEquals(
        "spec 1:33: the column is binned twice",
        error("{ids:true,bin:[{id:1,numbins:2},{id:1,numbins:2}]}"));
  }

  /** Whatever the text, the answer is a spec or an error of the user. */
  @Test
  void randomTexts() {
    Random random = new Random(SEED);
    String letters = "{}[]:,\"'\\ \nidtrueKbincode12-u";
    for (int round = 0; round < 20000; round++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "{ids:true," : "");
      for (int k = random.nextInt(25); k > 0; k--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      try {
        TransformSpec.parse(text.toString()).check(2);
      } catch (InputError e) {
        assertTrue(e.getMessage().startsWith("spec "), "seed " + SEED + ": " + text);
      }
    }
  }

  @Test
  void columnsBeyondTheFrame() {
    TransformSpec spec =
        TransformSpec.parse(
            "{ids:true, recode:[1, 9], bin:[{id:4, numbins:2}], udf:{name:scale, ids:[2, 9]}}");
    assertEquals(
        List.of(
            "the spec names column 4, which a frame of 2 has not",
            "the spec names column 9, which a frame of 2 has not"),
        spec.warnings(2));
    assertEquals(List.of(), spec.warnings(9));
    assertEquals(
        "spec 1:35: a column can be only one of recoded, binned, hashed and a bag of words",
        error("{ids:true, recode:[9], K:2, hash:[9]}"));
  }

  @Test
  void imputedNaNIsTold() {
    TransformSpec spec = TransformSpec.parse("{ids:true, impute:[{id:1, method:global_mean}]}");
    Frame gap = new Frame(2, List.of("a"), List.of(Column.of(1.0, Double.NaN)));
    Frame whole = new Frame(2, List.of("a"), List.of(Column.of(1.0, 3.0)));
    Workers workers = Workers.serial();
    assertEquals(
        List.of("column a: NaN is imputed like missing cells; SystemDS 3.3 leaves it"),
        Transform.learn(spec, gap, workers).warnings(gap));
    assertEquals(List.of(), Transform.learn(spec, whole, workers).warnings(whole));
  }

  /** Bags of many words are sparse, on any number of threads, and beside all other codings. */
  @Test
  void bagsOfWords() {
    int rows = 500;
    String[] texts = new String[rows];
    for (int i = 0; i < rows; i++) {
      String word = "w" + "abcdefghij".charAt(i / 100) + "klmnopqrst".charAt(i / 10 % 10);
      texts[i] = word + " " + word + "; all";
    }
    double[] numbers = new double[rows];
    numbers[7] = 3;
    Frame frame =
        new Frame(
            rows,
            List.of("t", "d", "n"),
            List.of(Column.of(texts), Column.of(texts.clone()), Column.of(numbers)));
    TransformSpec spec = TransformSpec.parse("{bag_of_words:[t], dummycode:[d]}");
    for (Workers workers : List.of(Workers.serial(), new Workers(4, ArrayPool.none()))) {
      Transform learned = Transform.learn(spec, frame, workers);
      Matrix x = Transform.of(spec, learned.metadata(), workers).encode(frame, workers);
      assertTrue(x.isSparse());
      assertEquals(51 + 50 + 1, x.cols());
      assertEquals(3L * rows + 1, x.nnz());
      for (int i = 0; i < rows; i++) {
        int word = i / 10;
        assertEquals(1, x.get(i, 1)); // "all" is the second word of the first text
        assertEquals(2, x.get(i, word == 0 ? 0 : word + 1));
        assertEquals(1, x.get(i, 51 + word));
        assertEquals(numbers[i], x.get(i, 101));
      }
    }
  }

  /** Encoding and decoding restores a frame, dense or sparse, on any number of threads. */
  @Test
  void roundTrips() {
    Random random = new Random(SEED);
    for (int categories : new int[] {1, 3, 300}) {
      int rows = 2000;
      String[] words = new String[rows];
      double[] numbers = new double[rows];
      for (int i = 0; i < rows; i++) {
        words[i] = random.nextInt(10) == 0 ? null : "w\u00B7" + random.nextInt(categories);
        numbers[i] = random.nextInt(3);
      }
      Frame frame =
          new Frame(
              rows,
              List.of("w", "n", "v"),
              List.of(Column.of(words), Column.of(numbers), Column.of(words.clone())));
      TransformSpec spec = TransformSpec.parse("{dummycode:[w], recode:[v]}");
      Matrix expected = null;
      for (Workers workers : List.of(Workers.serial(), new Workers(4, ArrayPool.none()))) {
        Transform learned = Transform.learn(spec, frame, workers);
        Transform again = Transform.of(spec, learned.metadata(), workers);
        Matrix x = learned.encode(frame, workers);
        Matrix y = again.encode(frame, workers);
        assertEquals(categories == 300, x.isSparse());
        Frame back = again.decode(x);
        for (int i = 0; i < rows; i++) {
          assertEquals(words[i], back.column(0).text(i));
          assertEquals(numbers[i], back.column(1).number(i));
          assertEquals(words[i], back.column(2).text(i));
          for (int j = 0; j < x.cols(); j++) {
            assertEquals(x.get(i, j), y.get(i, j));
            if (expected != null) {
              assertEquals(expected.get(i, j), x.get(i, j));
            }
          }
        }
        expected = x;
      }
    }
  }
}
