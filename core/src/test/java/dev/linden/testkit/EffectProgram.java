package dev.linden.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random program about the order of things: it prints, writes files and reads them again, asks
 * for the time and for random numbers, in branches, loops and functions. What it has to print
 * follows from carrying its statements out one after the other, which is done here, on matrices
 * whose cells are all the same.
 *
 * @param expected the lines to print; those that begin with {@link #RANDOM} end with a number that
 *     only has to be the same under all settings
 */
record EffectProgram(String text, List<String> expected) {
  static final String RANDOM = "random ";

  private static final int SIDE = 4;
  private static final int MODULUS = 997;
  private static final int FUNCTIONS = 3;
  private static final String MATRIX_FILE = "effects%d.%s";
  private static final String SCALAR_FILE = "effects-scalar";

  /** What a scope holds: the value of a scalar, or of each cell of a matrix. */
  private static final class State {
    final Map<String, Long> files;
    final List<String> printed;
    final Map<String, Long> variables = new HashMap<>();

    State(Map<String, Long> files, List<String> printed) {
      this.files = files;
      this.printed = printed;
    }

    long get(String name) {
      return variables.get(name);
    }

    void set(String name, long value) {
      variables.put(name, Math.floorMod(value, (long) MODULUS));
    }
  }

  private interface Action {
    void run(State state);
  }

  private record Statement(List<String> lines, Action action) {}

  private record Function(String name, Statement body) {}

  private static final class Generator {
    private final Random random;
    private final List<Function> functions = new ArrayList<>();
    private int counters;

    Generator(long seed) {
      random = new Random(seed);
    }

    private boolean chance(int percent) {
      return random.nextInt(100) < percent;
    }

    private String scalar() {
      return chance(50) ? "a" : "b";
    }

    private String matrix() {
      return chance(50) ? "X" : "Y";
    }

    private String file() {
      return MATRIX_FILE.formatted(random.nextInt(2), chance(50) ? "csv" : "bin");
    }

    private static Statement line(String text, Action action) {
      return new Statement(List.of(text), action);
    }

    private Statement simple() {
      String a = scalar();
      String x = matrix();
      String y = matrix();
      int k = 1 + random.nextInt(9);
      String file = file();
      return switch (random.nextInt(13)) {
        case 0 ->
            line("%s = (%s + %d) %%%% %d".formatted(a, a, k, MODULUS), s -> s.set(a, s.get(a) + k));
        case 1 ->
            line(
                "%s = (%s + %s * %d) %%%% %d".formatted(x, x, y, k, MODULUS),
                s -> s.set(x, s.get(x) + s.get(y) * k));
        case 2 ->
            line(
                "%s = %s %%*%% diag(matrix(1, %d, 1))".formatted(x, y, SIDE),
                s -> s.set(x, s.get(y)));
        case 3 -> line("%s = sum(%s) / %d".formatted(a, x, SIDE * SIDE), s -> s.set(a, s.get(x)));
        case 4, 5 ->
            line(
                "print(\"%s%d \" + as.integer(%s))".formatted(a, k, a),
                s -> s.printed.add(a + k + " " + s.get(a)));
        case 6 ->
            line(
                "print(\"%s%d \" + as.integer(sum(%s)))".formatted(x, k, x),
                s -> s.printed.add(x + k + " " + SIDE * SIDE * s.get(x)));
        case 7 -> line("write(%s, \"%s\")".formatted(x, file), s -> s.files.put(file, s.get(x)));
        case 8, 9 -> line("%s = read(\"%s\")".formatted(x, file), s -> s.set(x, s.files.get(file)));
        case 10 ->
            chance(50)
                ? line(
                    "write(%s, \"%s\")".formatted(a, SCALAR_FILE),
                    s -> s.files.put(SCALAR_FILE, s.get(a)))
                : line(
                    "%s = read(\"%s\", data_type=\"scalar\", value_type=\"double\")"
                        .formatted(a, SCALAR_FILE),
                    s -> s.set(a, s.files.get(SCALAR_FILE)));
        case 11 ->
            new Statement(
                List.of("now = time()", "print(\"time \" + (now >= last))", "last = now"),
                s -> s.printed.add("time TRUE"));
        default ->
            line(
                "print(\"%s\" + max(rand(rows=%d, cols=%d)))".formatted(RANDOM, SIDE, k),
                s -> s.printed.add(RANDOM));
      };
    }

    private Statement statement(int depth) {
      int kind = depth == 0 ? 9 : random.nextInt(10);
      return switch (kind) {
        case 0, 1 -> branch(depth);
        case 2 -> counted(depth);
        case 3 -> conditional(depth);
        case 4, 5 -> functions.isEmpty() ? simple() : call();
        default -> simple();
      };
    }

    private Statement block(int depth, int most) {
      List<String> lines = new ArrayList<>();
      List<Action> actions = new ArrayList<>();
      for (int i = 1 + random.nextInt(most); i > 0; i--) {
        Statement next = statement(depth);
        lines.addAll(next.lines());
        actions.add(next.action());
      }
      return new Statement(lines, s -> actions.forEach(action -> action.run(s)));
    }

    private static void addInside(List<String> lines, Statement block) {
      block.lines().forEach(line -> lines.add("  " + line));
    }

    private Statement branch(int depth) {
      String a = scalar();
      Statement then = block(depth - 1, 4);
      Statement otherwise = block(depth - 1, 4);
      List<String> lines = new ArrayList<>(List.of("if (" + a + " %% 2 == 0) {"));
      addInside(lines, then);
      lines.add("} else {");
      addInside(lines, otherwise);
      lines.add("}");
      return new Statement(lines, s -> (s.get(a) % 2 == 0 ? then : otherwise).action().run(s));
    }

    private Statement counted(int depth) {
      int times = 1 + random.nextInt(3);
      Statement body = block(depth - 1, 4);
      List<String> lines = new ArrayList<>();
      lines.add("for (i" + counters++ + " in 1:" + times + ") {");
      addInside(lines, body);
      lines.add("}");
      return new Statement(lines, s -> repeat(times, body, s));
    }

    private Statement conditional(int depth) {
      int times = random.nextInt(3);
      Statement body = block(depth - 1, 4);
      String counter = "w" + counters++;
      List<String> lines = new ArrayList<>();
      lines.addAll(List.of(counter + " = 0", "while (" + counter + " < " + times + ") {"));
      lines.add("  " + counter + " = " + counter + " + 1");
      addInside(lines, body);
      lines.add("}");
      return new Statement(lines, s -> repeat(times, body, s));
    }

    private static void repeat(int times, Statement body, State state) {
      for (int i = 0; i < times; i++) {
        body.action().run(state);
      }
    }

    private Statement call() {
      Function function = functions.get(random.nextInt(functions.size()));
      String x = matrix();
      String a = scalar();
      String y = matrix();
      String b = scalar();
      return line(
          "[%s, %s] = %s(%s, %s)".formatted(y, b, function.name(), x, a),
          s -> {
            State inside = new State(s.files, s.printed);
            enter(inside, s.get(x), s.get(a));
            function.body().action().run(inside);
            s.set(y, inside.get("X"));
            s.set(b, inside.get("a"));
          });
    }

    private static void enter(State inside, long x, long a) {
      inside.set("X", x);
      inside.set("a", a);
      inside.set("Y", x + 1);
      inside.set("b", a + 1);
    }

    private static String entry() {
      return "Y = (X + 1) %% " + MODULUS + "\nb = (a + 1) %% " + MODULUS + "\nlast = time()\n";
    }

    EffectProgram program() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < FUNCTIONS; i++) {
        Statement body = block(2, 5);
        functions.add(new Function("f" + i, body));
        text.append("f" + i + " = function(matrix[double] X, double a)");
        text.append(" return (matrix[double] X, double a) {\n" + entry());
        body.lines().forEach(line -> text.append("  " + line + "\n"));
        text.append("}\n");
      }
      text.append("X = matrix(1, " + SIDE + ", " + SIDE + ")\na = 1.0\n" + entry());
      State state = new State(new HashMap<>(), new ArrayList<>());
      enter(state, 1, 1);
      for (int file = 0; file < 2; file++) {
        for (String format : List.of("csv", "bin")) {
          String name = MATRIX_FILE.formatted(file, format);
          text.append("write(X, \"" + name + "\")\n");
          state.files.put(name, 1L);
        }
      }
      text.append("write(a, \"" + SCALAR_FILE + "\")\n");
      state.files.put(SCALAR_FILE, 1L);
      Statement main = block(3, 12);
      main.lines().forEach(line -> text.append(line + "\n"));
      main.action().run(state);
      text.append("print(as.integer(sum(X) + sum(Y) + a + b))\n");
      long end = SIDE * SIDE * (state.get("X") + state.get("Y")) + state.get("a") + state.get("b");
      state.printed.add(Long.toString(end));
      return new EffectProgram(text.toString(), List.copyOf(state.printed));
    }
  }

  static EffectProgram generate(long seed) {
    return new Generator(seed).program();
  }

  /** What is wrong with what was printed, or null. */
  String fault(RunResult result) {
    if (result.error() != null) {
      return result.error();
    }
    List<String> lines = result.stdout().lines().map(EffectProgram::withoutNumber).toList();
    return lines.equals(expected) ? null : "expected " + expected + "\nfound    " + lines;
  }

  private static String withoutNumber(String line) {
    return line.startsWith(RANDOM) ? RANDOM : line;
  }
}
