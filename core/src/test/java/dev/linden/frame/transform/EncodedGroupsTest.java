package dev.linden.frame.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.Settings;
import dev.linden.frame.Column;
import dev.linden.frame.Frame;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.compress.CompressedMatrix;
import dev.linden.matrix.compress.dictionary.Indicator;
import dev.linden.matrix.compress.group.CodedGroup;
import dev.linden.matrix.compress.group.Group;
import dev.linden.matrix.compress.group.PlainGroup;
import dev.linden.matrix.kernel.Forms;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Encoded frames as groups have the cells that encoded frames have. */
class EncodedGroupsTest {
  private static final Workers ONE = Workers.serial();

  /** Texts, small and large numbers, flags, unique texts; some cells missing, empty or NaN. */
  private static Frame frame(int rows, boolean missing, long seed) {
    Random random = new Random(seed);
    String[] texts = new String[rows];
    String[] rare = new String[rows];
    String[] unique = new String[rows];
    double[] numbers = new double[rows];
    double[] zeros = new double[rows];
    long[] integers = new long[rows];
    boolean[] flags = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      boolean none = missing && random.nextInt(10) == 0;
      texts[i] = none ? (random.nextBoolean() ? null : "") : "t" + random.nextInt(9);
      rare[i] = random.nextInt(50) == 0 ? "rare" + random.nextInt(3) : missing ? null : "usual";
      unique[i] = "u" + i;
      numbers[i] = none ? Double.NaN : random.nextGaussian();
      zeros[i] = random.nextBoolean() ? -0.0 : random.nextInt(2);
      integers[i] = random.nextInt(6) - 2L;
      flags[i] = random.nextBoolean();
    }
    return new Frame(
        rows,
        List.of("text", "rare", "unique", "number", "zero", "integer", "flag"),
        List.of(
            Column.of(texts),
            Column.of(rare),
            Column.of(unique),
            Column.of(numbers),
            Column.of(zeros),
            Column.of(integers),
            Column.of(flags)));
  }

  /** Each must recode or otherwise code the columns of texts. */
  private static List<String> specs() {
    List<String> specs = new ArrayList<>();
    specs.add("{recode:[text, rare, unique]}");
    specs.add(
        "{recode:[text, rare, unique, integer, flag], impute:[{name:text, method:global_mode}]}");
    specs.add("{recode:[unique], dummycode:[text, rare, integer, flag]}");
    specs.add("{dummycode:[text, rare, unique, integer]}");
    specs.add("{recode:[text, rare, unique], omit:[text, number]}");
    specs.add("{dummycode:[text, rare], hash:[unique], K:7}");
    specs.add("{dummycode:[unique, text], hash:[unique, rare, integer], K:5}");
    specs.add(
        "{recode:[text, rare, unique], bin:[{name:number, method:equi-width, numbins:6},"
            + "{name:integer, method:equi-height, numbins:3}]}");
    specs.add(
        "{dummycode:[text, rare, number], recode:[unique], bin:[{name:number, method:equi-height,"
            + " numbins:4}], impute:[{name:number, method:global_mean}]}");
    specs.add(
        "{recode:[rare, unique], impute:[{name:text, method:constant, value:t3}],"
            + " dummycode:[text, flag]}");
    specs.add("{recode:[text, rare, unique, number, zero, integer, flag]}");
    return specs;
  }

  private static void assertSameBits(Matrix expected, Matrix found, String what) {
    assertEquals(expected.shape(), found.shape(), what);
    assertEquals(expected.nnz(), found.nnz(), what);
    assertEquals(expected.isSparse(), found.isSparse(), what);
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.cols(); j++) {
        long bits = Double.doubleToRawLongBits(expected.get(i, j));
        if (bits != Double.doubleToRawLongBits(found.get(i, j))) {
          throw new AssertionError(
              what + " at " + i + "," + j + ": " + expected.get(i, j) + ", " + found.get(i, j));
        }
      }
    }
  }

  private static Matrix always(Transform transform, Frame frame, Workers workers) {
    return transform.encode(frame, Settings.Compression.ALWAYS, workers);
  }

  @Test
  void theCellsAreThoseOfPlainEncoding() {
    for (int rows : new int[] {1, 63, 300, 2100}) {
      for (boolean missing : new boolean[] {false, true}) {
        Frame frame = frame(rows, missing, rows);
        for (String text : specs()) {
          if (rows == 1 && missing) {
            continue; // nothing to bin or to impute
          }
          String what = text + ", rows " + rows + ", missing " + missing;
          Transform transform = Transform.learn(TransformSpec.parse(text), frame, Forms.TWO);
          Matrix plain = transform.encode(frame, ONE);
          Matrix found = always(transform, frame, Forms.TWO);
          assertInstanceOf(Plain.class, plain);
          assertSameBits(plain, found, what);
          assertSameBits(plain, transform.encode(frame, Settings.Compression.OFF, ONE), what);
          if (rows > 20) {
            CompressedMatrix groups = assertInstanceOf(CompressedMatrix.class, found, what);
            CompressedMatrix serial = (CompressedMatrix) always(transform, frame, ONE);
            assertEquals(serial.groups().toString(), groups.groups().toString(), what);
          }
        }
      }
    }
  }

  /** Other rows than those that were learned: unknown texts, and codes that nobody has. */
  @Test
  void learnedCodesApplyToOtherFrames() {
    Frame learned = frame(2000, false, 1);
    Frame other = frame(700, true, 2);
    for (String text : specs()) {
      TransformSpec spec = TransformSpec.parse(text);
      Frame metadata = Transform.learn(spec, learned, ONE).metadata();
      Transform transform = Transform.of(spec, metadata, other.names(), ONE);
      assertSameBits(
          transform.encode(other, ONE), always(transform, other, Forms.TWO), "applied: " + text);
    }
  }

  @Test
  void embeddedWordsAreTuples() {
    Frame frame = frame(500, true, 3).selectColumns(new int[] {0, 1});
    Dense vectors = Dense.zeros(12, 5);
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < 5; j++) {
        vectors.set(i, j, i == 2 ? 0 : i - 0.5 * j);
      }
    }
    TransformSpec spec = TransformSpec.parse("{word_embedding:[text], recode:[rare]}");
    Transform transform = Transform.learn(spec, frame, ONE).withEmbedding(vectors);
    CompressedMatrix found =
        assertInstanceOf(CompressedMatrix.class, always(transform, frame, Forms.TWO));
    assertSameBits(transform.encode(frame, ONE), found, "embedded");
    assertEquals(2, found.groups().size());
  }

  @Test
  void columnsBecomeTheGroupsThatSuitThem() {
    Frame frame = frame(5000, false, 4);
    TransformSpec spec = TransformSpec.parse("{recode:[unique, text], dummycode:[rare, integer]}");
    Transform transform = Transform.learn(spec, frame, ONE);
    List<Group> groups = ((CompressedMatrix) always(transform, frame, ONE)).groups();
    assertEquals(5, groups.size(), groups::toString);
    CodedGroup text = (CodedGroup) groups.get(0);
    assertEquals(9, text.dictionary().size());
    assertFalse(text.dictionary().hasSpecial());
    assertTrue(
        ((CodedGroup) groups.get(1)).dictionary() instanceof Indicator units
            && units.isUnits()
            && units.size() == units.width());
    assertEquals(2, ((CodedGroup) groups.get(3)).width()); // numbers of few values, passed through
    assertEquals(2, ((PlainGroup) groups.get(4)).width()); // unique texts and real numbers
  }

  @Test
  void onlyLargeResultsThatGetSmallerBecomeGroups() {
    TransformSpec spec = TransformSpec.parse("{dummycode:[text, rare, integer]}");
    Frame small = frame(2000, false, 5).selectColumns(new int[] {0, 1, 5});
    assertInstanceOf(Plain.class, on(spec, small));
    Frame large = frame(70_000, false, 5).selectColumns(new int[] {0, 1, 5});
    CompressedMatrix groups = assertInstanceOf(CompressedMatrix.class, on(spec, large));
    assertTrue(groups.bytes() * 5 < groups.plainBytes(), groups::toString);
    Frame reals = frame(400_000, false, 5).selectColumns(new int[] {3, 4, 5, 6});
    assertInstanceOf(Plain.class, on(TransformSpec.parse("{recode:[integer]}"), reals));
  }

  private static Matrix on(TransformSpec spec, Frame frame) {
    return Transform.learn(spec, frame, Forms.TWO)
        .encode(frame, Settings.Compression.ON, Forms.TWO);
  }

  @Test
  void wideUnitVectorsStayPlain() {
    Frame frame = frame(5000, false, 6);
    TransformSpec spec =
        TransformSpec.parse("{hash:[unique], K:2400, dummycode:[unique, text, rare]}");
    Transform transform = Transform.learn(spec, frame, ONE);
    CompressedMatrix found = (CompressedMatrix) always(transform, frame, Forms.TWO);
    assertSameBits(transform.encode(frame, ONE), found, "wide");
    PlainGroup rest = (PlainGroup) found.groups().get(found.groups().size() - 1);
    assertEquals(2400 + 4, rest.width());
  }
}
