package dev.linden.fuse.code;

import dev.linden.fuse.code.CellProgram.Binary;
import dev.linden.fuse.code.CellProgram.Select;
import dev.linden.fuse.code.CellProgram.Step;
import dev.linden.fuse.code.CellProgram.Unary;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.UnaryFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The Java text of a cell program. Arithmetic, comparisons and the like stay in registers, in loops
 * on the Vector API where it is there; other functions are called on short arrays in between, in
 * their own loops, so that no function is written twice. Each generated class has loops of its own
 * and with them a JIT profile of its own.
 */
final class JavaText {
  /** Longer programs are left to {@link InterpretedBody}: the JIT compiler gives up on them. */
  static final int MOST_STEPS = 64;

  private record Form(String vector, String scalar) {}

  private static final Map<UnaryFunction, Form> UNARY =
      Map.of(
          FusedProgram.UNSIGNED_ZERO, new Form("%s.add(zero)", "%s + 0.0"),
          Cells.NEGATE, new Form("%s.neg()", "-%s"),
          Cells.ABS, new Form("%s.abs()", "Math.abs(%s)"),
          Cells.SQRT, new Form("%s.sqrt()", "Math.sqrt(%s)"),
          Cells.NOT, compare("EQ", "%s", "zero", "%s == 0"));

  private static final Map<BinaryFunction, Form> BINARY =
      Map.ofEntries(
          Map.entry(Cells.PLUS, new Form("%s.add(%s)", "%s + %s")),
          Map.entry(Cells.MINUS, new Form("%s.sub(%s)", "%s - %s")),
          Map.entry(Cells.TIMES, new Form("%s.mul(%s)", "%s * %s")),
          Map.entry(Cells.DIVIDE, new Form("%s.div(%s)", "%s / %s")),
          Map.entry(Cells.MIN, new Form("%s.min(%s)", "Math.min(%s, %s)")),
          Map.entry(Cells.MAX, new Form("%s.max(%s)", "Math.max(%s, %s)")),
          Map.entry(Cells.LESS, compare("LT", "%s", "%s", "%s < %s")),
          Map.entry(Cells.LESS_EQUAL, compare("LE", "%s", "%s", "%s <= %s")),
          Map.entry(Cells.GREATER, compare("GT", "%s", "%s", "%s > %s")),
          Map.entry(Cells.GREATER_EQUAL, compare("GE", "%s", "%s", "%s >= %s")),
          Map.entry(Cells.EQUAL, compare("EQ", "%s", "%s", "%s == %s")),
          Map.entry(Cells.NOT_EQUAL, compare("NE", "%s", "%s", "%s != %s")));

  private static Form compare(String operator, String x, String y, String scalar) {
    return new Form(
        "zero.blend(one, " + x + ".compare(VectorOperators." + operator + ", " + y + "))",
        "(" + scalar + ") ? 1.0 : 0.0");
  }

  private final CellProgram program;
  private final boolean vectors;
  private final int[] level;
  private final int[] temporary;
  private final List<Object> functions = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private int temporaries;

  /**
   * @param vectors use the Vector API
   */
  JavaText(CellProgram program, boolean vectors) {
    this.program = program;
    this.vectors = vectors;
    this.level = levels(program);
    this.temporary = new int[program.values()];
  }

  /** Functions that the constructor of the class takes, in order. */
  List<Object> functions() {
    return functions;
  }

  static boolean isInline(Step step) {
    return step instanceof Select
        || (step instanceof Unary unary && UNARY.containsKey(unary.function()))
        || (step instanceof Binary binary && BINARY.containsKey(binary.function()));
  }

  /**
   * Calls of level k read what loops below k have computed; the loop of level k reads what the
   * calls up to k have computed.
   */
  private static int[] levels(CellProgram program) {
    int[] level = new int[program.values()];
    for (int v = program.firstStep(); v < level.length; v++) {
      Step step = program.step(v);
      for (int argument : step.arguments()) {
        boolean computed = argument >= program.firstStep();
        boolean later = !isInline(step) && (computed && isInline(program.step(argument)));
        level[v] = Math.max(level[v], level[argument] + (later ? 1 : 0));
      }
    }
    return level;
  }

  String of(String className) {
    int last = 0;
    for (int v = program.firstStep(); v < program.values(); v++) {
      last = Math.max(last, level[v]);
    }
    assignTemporaries();
    StringBuilder body = text;
    for (int l = 0; l <= last; l++) {
      calls(l);
      loop(l);
    }
    String code = body.toString();
    StringBuilder all = new StringBuilder();
    all.append("package dev.linden.fuse.code;\n");
    if (vectors) {
      all.append("import jdk.incubator.vector.DoubleVector;\n");
      all.append("import jdk.incubator.vector.VectorOperators;\n");
      all.append("import jdk.incubator.vector.VectorSpecies;\n");
    }
    all.append("public final class ").append(className).append(" extends CellBody {\n");
    if (vectors) {
      all.append("  private static final VectorSpecies S = DoubleVector.SPECIES_PREFERRED;\n");
      all.append("  private static final int LANES = S.length();\n");
    }
    for (int f = 0; f < functions.size(); f++) {
      String type = functions.get(f) instanceof UnaryFunction ? "UnaryFunction" : "BinaryFunction";
      all.append("  private final dev.linden.matrix.").append(type).append(" f").append(f);
      all.append(";\n");
    }
    all.append("  public ").append(className).append("(Object[] functions) {\n");
    for (int f = 0; f < functions.size(); f++) {
      String type = functions.get(f) instanceof UnaryFunction ? "UnaryFunction" : "BinaryFunction";
      all.append("    f").append(f).append(" = (dev.linden.matrix.").append(type);
      all.append(") functions[").append(f).append("];\n");
    }
    all.append("  }\n  public int temporaries() { return ").append(temporaries).append("; }\n");
    all.append("  public void run(double[][] in, int[] at, double[] scalars, double[][] out,\n");
    all.append("      int[] outAt, double[][] temporaries, int n) {\n");
    for (int a = 0; a < program.arrays(); a++) {
      line(all, "double[] a%d = in[%d]; int i%d = at[%d];", a, a, a, a);
    }
    for (int s = 0; s < program.scalars(); s++) {
      line(all, "double v%d = scalars[%d];", program.arrays() + s, s);
    }
    for (int o = 0; o < program.outputs().size(); o++) {
      line(all, "double[] o%d = out[%d]; int p%d = outAt[%d];", o, o, o, o);
    }
    for (int t = 0; t < temporaries; t++) {
      line(all, "double[] t%d = temporaries[%d];", t, t);
    }
    all.append(code).append("  }\n}\n");
    return all.toString();
  }

  private static void line(StringBuilder to, String format, Object... arguments) {
    to.append("    ").append(filled(format, arguments)).append('\n');
  }

  /** The format with its {@code %s} and {@code %d} replaced; a formatter takes long to load. */
  private static String filled(String format, Object... arguments) {
    StringBuilder result = new StringBuilder();
    int next = 0;
    for (int i = 0; i < format.length(); i++) {
      if (format.charAt(i) == '%') {
        result.append(arguments[next++]);
        i++;
      } else {
        result.append(format.charAt(i));
      }
    }
    return result.toString();
  }

  /** Values that are read by a call, by a loop of a later level, or that a call computes. */
  private void assignTemporaries() {
    java.util.Arrays.fill(temporary, -1);
    for (int v = program.firstStep(); v < program.values(); v++) {
      Step step = program.step(v);
      if (!isInline(step)) {
        temporary[v] = temporaries++;
      }
      for (int argument : step.arguments()) {
        boolean computed = argument >= program.firstStep();
        if (computed
            && temporary[argument] < 0
            && (!isInline(step) || level[argument] < level[v])) {
          temporary[argument] = temporaries++;
        }
        if (program.isScalar(argument)
            && !isInline(step)
            && temporary[argument] < 0
            && (step instanceof Unary || bothScalars((Binary) step))) {
          temporary[argument] = temporaries++;
        }
      }
    }
  }

  private boolean bothScalars(Binary step) {
    return program.isScalar(step.x()) && program.isScalar(step.y());
  }

  private void calls(int l) {
    for (int v = program.firstStep(); v < program.values(); v++) {
      Step step = program.step(v);
      if (level[v] != l || isInline(step)) {
        continue;
      }
      String result = "t" + temporary[v] + ", 0, n);";
      if (step instanceof Unary unary) {
        String f = function(unary.function());
        line(text, "%s.apply(%s, %s", f, arrayOf(unary.x()), result);
      } else {
        Binary binary = (Binary) step;
        String f = function(binary.function());
        boolean x = program.isScalar(binary.x()) && temporary[binary.x()] < 0;
        boolean y = program.isScalar(binary.y()) && temporary[binary.y()] < 0;
        if (x) {
          line(text, "%s.applyScalarLeft(v%d, %s, %s", f, binary.x(), arrayOf(binary.y()), result);
        } else if (y) {
          line(text, "%s.applyScalarRight(%s, v%d, %s", f, arrayOf(binary.x()), binary.y(), result);
        } else {
          line(text, "%s.apply(%s, %s, %s", f, arrayOf(binary.x()), arrayOf(binary.y()), result);
        }
      }
    }
  }

  private String function(Object f) {
    int index = functions.indexOf(f);
    if (index < 0) {
      index = functions.size();
      functions.add(f);
    }
    return "f" + index;
  }

  /** Array and offset of a value that a call reads. */
  private String arrayOf(int value) {
    if (value < program.arrays()) {
      return "a" + value + ", i" + value;
    }
    if (program.isScalar(value)) {
      line(text, "java.util.Arrays.fill(t%d, 0, n, v%d);", temporary[value], value);
    }
    return "t" + temporary[value] + ", 0";
  }

  private void loop(int l) {
    List<Integer> inLoop = new ArrayList<>();
    for (int v = program.firstStep(); v < program.values(); v++) {
      if (level[v] == l && isInline(program.step(v))) {
        inLoop.add(v);
      }
    }
    List<Integer> stored = new ArrayList<>();
    for (int o = 0; o < program.outputs().size(); o++) {
      int v = program.outputs().get(o);
      int available = v < program.firstStep() ? 0 : level[v];
      if (available == l) {
        stored.add(o);
      }
    }
    if (inLoop.isEmpty() && stored.isEmpty()) {
      return;
    }
    line(text, "{ int k = 0;");
    if (vectors) {
      line(text, "DoubleVector zero = DoubleVector.broadcast(S, 0.0);");
      line(text, "DoubleVector one = DoubleVector.broadcast(S, 1.0);");
      for (int s = program.arrays(); s < program.firstStep(); s++) {
        line(text, "DoubleVector w%d = DoubleVector.broadcast(S, v%d);", s, s);
      }
      line(text, "for (int bound = n - LANES; k <= bound; k += LANES) {");
      body(inLoop, stored, l, true);
      line(text, "}");
    }
    line(text, "for (; k < n; k++) {");
    body(inLoop, stored, l, false);
    line(text, "} }");
  }

  private void body(List<Integer> inLoop, List<Integer> stored, int l, boolean vector) {
    String type = vector ? "DoubleVector" : "double";
    String name = vector ? "w" : "x";
    boolean[] loaded = new boolean[program.values()];
    for (int v : inLoop) {
      for (int argument : program.step(v).arguments()) {
        load(argument, l, vector, loaded);
      }
      line(text, "%s %s%d = %s;", type, name, v, expression(program.step(v), vector));
      loaded[v] = true;
      if (temporary[v] >= 0) {
        store("t" + temporary[v], "k", name + v, vector);
      }
    }
    for (int o : stored) {
      int v = program.outputs().get(o);
      load(v, l, vector, loaded);
      store("o" + o, "p" + o + " + k", read(v, vector), vector);
    }
  }

  private void load(int value, int l, boolean vector, boolean[] loaded) {
    if (loaded[value] || program.isScalar(value)) {
      return;
    }
    loaded[value] = true;
    String array = value < program.arrays() ? "a" + value : "t" + temporary[value];
    String index = value < program.arrays() ? "i" + value + " + k" : "k";
    if (vector) {
      line(text, "DoubleVector w%d = DoubleVector.fromArray(S, %s, %s);", value, array, index);
    } else {
      line(text, "double x%d = %s[%s];", value, array, index);
    }
  }

  private void store(String array, String index, String value, boolean vector) {
    if (vector) {
      line(text, "%s.intoArray(%s, %s);", value, array, index);
    } else {
      line(text, "%s[%s] = %s;", array, index, value);
    }
  }

  private String read(int value, boolean vector) {
    if (program.isScalar(value)) {
      return (vector ? "w" : "v") + value;
    }
    return (vector ? "w" : "x") + value;
  }

  private String expression(Step step, boolean vector) {
    if (step instanceof Unary unary) {
      Form form = UNARY.get(unary.function());
      return cast(vector, filled(pick(form, vector), read(unary.x(), vector)));
    } else if (step instanceof Binary binary) {
      Form form = BINARY.get(binary.function());
      return cast(
          vector, filled(pick(form, vector), read(binary.x(), vector), read(binary.y(), vector)));
    }
    Select select = (Select) step;
    String condition = read(select.condition(), vector);
    String yes = read(select.yes(), vector);
    String no = read(select.no(), vector);
    return vector
        ? "(DoubleVector) "
            + no
            + ".blend("
            + yes
            + ", "
            + condition
            + ".compare(VectorOperators.NE, zero))"
        : condition + " != 0 ? " + yes + " : " + no;
  }

  private static String pick(Form form, boolean vector) {
    return vector ? form.vector() : form.scalar();
  }

  private static String cast(boolean vector, String expression) {
    return vector ? "(DoubleVector) " + expression : expression;
  }
}
