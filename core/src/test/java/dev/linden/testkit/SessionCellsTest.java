package dev.linden.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.linden.api.Linden;
import dev.linden.api.Results;
import dev.linden.api.Session;
import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cutting a program into the inputs of a session changes nothing: random programs leave the same
 * variables, whole and in pieces. Without rewrites and fusion that means the same bits; with them
 * sums may be added up in another order, and a program that depends on rounding is left out: its
 * variables also depend on the rewrites. So is one in which zeros meet NaN: storage decides then.
 *
 * <p>{@code -Dlinden.cells} says how many programs, {@code -Dlinden.seed} where to begin.
 */
@Tag("random")
final class SessionCellsTest {
  private static final double TOLERANCE = 1e-8;

  @TempDir Path folder;

  /** One engine for all programs that are run in the same way. */
  private Linden linden(boolean plain) {
    Linden.Builder builder =
        Linden.builder()
            .directory(folder)
            .threads(1)
            .set("opt.rewrites", String.valueOf(!plain))
            .output(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    return (plain ? builder.set("fusion.policy", "off") : builder.set("fusion.smallest", "1"))
        .build();
  }

  @Test
  void programsInPiecesLeaveTheSameVariables() {
    int programs = RandomTests.rounds("linden.cells", 200, 10_000);
    int judged = 0;
    try (Linden plain = linden(true);
        Linden fused = linden(false)) {
      for (int i = 0; i < programs; i++) {
        long seed = RandomTests.SEED + i;
        judged += isJudged(seed, i % 2 == 0 ? plain : fused, i % 2 == 0, plain) ? 1 : 0;
      }
    }
    int all = judged;
    assertTrue(judged * 10 >= programs * 7, () -> "only " + all + " programs could be judged");
  }

  private static boolean isJudged(long seed, Linden linden, boolean exact, Linden plain) {
    RandomProgram program = ProgramGenerator.generate(seed);
    String text = program.text();
    try (Session whole = session(linden, program);
        Session pieces = session(linden, program)) {
      try {
        whole.run(text);
      } catch (ScriptError | InputError e) {
        return false; // pieces before the error leave their variables
      }
      List<String> cells = cells(program, new SplittableRandom(seed));
      for (String cell : cells) {
        try {
          pieces.run(cell);
        } catch (ScriptError | InputError e) {
          throw new AssertionError(report(seed, cells), e);
        }
      }
      String difference = difference(values(whole), values(pieces), exact ? 0 : TOLERANCE);
      if (difference == null) {
        return true;
      }
      boolean open = Oracle.leavesZerosOpen(text, Map.of(), program.grids());
      if (!open && (exact || !dependsOnRounding(program, values(whole), plain))) {
        fail(report(seed, cells) + difference);
      }
      return false;
    }
  }

  private static boolean dependsOnRounding(
      RandomProgram program, Map<String, Value> values, Linden plain) {
    try (Session other = session(plain, program)) {
      other.run(program.text());
      return difference(values, values(other), TOLERANCE) != null;
    }
  }

  /** Most matrices have names of columns, many of rows; those of equal shape share some. */
  private static Session session(Linden linden, RandomProgram program) {
    Session session = linden.session();
    SplittableRandom random = new SplittableRandom(program.seed());
    program
        .matrices()
        .forEach(
            (name, matrix) -> {
              String prefix = random.nextInt(3) == 0 ? name : "";
              session.bind(
                  name,
                  new MatrixValue(matrix)
                      .named(
                          random.nextInt(2) == 0 ? null : names(prefix + "r", matrix.rows()),
                          random.nextInt(4) == 0 ? null : names(prefix + "c", matrix.cols())));
            });
    return session;
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  /** Rewrites, fused and other physical operators hand on the names of the program as written. */
  @Test
  void namesAreThoseOfTheProgramAsItIsWritten() {
    int programs = RandomTests.rounds("linden.cells", 400, 20_000);
    int named = 0;
    int judged = 0;
    try (Linden plain = linden(true);
        Linden fused = linden(false)) {
      for (int i = 0; i < programs; i++) {
        RandomProgram program = ProgramGenerator.generate(RandomTests.SEED + i);
        try (Session written = session(plain, program);
            Session optimized = session(fused, program)) {
          try {
            written.run(program.text());
            optimized.run(program.text());
          } catch (ScriptError | InputError e) {
            continue;
          }
          judged++;
          Map<String, Value> expected = values(written);
          Map<String, Value> actual = values(optimized);
          named += expected.values().stream().anyMatch(SessionCellsTest::isNamed) ? 1 : 0;
          expected.forEach(
              (name, value) ->
                  assertEquals(
                      names(value),
                      names(actual.get(name)),
                      () -> "seed " + program.seed() + ", " + name + "\n" + program.text()));
        }
      }
    }
    assertTrue(named * 2 > judged, named + " of " + judged + " programs leave names");
  }

  private static boolean isNamed(Value value) {
    return value instanceof MatrixValue matrix && matrix.isNamed();
  }

  /** Of rows and columns, also in lists. */
  private static Object names(Value value) {
    if (value instanceof MatrixValue matrix) {
      return Arrays.asList(matrix.rowNames(), matrix.names());
    }
    return value instanceof ListValue list
        ? list.elements().stream().map(SessionCellsTest::names).toList()
        : "none";
  }

  /** Functions first, some of them in cells of their own, then one or more statements each. */
  private static List<String> cells(RandomProgram program, SplittableRandom random) {
    List<RandomProgram> units = new ArrayList<>();
    for (RandomProgram.Function function : program.functions()) {
      units.add(new RandomProgram(program.seed(), List.of(), List.of(function), List.of()));
    }
    for (RandomProgram.Statement statement : program.statements()) {
      units.add(new RandomProgram(program.seed(), List.of(), List.of(), List.of(statement)));
    }
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    for (RandomProgram unit : units) {
      cell.append(unit.text());
      boolean definesOnly = unit.statements().isEmpty();
      if (random.nextInt(3) == 0 && !(definesOnly && cells.isEmpty())) {
        cells.add(cell.toString());
        cell.setLength(0);
      }
    }
    cells.add(cell.toString());
    return cells;
  }

  private static Map<String, Value> values(Session session) {
    Map<String, Value> values = new TreeMap<>();
    session.names().forEach(name -> values.put(name, session.value(name)));
    values.remove("_"); // a call at the end of a piece shows its value
    return values;
  }

  private static String report(long seed, List<String> cells) {
    return "seed " + seed + "\n" + String.join("-- cell\n", cells);
  }

  /** Null if there is none. */
  private static String difference(
      Map<String, Value> expected, Map<String, Value> actual, double tolerance) {
    if (!expected.keySet().equals(actual.keySet())) {
      return "variables " + expected.keySet() + ", but in pieces " + actual.keySet();
    }
    for (Map.Entry<String, Value> entry : expected.entrySet()) {
      Value other = actual.get(entry.getKey());
      if (!same(entry.getValue(), other, tolerance)) {
        return entry.getKey() + ": " + shown(entry.getValue()) + ", but in pieces " + shown(other);
      }
    }
    return null;
  }

  private static String shown(Value value) {
    if (value instanceof MatrixValue matrix) {
      StringBuilder text = new StringBuilder(matrix.matrix().shape() + " " + names(matrix));
      for (int i = 0; i < matrix.rows(); i++) {
        for (int j = 0; j < matrix.cols(); j++) {
          text.append(' ').append(matrix.matrix().get(i, j));
        }
      }
      return text.toString();
    }
    return value instanceof ListValue list ? list.elements().toString() : value.toString();
  }

  private static boolean same(Value a, Value b, double tolerance) {
    if (a instanceof MatrixValue x && b instanceof MatrixValue y) {
      boolean same = x.rows() == y.rows() && x.cols() == y.cols() && names(x).equals(names(y));
      for (int i = 0; same && i < x.rows(); i++) {
        for (int j = 0; same && j < x.cols(); j++) {
          same = close(x.matrix().get(i, j), y.matrix().get(i, j), tolerance);
        }
      }
      return same;
    }
    if (a instanceof ListValue x && b instanceof ListValue y) {
      boolean same = x.size() == y.size();
      for (int i = 0; same && i < x.size(); i++) {
        same = same(x.elements().get(i), y.elements().get(i), tolerance);
      }
      return same;
    }
    if (a instanceof Scalar x && b instanceof Scalar y && x.text() == null && y.text() == null) {
      return x.type() == y.type() && close(x.asDouble(), y.asDouble(), tolerance);
    }
    // Texts may hold numbers with their last digits.
    return a.dataType() == b.dataType() && (tolerance > 0 || a.equals(b));
  }

  private static boolean close(double a, double b, double tolerance) {
    return a == b
        || Double.isNaN(a) && Double.isNaN(b)
        || Math.abs(a - b) <= tolerance * Math.max(1, Math.max(Math.abs(a), Math.abs(b)));
  }

  /** What inputs may stumble over, with the variables x, X, L and F around. */
  private static final List<String> FAULTS =
      List.of(
          "stop(\"no\")",
          "y = X[100, 1]",
          "y = as.scalar(X[x + 1000, 1])",
          "y = undefined",
          "y = X %*% matrix(1, rows=17, cols=2)",
          "y = solve(matrix(0, rows=3, cols=3), matrix(1, rows=3, cols=1))",
          "y = f(1, 2, 3)",
          "y = (",
          "y = \"open",
          "y = read(\"missing.csv\")",
          "assert(x < 0)",
          "y = L[17]",
          "F[1, 9] = \"a\"",
          "f = function(double a) return (double b) { b = g(a) }",
          "parfor (i in 1:4) { X[i, 1] = 0; z = X[i, 50] }",
          "while (TRUE) { x = x + 1; if (x > 20) { stop(\"late\") } }",
          "print(1, 2, 3)",
          "source(\"missing.dml\") as m",
          "y = chol(matrix(-1, rows=2, cols=2))",
          "y = as.integer(\"abc\")");

  @Test
  void errorsLeaveTheVariables() {
    SplittableRandom random = new SplittableRandom(RandomTests.SEED);
    try (Linden linden = linden(false);
        Session session = linden.session()) {
      session.run(
          "x = 3; X = rand(rows=9, cols=5, seed=1); L = list(x, X); F = as.frame(X)\n"
              + "f = function(double a) return (double b) { b = a + 1 }");
      Map<String, Value> before = values(session);
      for (int i = 0; i < 200; i++) {
        List<String> lines = new ArrayList<>();
        String[] changes = {
          "X[2, 2] = 100",
          "x = x + 1",
          "L[1] = 7",
          "X = X * 2",
          "Z = X + 1",
          "x = f(x)",
          "X = X[1:3, ]",
          "F = as.frame(X)",
          "L = append(L, x)",
          "for (k in 1:3) { X[k, k] = k }"
        };
        for (int k = random.nextInt(4); k > 0; k--) {
          lines.add(changes[random.nextInt(changes.length)]);
        }
        lines.add(FAULTS.get(i % FAULTS.size()));
        String text = String.join("\n", lines);
        try {
          session.run(text);
          fail("no error in\n" + text);
        } catch (ScriptError | InputError e) {
          // as it must be
        }
        String difference = difference(before, values(session), 0);
        assertEquals(null, difference, text);
      }
      assertEquals(4, ((Scalar) session.run("f(3)")).asDouble());
    }
  }

  /** What is held after 500 inputs is what the variables hold. */
  @Test
  void aLongSessionDoesNotGrow() {
    try (Linden linden = linden(false);
        Session session = linden.session()) {
      session.run("X = rand(rows=200, cols=200, seed=1); w = matrix(0, rows=200, cols=1)");
      session.run("f = function(matrix[double] A) return (matrix[double] B) { B = A / max(A) }");
      long after100 = 0;
      for (int i = 1; i <= 500; i++) {
        session.run("w = f(X %*% (w + " + i + "))\nY = X * " + i + "\nX[1, 1] = " + i + "\nsum(Y)");
        if (i == 100) {
          after100 = usedBytes();
        }
      }
      long grown = usedBytes() - after100;
      assertTrue(grown < 4_000_000, () -> grown + " bytes more after 400 inputs");
      Results results = session.results("w");
      assertEquals(200, results.rows("w"));
    }
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
