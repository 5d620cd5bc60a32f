package dev.linden.fuse.code;

import dev.linden.base.bytecode.Bytecode;
import dev.linden.base.bytecode.ClassFile;
import dev.linden.fuse.code.CellProgram.Binary;
import dev.linden.fuse.code.CellProgram.Select;
import dev.linden.fuse.code.CellProgram.Step;
import dev.linden.fuse.code.CellProgram.Unary;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.UnaryFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The class of a cell program. Arithmetic, comparisons and the like stay in registers, in loops on
 * the Vector API where it is there; other functions are called on short arrays in between, in their
 * own loops, so that no function is written twice. Each generated class has loops of its own and
 * with them a JIT profile of its own.
 *
 * <p>What a program becomes, as Java, for {@code exp(a0 - s0) * a1} with the result {@code o0}:
 *
 * <pre>{@code
 * for (; k <= n - lanes; k += lanes) (fromArray(a0, i0 + k) - broadcast(s0)).intoArray(t0, k);
 * for (; k < n; k++) t0[k] = a0[i0 + k] - s0;
 * unary[0].apply(t0, 0, t1, 0, n);
 * for (...) (fromArray(t1, k) * fromArray(a1, i1 + k)).intoArray(o0, p0 + k);
 * for (...) o0[p0 + k] = t1[k] * a1[i1 + k];
 * }</pre>
 */
final class LoopCode {
  /** Longer programs are left to {@link InterpretedBody}: the JIT compiler gives up on them. */
  static final int MOST_STEPS = 64;

  private static final String PACKAGE = "dev/linden/fuse/code/";
  private static final String PARENT = PACKAGE + "GeneratedBody";
  private static final String UNARY_FUNCTION = "dev/linden/matrix/UnaryFunction";
  private static final String BINARY_FUNCTION = "dev/linden/matrix/BinaryFunction";
  private static final String UNARY_ARRAY = "[L" + UNARY_FUNCTION + ";";
  private static final String BINARY_ARRAY = "[L" + BINARY_FUNCTION + ";";
  private static final String CONSTRUCTOR = "(" + UNARY_ARRAY + BINARY_ARRAY + "I)V";
  private static final String VECTORS = "jdk/incubator/vector/";
  private static final String VECTOR = "L" + VECTORS + "Vector;";
  private static final String DOUBLES = VECTORS + "DoubleVector";
  private static final String DOUBLE_VECTOR = "L" + DOUBLES + ";";
  private static final String SPECIES = "L" + VECTORS + "VectorSpecies;";
  private static final String MASK = "L" + VECTORS + "VectorMask;";
  private static final String COMPARISON = "L" + VECTORS + "VectorOperators$Comparison;";

  /** How a function of cells is written: a method of vectors, and an instruction or a method. */
  private record Arithmetic(String vector, int instruction, String method) {}

  /** A comparison: its name among the operators of vectors, and the two instructions of it. */
  private record Comparison(String vector, int compare, int jumpIfTrue) {}

  private static final Map<UnaryFunction, Arithmetic> UNARY =
      Map.of(
          Cells.NEGATE, new Arithmetic("neg", Bytecode.DNEG, null),
          Cells.ABS, new Arithmetic("abs", 0, "abs"),
          Cells.SQRT, new Arithmetic("sqrt", 0, "sqrt"));

  private static final Map<BinaryFunction, Arithmetic> BINARY =
      Map.of(
          Cells.PLUS, new Arithmetic("add", Bytecode.DADD, null),
          Cells.MINUS, new Arithmetic("sub", Bytecode.DSUB, null),
          Cells.TIMES, new Arithmetic("mul", Bytecode.DMUL, null),
          Cells.DIVIDE, new Arithmetic("div", Bytecode.DDIV, null),
          Cells.MIN, new Arithmetic("min", 0, "min"),
          Cells.MAX, new Arithmetic("max", 0, "max"));

  private static final Comparison EQUAL = new Comparison("EQ", Bytecode.DCMPL, Bytecode.IFEQ);
  private static final Comparison NOT_EQUAL = new Comparison("NE", Bytecode.DCMPL, Bytecode.IFNE);

  private static final Map<BinaryFunction, Comparison> COMPARISONS =
      Map.of(
          Cells.LESS, new Comparison("LT", Bytecode.DCMPG, Bytecode.IFLT),
          Cells.LESS_EQUAL, new Comparison("LE", Bytecode.DCMPG, Bytecode.IFLE),
          Cells.GREATER, new Comparison("GT", Bytecode.DCMPL, Bytecode.IFGT),
          Cells.GREATER_EQUAL, new Comparison("GE", Bytecode.DCMPL, Bytecode.IFGE),
          Cells.EQUAL, EQUAL,
          Cells.NOT_EQUAL, NOT_EQUAL);

  private final CellProgram program;
  private final boolean vectors;
  private final int[] level;

  /** Number of the temporary array of a value; -1 for values that need none. */
  private final int[] temporary;

  private final List<UnaryFunction> unary = new ArrayList<>();
  private final List<BinaryFunction> binary = new ArrayList<>();
  private int temporaries;

  private final ClassFile file = new ClassFile();
  private final Bytecode code = new Bytecode(8);

  // local variables of the method, by number of array, scalar, output, temporary or value
  private final int n = 7;
  private final int k = code.local();
  private final int lanes = code.local();
  private final int lastVector = code.local();
  private final int zero = code.local();
  private final int one = code.local();
  private final int[] array;
  private final int[] arrayAt;
  private final int[] out;
  private final int[] outAt;
  private int[] temporaryArray;
  private final int[] cell;
  private final int[] vector;

  /**
   * @param vectors use the Vector API
   */
  LoopCode(CellProgram program, boolean vectors) {
    this.program = program;
    this.vectors = vectors;
    level = levels(program);
    temporary = new int[program.values()];
    assignTemporaries();
    array = new int[program.arrays()];
    arrayAt = new int[program.arrays()];
    out = new int[program.outputs().size()];
    outAt = new int[program.outputs().size()];
    cell = new int[program.values()];
    vector = new int[program.values()];
  }

  /** Functions that the constructor of the class takes. */
  UnaryFunction[] unary() {
    return unary.toArray(new UnaryFunction[0]);
  }

  /** Functions that the constructor of the class takes. */
  BinaryFunction[] binary() {
    return binary.toArray(new BinaryFunction[0]);
  }

  int temporaries() {
    return temporaries;
  }

  static boolean isInline(Step step) {
    if (step instanceof Unary call) {
      return UNARY.containsKey(call.function())
          || call.function() == Cells.NOT
          || call.function() == FusedProgram.UNSIGNED_ZERO;
    }
    return step instanceof Select
        || (step instanceof Binary call
            && (BINARY.containsKey(call.function()) || COMPARISONS.containsKey(call.function())));
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

  /** Values that are read by a call, by a loop of a later level, or that a call computes. */
  private void assignTemporaries() {
    Arrays.fill(temporary, -1);
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

  /** The class, in the package of this one. */
  byte[] of(String name) {
    constructor();
    prepare();
    int last = 0;
    for (int v = program.firstStep(); v < program.values(); v++) {
      last = Math.max(last, level[v]);
    }
    for (int l = 0; l <= last; l++) {
      calls(l);
      loops(l);
    }
    code.op(Bytecode.RETURN);
    file.add("run", "([[D[I[D[[D[I[[DI)V", code);
    return file.bytes(PACKAGE + name, PARENT);
  }

  private void constructor() {
    Bytecode constructor = new Bytecode(4);
    constructor.loadReference(0);
    constructor.loadReference(1);
    constructor.loadReference(2);
    constructor.loadInt(3);
    constructor.callConstructor(file.method(PARENT, "<init>", CONSTRUCTOR));
    constructor.op(Bytecode.RETURN);
    file.add("<init>", CONSTRUCTOR, constructor);
  }

  // ---- local variables

  private void prepare() {
    for (int a = 0; a < array.length; a++) {
      array[a] = elementReference(1, a);
      arrayAt[a] = elementInt(2, a);
    }
    for (int s = program.arrays(); s < program.firstStep(); s++) {
      cell[s] = code.doubleLocal();
      code.loadReference(3);
      code.number(s - program.arrays());
      code.op(Bytecode.DALOAD);
      code.storeDouble(cell[s]);
    }
    for (int o = 0; o < out.length; o++) {
      out[o] = elementReference(4, o);
      outAt[o] = elementInt(5, o);
    }
    temporaryArray = new int[temporaries];
    for (int t = 0; t < temporaries; t++) {
      temporaryArray[t] = elementReference(6, t);
    }
    if (vectors) {
      species();
      code.callInterface(file.interfaceMethod(VECTORS + "VectorSpecies", "length", "()I"));
      code.storeInt(lanes);
      code.loadInt(n);
      code.loadInt(lanes);
      code.op(Bytecode.ISUB);
      code.storeInt(lastVector);
      species();
      code.op(Bytecode.DCONST_0);
      broadcast(zero);
      species();
      code.op(Bytecode.DCONST_1);
      broadcast(one);
      for (int s = program.arrays(); s < program.firstStep(); s++) {
        vector[s] = code.local();
        species();
        code.loadDouble(cell[s]);
        broadcast(vector[s]);
      }
    }
    for (int v = 0; v < program.values(); v++) {
      if (!program.isScalar(v)) {
        cell[v] = code.doubleLocal();
        vector[v] = code.local();
      }
    }
  }

  private int elementReference(int parameter, int index) {
    int local = code.local();
    code.loadReference(parameter);
    code.number(index);
    code.op(Bytecode.AALOAD);
    code.storeReference(local);
    return local;
  }

  private int elementInt(int parameter, int index) {
    int local = code.local();
    code.loadReference(parameter);
    code.number(index);
    code.op(Bytecode.IALOAD);
    code.storeInt(local);
    return local;
  }

  private void species() {
    code.getStatic(file.field(DOUBLES, "SPECIES_PREFERRED", SPECIES));
  }

  /** A vector of the number on the stack, above its species. */
  private void broadcast(int to) {
    code.callStatic(file.method(DOUBLES, "broadcast", "(" + SPECIES + "D)" + DOUBLE_VECTOR));
    code.storeReference(to);
  }

  // ---- calls of functions on arrays

  private void calls(int l) {
    for (int v = program.firstStep(); v < program.values(); v++) {
      Step step = program.step(v);
      if (level[v] != l || isInline(step)) {
        continue;
      }
      if (step instanceof Unary call) {
        fill(call.x());
        function("unary", UNARY_ARRAY, number(unary, call.function()));
        operand(call.x());
        result(v);
        code.call(file.method(UNARY_FUNCTION, "apply", "([DI[DII)V"));
      } else {
        call((Binary) step, v);
      }
    }
  }

  private void call(Binary step, int v) {
    boolean x = program.isScalar(step.x()) && temporary[step.x()] < 0;
    boolean y = program.isScalar(step.y()) && temporary[step.y()] < 0;
    if (!x) {
      fill(step.x());
    }
    if (!y) {
      fill(step.y());
    }
    function("binary", BINARY_ARRAY, number(binary, step.function()));
    if (x) {
      code.loadDouble(cell[step.x()]);
    } else {
      operand(step.x());
    }
    if (y) {
      code.loadDouble(cell[step.y()]);
    } else {
      operand(step.y());
    }
    result(v);
    String name = x ? "applyScalarLeft" : y ? "applyScalarRight" : "apply";
    String descriptor = "(" + (x ? "D" : "[DI") + (y ? "D" : "[DI") + "[DII)V";
    code.call(file.method(BINARY_FUNCTION, name, descriptor));
  }

  private static <F> int number(List<F> functions, F function) {
    int index = functions.indexOf(function);
    if (index < 0) {
      functions.add(function);
      return functions.size() - 1;
    }
    return index;
  }

  private void function(String field, String type, int index) {
    code.loadReference(0);
    code.getField(file.field(PARENT, field, type));
    code.number(index);
    code.op(Bytecode.AALOAD);
  }

  /** A scalar that a function takes as an array. */
  private void fill(int value) {
    if (program.isScalar(value)) {
      code.loadReference(temporaryArray[temporary[value]]);
      code.number(0);
      code.loadInt(n);
      code.loadDouble(cell[value]);
      code.callStatic(file.method("java/util/Arrays", "fill", "([DIID)V"));
    }
  }

  /** Array and offset of a value that a call reads. */
  private void operand(int value) {
    if (value < program.arrays()) {
      code.loadReference(array[value]);
      code.loadInt(arrayAt[value]);
    } else {
      code.loadReference(temporaryArray[temporary[value]]);
      code.number(0);
    }
  }

  private void result(int value) {
    code.loadReference(temporaryArray[temporary[value]]);
    code.number(0);
    code.loadInt(n);
  }

  // ---- loops

  private void loops(int l) {
    List<Integer> inLoop = new ArrayList<>();
    for (int v = program.firstStep(); v < program.values(); v++) {
      if (level[v] == l && isInline(program.step(v))) {
        inLoop.add(v);
      }
    }
    List<Integer> stored = new ArrayList<>();
    for (int o = 0; o < out.length; o++) {
      int v = program.outputs().get(o);
      int available = v < program.firstStep() ? 0 : level[v];
      if (available == l) {
        stored.add(o);
      }
    }
    if (inLoop.isEmpty() && stored.isEmpty()) {
      return;
    }
    code.number(0);
    code.storeInt(k);
    if (vectors) {
      loop(inLoop, stored, true);
    }
    loop(inLoop, stored, false);
  }

  private void loop(List<Integer> inLoop, List<Integer> stored, boolean asVector) {
    int head = code.here();
    code.loadInt(k);
    code.loadInt(asVector ? lastVector : n);
    int end = code.jump(asVector ? Bytecode.IF_ICMPGT : Bytecode.IF_ICMPGE);
    boolean[] loaded = new boolean[program.values()];
    for (int v : inLoop) {
      for (int argument : program.step(v).arguments()) {
        load(argument, asVector, loaded);
      }
      compute(program.step(v), asVector);
      keep(v, asVector);
      loaded[v] = true;
      if (temporary[v] >= 0) {
        store(temporaryArray[temporary[v]], -1, v, asVector);
      }
    }
    for (int o : stored) {
      int v = program.outputs().get(o);
      load(v, asVector, loaded);
      store(out[o], outAt[o], v, asVector);
    }
    code.loadInt(k);
    if (asVector) {
      code.loadInt(lanes);
    } else {
      code.number(1);
    }
    code.op(Bytecode.IADD);
    code.storeInt(k);
    code.jump(Bytecode.GOTO, head);
    code.land(end);
  }

  private void keep(int value, boolean asVector) {
    if (asVector) {
      code.storeReference(vector[value]);
    } else {
      code.storeDouble(cell[value]);
    }
  }

  private void push(int value, boolean asVector) {
    if (asVector) {
      code.loadReference(vector[value]);
    } else {
      code.loadDouble(cell[value]);
    }
  }

  /** Where cell k of an array is; without an offset for temporaries. */
  private void index(int offset) {
    code.loadInt(k);
    if (offset >= 0) {
      code.loadInt(offset);
      code.op(Bytecode.IADD);
    }
  }

  private void load(int value, boolean asVector, boolean[] loaded) {
    if (loaded[value] || program.isScalar(value)) {
      return;
    }
    loaded[value] = true;
    boolean given = value < program.arrays();
    if (asVector) {
      species();
    }
    code.loadReference(given ? array[value] : temporaryArray[temporary[value]]);
    index(given ? arrayAt[value] : -1);
    if (asVector) {
      String descriptor = "(" + SPECIES + "[DI)" + DOUBLE_VECTOR;
      code.callStatic(file.method(DOUBLES, "fromArray", descriptor));
    } else {
      code.op(Bytecode.DALOAD);
    }
    keep(value, asVector);
  }

  private void store(int to, int offset, int value, boolean asVector) {
    if (asVector) {
      push(value, true);
      code.loadReference(to);
      index(offset);
      code.call(file.method(DOUBLES, "intoArray", "([DI)V"));
    } else {
      code.loadReference(to);
      index(offset);
      push(value, false);
      code.op(Bytecode.DASTORE);
    }
  }

  // ---- steps

  private void compute(Step step, boolean asVector) {
    if (step instanceof Unary call) {
      if (call.function() == Cells.NOT) {
        compare(EQUAL, call.x(), -1, asVector);
      } else if (call.function() == FusedProgram.UNSIGNED_ZERO) {
        push(call.x(), asVector);
        pushZero(asVector);
        apply(BINARY.get(Cells.PLUS), true, asVector);
      } else {
        push(call.x(), asVector);
        apply(UNARY.get(call.function()), false, asVector);
      }
    } else if (step instanceof Binary call) {
      Comparison comparison = COMPARISONS.get(call.function());
      if (comparison != null) {
        compare(comparison, call.x(), call.y(), asVector);
      } else {
        push(call.x(), asVector);
        push(call.y(), asVector);
        apply(BINARY.get(call.function()), true, asVector);
      }
    } else {
      select((Select) step, asVector);
    }
  }

  private void pushZero(boolean asVector) {
    if (asVector) {
      code.loadReference(zero);
    } else {
      code.op(Bytecode.DCONST_0);
    }
  }

  private void apply(Arithmetic function, boolean two, boolean asVector) {
    if (asVector) {
      String descriptor = "(" + (two ? VECTOR : "") + ")" + DOUBLE_VECTOR;
      code.call(file.method(DOUBLES, function.vector(), descriptor));
    } else if (function.method() != null) {
      String descriptor = two ? "(DD)D" : "(D)D";
      code.callStatic(file.method("java/lang/Math", function.method(), descriptor));
    } else {
      code.op(function.instruction());
    }
  }

  /**
   * 1 or 0.
   *
   * @param y negative for the number 0
   */
  private void compare(Comparison comparison, int x, int y, boolean asVector) {
    if (asVector) {
      code.loadReference(zero);
      code.loadReference(one);
      blendWhere(comparison, x, y);
      return;
    }
    // through an integer: the JIT compiler makes a jump of a choice between doubles
    int isTrue = jumpIf(comparison, x, y);
    code.number(0);
    int end = code.jump(Bytecode.GOTO);
    code.land(isTrue);
    code.number(1);
    code.land(end);
    code.op(Bytecode.I2D);
  }

  private void select(Select step, boolean asVector) {
    if (asVector) {
      push(step.no(), true);
      push(step.yes(), true);
      blendWhere(NOT_EQUAL, step.condition(), -1);
      return;
    }
    int isTrue = jumpIf(NOT_EQUAL, step.condition(), -1);
    push(step.no(), false);
    int end = code.jump(Bytecode.GOTO);
    code.land(isTrue);
    push(step.yes(), false);
    code.land(end);
  }

  /** Takes from two vectors on the stack the second where the comparison holds, else the first. */
  private void blendWhere(Comparison comparison, int x, int y) {
    push(x, true);
    code.getStatic(file.field(VECTORS + "VectorOperators", comparison.vector(), COMPARISON));
    if (y < 0) {
      code.loadReference(zero);
    } else {
      push(y, true);
    }
    code.call(file.method(DOUBLES, "compare", "(" + COMPARISON + VECTOR + ")" + MASK));
    code.call(file.method(DOUBLES, "blend", "(" + VECTOR + MASK + ")" + DOUBLE_VECTOR));
  }

  private int jumpIf(Comparison comparison, int x, int y) {
    push(x, false);
    if (y < 0) {
      code.op(Bytecode.DCONST_0);
    } else {
      push(y, false);
    }
    code.op(comparison.compare());
    return code.jump(comparison.jumpIfTrue());
  }
}
