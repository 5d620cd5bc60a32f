package dev.linden.run.compiled;

import dev.linden.base.bytecode.Bytecode;
import dev.linden.base.bytecode.ClassFile;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Scalar;
import dev.linden.op.ScalarArithmetic;
import dev.linden.op.ScalarForm;
import dev.linden.op.ValueType;
import dev.linden.plan.Instruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The class of a region, for variables of certain types. It follows the instructions in their order
 * and keeps, at each place of the code, what is known of every slot ({@link State}). Scalars are
 * computed in local variables by the cell functions that kernels call. An instruction whose
 * operands are not known to be numbers is left to its step, and so is a cell that is out of bounds
 * or in a matrix that is stored in another way: variables that it reads are put into their slots
 * before.
 *
 * <p>Where branches meet, a variable that has different types goes to its slot, where the tag
 * tells. A loop is written for the types at its beginning. If they change once, as those of {@code
 * s = 0} do in {@code s = s + x}, the first iteration is written apart. The outermost loop is left
 * when they change: it goes on in other code, or in the interpreter.
 */
final class RegionWriter {
  /** The JIT compiler gives up on longer methods. */
  private static final int LONGEST = 7900;

  private static final int MOST_SLOTS = Short.MAX_VALUE;
  private static final int MOST_PEELED = 2;

  /** Nodes written, counting each time that a loop is tried. */
  private static final int MOST_WRITTEN = 50_000;

  private static final String PACKAGE = "dev/linden/run/compiled/";
  private static final String PARENT = PACKAGE + "Code";
  private static final String VARIABLES = PACKAGE + "Variables";
  private static final String VARIABLES_TYPE = "L" + VARIABLES + ";";
  private static final String STEP = PACKAGE + "Interpreted";
  private static final String STEP_TYPE = "L" + STEP + ";";
  private static final String COUNTED = "L" + PACKAGE + "Counted;";
  private static final String FUNCTIONS = PACKAGE + "Functions";
  private static final String UNARY = "dev/linden/matrix/UnaryFunction";
  private static final String BINARY = "dev/linden/matrix/BinaryFunction";
  private static final String OF_BITS = "dev/linden/op/ScalarForm$OfBits";
  private static final String HANDLES = "java/lang/invoke/MethodHandles";
  private static final String LOOKUP = "Ljava/lang/invoke/MethodHandles$Lookup;";

  // Parameters of the method.
  private static final int FRAME = 1;
  private static final int NEXT = 2;
  private static final int INCREMENT = 4;
  private static final int LEFT = 6;
  private static final int PARAMETERS = 8;

  private final Region region;
  private final Variables variables;
  private final boolean peels;
  private final int slots;
  private final BitSet needed;
  private final Liveness liveness;
  private final BitSet writtenCells;
  private final ClassFile file = new ClassFile();
  private final Bytecode code = new Bytecode(PARAMETERS);
  private Code.Signature signature;

  // Constants of the class: functions and steps.
  private final Map<Object, Integer> constantFields = new IdentityHashMap<>();
  private final List<Object> constants = new ArrayList<>();
  private final List<String> constantTypes = new ArrayList<>();

  // Local variables by slot; 0 stands for none yet.
  private final int[] doubles;
  private final int[] longs;
  private final int[] cells;
  private final int[] rows;
  private final int[] cols;
  private final int[] owned;
  private final int rowIndex = code.doubleLocal();
  private final int colIndex = code.doubleLocal();

  private String name;
  private int written;

  /** Loops within loops are tried too often. */
  private static final class TooComplexException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * @param peels write first iterations apart where types change
   */
  RegionWriter(Region region, Variables variables, boolean peels) {
    this.region = region;
    this.variables = variables;
    this.peels = peels;
    this.slots = variables.tags.length;
    this.needed = region.neededOfTouched();
    this.liveness = Liveness.of(region.nodes(), needed);
    this.writtenCells = Region.cells(region.nodes(), true);
    doubles = new int[slots];
    longs = new int[slots];
    cells = new int[slots];
    rows = new int[slots];
    cols = new int[slots];
    owned = new int[slots];
  }

  /** What the initializer of the class expects. */
  Object[] constants() {
    return constants.toArray();
  }

  Code.Signature signature() {
    return signature;
  }

  /** The class, or null: it would be too long. */
  byte[] write(String simpleName) {
    name = PACKAGE + simpleName;
    if (slots > MOST_SLOTS) {
      return null;
    }
    try {
      State state = entry();
      if (region.loop()) {
        loop(region.nodes().get(0), state);
      } else {
        writeAll(region.nodes(), code, state);
        leave(code, state, needed, Code.DONE);
      }
    } catch (Bytecode.TooLongException | TooComplexException e) {
      return null;
    }
    if (code.here() > LONGEST) {
      return null;
    }
    file.add("run", "(" + VARIABLES_TYPE + "JJJ)I", code);
    addConstructor();
    addConstants();
    return file.bytes(name, PARENT);
  }

  private void addConstructor() {
    Bytecode constructor = new Bytecode(1);
    constructor.loadReference(0);
    constructor.callConstructor(file.method(PARENT, "<init>", "()V"));
    constructor.op(Bytecode.RETURN);
    file.add("<init>", "()V", constructor);
  }

  /** Static and final, so that the JIT compiler sees through calls on them. */
  private void addConstants() {
    Bytecode initializer = new Bytecode(0);
    int all = initializer.local();
    initializer.callStatic(file.method(HANDLES, "lookup", "()" + LOOKUP));
    initializer.constant(file.text("_"));
    initializer.constant(file.type("[Ljava/lang/Object;"));
    initializer.callStatic(
        file.method(
            HANDLES,
            "classData",
            "(" + LOOKUP + "Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;"));
    initializer.cast(file.type("[Ljava/lang/Object;"));
    initializer.storeReference(all);
    for (int k = 0; k < constants.size(); k++) {
      String type = constantTypes.get(k);
      file.addConstant("c" + k, type);
      initializer.loadReference(all);
      initializer.number(k);
      initializer.op(Bytecode.AALOAD);
      initializer.cast(file.type(type.substring(1, type.length() - 1)));
      initializer.putStatic(file.field(name, "c" + k, type));
    }
    initializer.op(Bytecode.RETURN);
    file.addInitializer(initializer);
  }

  /** Loads a constant object. */
  private void push(Object value, String type, Bytecode c) {
    Integer field = constantFields.get(value);
    if (field == null) {
      field = constants.size();
      constantFields.put(value, field);
      constants.add(value);
      constantTypes.add(type);
    }
    c.getStatic(file.field(name, "c" + field, type));
  }

  // ---- entry and exit

  /** Live variables have the types that they have now; all others may have anything. */
  private State entry() {
    State state = new State(slots);
    BitSet live = region.loop() ? liveness.head(region.nodes().get(0)) : liveness.before();
    BitSet written = Region.written(region.nodes());
    List<Integer> dependent = new ArrayList<>();
    for (int slot = 0; slot < slots; slot++) {
      if (live.get(slot) || region.literal().test(slot)) {
        state.inFrame(slot, State.type(variables.tags[slot]));
        if (live.get(slot) && !region.literal().test(slot)) {
          dependent.add(slot);
        }
      } else {
        if (written.get(slot) && region.loop()) {
          // What is in there nobody needs, and code need not look whether it is to be released.
          callWithSlot("clear", slot, code);
        }
        state.inFrame(slot, written.get(slot) ? State.EMPTY | State.NUMBERS : State.ANY);
      }
    }
    int[] which = dependent.stream().mapToInt(Integer::intValue).toArray();
    byte[] tags = new byte[which.length];
    for (int i = 0; i < which.length; i++) {
      tags[i] = variables.tags[which[i]];
    }
    signature = new Code.Signature(which, tags);
    return state;
  }

  /** Puts what is live into the slots, and returns. */
  private void leave(Bytecode c, State state, BitSet live, int result) {
    storeAll(c, state.copy(), live);
    c.number(result);
    c.op(Bytecode.IRETURN);
  }

  private void storeAll(Bytecode c, State state, BitSet live) {
    for (int slot = live.nextSetBit(0); slot >= 0; slot = live.nextSetBit(slot + 1)) {
      store(c, state, slot);
    }
  }

  // ---- variables

  private int longOf(int slot) {
    if (longs[slot] == 0) {
      longs[slot] = code.doubleLocal();
    }
    return longs[slot];
  }

  private int doubleOf(int slot) {
    if (doubles[slot] == 0) {
      doubles[slot] = code.doubleLocal();
    }
    return doubles[slot];
  }

  private void pushField(Bytecode c, String field, String type) {
    c.loadReference(FRAME);
    c.getField(file.field(VARIABLES, field, type));
  }

  /** Puts a variable into its slot, unless the slot has the value. */
  private void store(Bytecode c, State state, int slot) {
    if (!state.isLocal(slot) || !state.isStale(slot)) {
      return;
    }
    pushField(c, "tags", "[B");
    c.number(slot);
    c.number(State.tag(state.types(slot)));
    c.op(Bytecode.BASTORE);
    pushField(c, "bits", "[J");
    c.number(slot);
    pushBits(c, state, slot);
    c.op(Bytecode.LASTORE);
    state.stored(slot);
  }

  /** Takes a variable of one number type out of its slot. */
  private void load(Bytecode c, State state, int slot) {
    if (state.isLocal(slot)) {
      return;
    }
    pushField(c, "bits", "[J");
    c.number(slot);
    c.op(Bytecode.LALOAD);
    if (state.types(slot) == State.DOUBLE) {
      c.callStatic(file.method("java/lang/Double", "longBitsToDouble", "(J)D"));
      c.storeDouble(doubleOf(slot));
    } else {
      c.storeLong(longOf(slot));
    }
    state.loaded(slot);
  }

  private void pushBits(Bytecode c, State state, int slot) {
    if (region.literal().test(slot)) {
      c.wideConstant(file.number(variables.bits[slot]));
      return;
    }
    load(c, state, slot);
    if (state.types(slot) == State.DOUBLE) {
      c.loadDouble(doubleOf(slot));
      c.callStatic(file.method("java/lang/Double", "doubleToRawLongBits", "(D)J"));
    } else {
      c.loadLong(longOf(slot));
    }
  }

  /** An int or a boolean. */
  private void pushLong(Bytecode c, State state, int slot) {
    pushBits(c, state, slot);
  }

  /** Any number or boolean. */
  private void pushDouble(Bytecode c, State state, int slot) {
    int types = state.types(slot);
    if (region.literal().test(slot)) {
      c.wideConstant(file.number(Scalar.decode(valueType(types), variables.bits[slot])));
    } else if (!State.isOne(types)) {
      c.loadReference(FRAME);
      c.number(slot);
      c.callStatic(file.method(VARIABLES, "number", "(" + VARIABLES_TYPE + "I)D"));
    } else {
      load(c, state, slot);
      if (types == State.DOUBLE) {
        c.loadDouble(doubleOf(slot));
      } else {
        c.loadLong(longOf(slot));
        c.op(Bytecode.L2D);
      }
    }
  }

  /** Takes a result from the stack. */
  private void pop(Bytecode c, State state, int slot, int type) {
    if (type == State.DOUBLE) {
      c.storeDouble(doubleOf(slot));
    } else {
      c.storeLong(longOf(slot));
    }
    release(c, state, slot);
    state.computed(slot, type);
  }

  /** What is in the slot may have to be given back before the slot gets something else. */
  private void release(Bytecode c, State state, int slot) {
    int types = state.types(slot);
    if (state.isLocal(slot) || (types & State.REFERENCES) == 0) {
      return;
    }
    if ((types & State.VALUE) != 0) {
      c.loadReference(FRAME);
      c.call(file.method(VARIABLES, "unpin", "()V"));
      state.dropCells();
    }
    callWithSlot("clear", slot, c);
  }

  private void callWithSlot(String method, int slot, Bytecode c) {
    c.loadReference(FRAME);
    c.number(slot);
    c.call(file.method(VARIABLES, method, "(I)V"));
  }

  /** Brings what is live from one state to another, which may know less. */
  private void conform(Bytecode c, State from, State to, BitSet live) {
    State state = from.copy();
    for (int slot = live.nextSetBit(0); slot >= 0; slot = live.nextSetBit(slot + 1)) {
      if (to.isLocal(slot)) {
        load(c, state, slot);
      } else {
        store(c, state, slot);
      }
    }
    for (int slot = 0; slot < slots; slot++) {
      if (to.hasCells(slot) && !state.hasCells(slot)) {
        takeCells(c, state, slot);
      }
    }
  }

  // ---- instructions

  private void writeAll(List<Node> nodes, Bytecode c, State state) {
    for (Node node : nodes) {
      write(node, c, state);
    }
  }

  private void write(Node node, Bytecode c, State state) {
    written++;
    if (written > MOST_WRITTEN) {
      throw new TooComplexException();
    }
    if (node instanceof Node.Compute compute) {
      if (!scalar(compute, c, state) && !cell(compute, c, state)) {
        interpret(compute, c, state);
      }
    } else if (node instanceof Node.Copy copy) {
      copy(copy, c, state);
    } else if (node instanceof Node.Remove gone) {
      remove(gone.slots(), liveness.after(node), c, state);
    } else if (node instanceof Node.Opaque opaque) {
      interpret(opaque, c, state);
    } else if (node instanceof Node.If branch) {
      branch(branch, c, state);
    } else {
      Loop loop = node instanceof Node.While inner ? new While(inner) : counted(node, c, state);
      nested(loop, c, state);
    }
  }

  private Loop counted(Node node, Bytecode c, State state) {
    Node.For loop = (Node.For) node;
    For counted = new For(loop, code.doubleLocal(), code.doubleLocal(), code.doubleLocal());
    counted.begin(c, state);
    return counted;
  }

  private void copy(Node.Copy copy, Bytecode c, State state) {
    int type = state.types(copy.source());
    if (copy.source() == copy.target()) {
      return;
    }
    if (State.isNumber(type)) {
      if (type == State.DOUBLE) {
        pushDouble(c, state, copy.source());
      } else {
        pushLong(c, state, copy.source());
      }
      pop(c, state, copy.target(), type);
      return;
    }
    store(c, state, copy.source());
    callStep(copy.step(), c, state);
    state.inFrame(copy.target(), type & ~State.EMPTY);
    if (copy.dies()) {
      state.inFrame(copy.source(), State.EMPTY);
    }
  }

  private void remove(int[] gone, BitSet live, Bytecode c, State state) {
    for (int slot : gone) {
      release(c, state, slot);
      boolean needed = live.get(slot);
      if (needed) {
        pushField(c, "tags", "[B");
        c.number(slot);
        c.number(Variables.EMPTY);
        c.op(Bytecode.BASTORE);
      }
      state.inFrame(slot, needed ? State.EMPTY : State.EMPTY | State.NUMBERS);
    }
  }

  // ---- the interpreter

  private void callStep(Interpreted step, Bytecode c, State state) {
    push(step, STEP_TYPE, c);
    c.loadReference(FRAME);
    c.call(file.method(STEP, "runFrom", "(" + VARIABLES_TYPE + ")V"));
    state.dropCells();
  }

  private void interpret(Node.Compute node, Bytecode c, State state) {
    Instruction.Compute instruction = node.instruction();
    for (int slot : instruction.inputs()) {
      if (slot != Instruction.NONE) {
        store(c, state, slot);
      }
    }
    int[] outputs = instruction.outputs();
    int expected = outputs.length == 1 ? result(instruction, 0) : State.ANY;
    if (outputs.length == 1 && outputs[0] != Instruction.NONE && State.isNumber(expected)) {
      push(node.step(), STEP_TYPE, c);
      c.loadReference(FRAME);
      c.number(outputs[0]);
      c.number(State.tag(expected));
      c.call(file.method(STEP, "runFrom", "(" + VARIABLES_TYPE + "II)V"));
      state.dropCells();
    } else {
      callStep(node.step(), c, state);
    }
    for (int i = 0; i < instruction.inputs().length; i++) {
      if (instruction.dies()[i]) {
        // Not every step empties the slots of scalars.
        int left = state.types(instruction.inputs()[i]) & State.NUMBERS;
        state.inFrame(instruction.inputs()[i], State.EMPTY | left);
      }
    }
    for (int k = 0; k < outputs.length; k++) {
      if (outputs[k] != Instruction.NONE) {
        state.inFrame(outputs[k], result(instruction, k));
      }
    }
  }

  private static int result(Instruction.Compute instruction, int k) {
    Info info = instruction.results().get(k);
    if (!info.isScalar()) {
      return State.VALUE;
    }
    return info.value() == ValueType.UNKNOWN
        ? State.NUMBERS | State.STRING
        : State.type(Variables.tag(info.value()));
  }

  private void interpret(Node.Opaque node, Bytecode c, State state) {
    for (int slot : node.reads()) {
      store(c, state, slot);
    }
    callStep(node.step(), c, state);
    for (int slot : node.empties()) {
      state.inFrame(slot, State.EMPTY | state.types(slot) & State.NUMBERS);
    }
    for (int k = 0; k < node.writes().length; k++) {
      int tag = node.tags()[k];
      state.inFrame(node.writes()[k], tag < 0 ? State.ANY : State.type((byte) tag));
    }
  }

  // ---- operators on scalars

  private static ValueType valueType(int type) {
    return switch (type) {
      case State.DOUBLE -> ValueType.DOUBLE;
      case State.INT -> ValueType.INT;
      default -> ValueType.BOOLEAN;
    };
  }

  /**
   * False if the operator is none of scalars, or the types of operands do not tell the result's.
   */
  private boolean scalar(Node.Compute node, Bytecode c, State state) {
    Instruction.Compute instruction = node.instruction();
    Op op = instruction.op();
    int[] operands = given(instruction.inputs());
    if (!node.plain()
        || operands == null
        || instruction.outputs().length != 1
        || instruction.outputs()[0] == Instruction.NONE) {
      return false;
    }
    for (int slot : operands) {
      int types = state.types(slot);
      if (types == 0 || (types & ~State.NUMBERS) != 0) {
        return false;
      }
    }
    int target = instruction.outputs()[0];
    if (ScalarArithmetic.covers(op)) {
      int type = resultType(op, operands, state);
      if (type == 0) {
        return false;
      } else if (operands.length == 1) {
        unary(node, operands[0], type, c, state);
      } else {
        folded(node, operands, type, c, state);
      }
      pop(c, state, target, type);
      return true;
    }
    return op.scalarForm() != null && ofBits(node, operands, target, c, state);
  }

  /** Without absent arguments at the end; null if others are absent. */
  private static int[] given(int[] inputs) {
    int count = inputs.length;
    while (count > 0 && inputs[count - 1] == Instruction.NONE) {
      count--;
    }
    int[] operands = Arrays.copyOf(inputs, count);
    return count == 0 || Arrays.stream(operands).anyMatch(slot -> slot == Instruction.NONE)
        ? null
        : operands;
  }

  /** The type that the result has whatever types operands have; 0 if there are several. */
  private static int resultType(Op op, int[] operands, State state) {
    if (operands.length == 1 ? op.unary() == null : op.binary() == null) {
      return 0;
    }
    int types = state.types(operands[0]);
    if (operands.length == 1) {
      types = resultTypes(op, types, 0);
    }
    for (int i = 1; i < operands.length; i++) {
      types = resultTypes(op, types, state.types(operands[i]));
    }
    return State.isNumber(types) ? types : 0;
  }

  /** By all types of {@code a}, and of {@code b} unless that is 0. */
  private static int resultTypes(Op op, int a, int b) {
    int results = 0;
    for (int x = State.DOUBLE; x <= State.BOOLEAN; x <<= 1) {
      if ((a & x) == 0) {
        continue;
      }
      if (b == 0) {
        results |= resultType(op, x);
      }
      for (int y = State.DOUBLE; y <= State.BOOLEAN; y <<= 1) {
        if ((b & y) != 0) {
          ValueType type = ScalarArithmetic.resultType(op, valueType(x), valueType(y));
          results |= State.type(Variables.tag(type));
        }
      }
    }
    return results;
  }

  private static int resultType(Op op, int x) {
    return State.type(Variables.tag(ScalarArithmetic.resultType(op, valueType(x))));
  }

  private void unary(Node.Compute node, int operand, int type, Bytecode c, State state) {
    push(node.instruction().op().unary(), "L" + UNARY + ";", c);
    if (type == State.INT) {
      pushLong(c, state, operand);
      push(node.step(), STEP_TYPE, c);
      c.callStatic(file.method(FUNCTIONS, "ofInteger", "(L" + UNARY + ";J" + STEP_TYPE + ")J"));
      return;
    }
    pushDouble(c, state, operand);
    c.call(file.method(UNARY, "apply", "(D)D"));
    truth(type, c);
  }

  /** From the left. Without ints only where all operands are ints, as kernels do it. */
  private void folded(Node.Compute node, int[] operands, int type, Bytecode c, State state) {
    Object function = node.instruction().op().binary();
    String functionType = "L" + BINARY + ";";
    for (int i = 1; i < operands.length; i++) {
      push(function, functionType, c);
    }
    boolean integers = type == State.INT;
    if (integers) {
      pushLong(c, state, operands[0]);
    } else {
      pushDouble(c, state, operands[0]);
    }
    for (int i = 1; i < operands.length; i++) {
      if (integers) {
        pushLong(c, state, operands[i]);
        push(node.step(), STEP_TYPE, c);
        c.callStatic(
            file.method(FUNCTIONS, "ofIntegers", "(" + functionType + "JJ" + STEP_TYPE + ")J"));
      } else {
        pushDouble(c, state, operands[i]);
        c.call(file.method(BINARY, "apply", "(DD)D"));
      }
    }
    truth(type, c);
  }

  /** A boolean in place of the number on the stack. */
  private static void truth(int type, Bytecode c) {
    if (type != State.BOOLEAN) {
      return;
    }
    c.op(Bytecode.DCONST_0);
    c.op(Bytecode.DCMPL);
    int no = c.jump(Bytecode.IFEQ);
    c.op(Bytecode.LCONST_1);
    int end = c.jump(Bytecode.GOTO);
    c.land(no);
    c.op(Bytecode.LCONST_0);
    c.land(end);
  }

  private boolean ofBits(Node.Compute node, int[] operands, int target, Bytecode c, State state) {
    ValueType[] types = new ValueType[operands.length];
    for (int i = 0; i < operands.length; i++) {
      if (!State.isOne(state.types(operands[i]))) {
        return false;
      }
      types[i] = valueType(state.types(operands[i]));
    }
    ScalarForm.OfBits function = node.instruction().op().scalarForm().forTypes(types);
    if (function == null) {
      return false;
    }
    push(function, "L" + OF_BITS + ";", c);
    for (int i = 0; i < ScalarForm.MOST_OPERANDS; i++) {
      if (i < operands.length) {
        pushBits(c, state, operands[i]);
      } else {
        c.op(Bytecode.LCONST_0);
      }
    }
    push(node.step(), STEP_TYPE, c);
    c.callStatic(file.method(FUNCTIONS, "ofBits", "(L" + OF_BITS + ";JJJ" + STEP_TYPE + ")J"));
    int type = State.type(Variables.tag(function.type()));
    if (type == State.DOUBLE) {
      c.callStatic(file.method("java/lang/Double", "longBitsToDouble", "(J)D"));
    }
    pop(c, state, target, type);
    return true;
  }

  // ---- cells of matrices

  private void declareCells(int slot) {
    if (cells[slot] == 0) {
      cells[slot] = code.local();
      rows[slot] = code.doubleLocal();
      cols[slot] = code.doubleLocal();
      owned[slot] = code.local();
    }
  }

  private void takeCells(Bytecode c, State state, int slot) {
    declareCells(slot);
    c.loadReference(FRAME);
    c.number(slot);
    c.callStatic(file.method(VARIABLES, "cells", "(" + VARIABLES_TYPE + "I)[D"));
    c.storeReference(cells[slot]);
    c.loadReference(FRAME);
    c.number(slot);
    c.callStatic(file.method(VARIABLES, "rows", "(" + VARIABLES_TYPE + "I)J"));
    c.storeLong(rows[slot]);
    c.loadReference(FRAME);
    c.number(slot);
    c.callStatic(file.method(VARIABLES, "cols", "(" + VARIABLES_TYPE + "I)J"));
    c.storeLong(cols[slot]);
    if (writtenCells.get(slot)) {
      c.loadReference(FRAME);
      c.number(slot);
      c.loadReference(cells[slot]);
      c.callStatic(file.method(VARIABLES, "owns", "(" + VARIABLES_TYPE + "I[D)Z"));
      c.storeInt(owned[slot]);
    }
    state.takeCells(slot);
  }

  /** In place if the matrix is at hand and has the cell; by the step otherwise. */
  private boolean cell(Node.Compute node, Bytecode c, State state) {
    boolean writes = Cells.isWrite(node);
    if (!writes && !Cells.isRead(node)) {
      return false;
    }
    int[] inputs = node.instruction().inputs();
    int matrix = inputs[0];
    int row = inputs[writes ? Cells.WRITE_ROW : Cells.READ_ROW];
    int col = inputs[writes ? Cells.WRITE_COL : Cells.READ_COL];
    if (state.types(matrix) != State.VALUE
        || !State.isNumber(state.types(row))
        || !State.isNumber(state.types(col))
        || writes && !isNumeric(state.types(inputs[Cells.WRITTEN]))) {
      return false;
    }
    if (!state.hasCells(matrix)) {
      takeCells(c, state, matrix);
    }
    declareCells(matrix);
    int i = index(row, rowIndex, c, state);
    int j = index(col, colIndex, c, state);
    if (writes) {
      prepare(inputs[Cells.WRITTEN], c, state);
    }
    List<Integer> slow = new ArrayList<>();
    if (writes) {
      c.loadInt(owned[matrix]);
      slow.add(c.jump(Bytecode.IFEQ));
    } else {
      c.loadReference(cells[matrix]);
      slow.add(c.jump(Bytecode.IFNULL));
    }
    check(i, rows[matrix], slow, c);
    check(j, cols[matrix], slow, c);
    State interpreted = state.copy();
    c.loadReference(cells[matrix]);
    pushPosition(i, j, cols[matrix], c);
    if (writes) {
      pushDouble(c, state, inputs[Cells.WRITTEN]);
      c.op(Bytecode.DASTORE);
    } else {
      c.op(Bytecode.DALOAD);
      pop(c, state, node.instruction().outputs()[0], State.DOUBLE);
    }
    int end = c.jump(Bytecode.GOTO);
    slow.forEach(c::land);
    interpret(node, c, interpreted);
    conform(c, interpreted, state, liveness.after(node));
    c.land(end);
    return true;
  }

  private static boolean isNumeric(int types) {
    return types != 0 && (types & ~State.NUMBERS) == 0;
  }

  /** So that the slow way finds the same state. */
  private void prepare(int slot, Bytecode c, State state) {
    if (State.isOne(state.types(slot)) && !region.literal().test(slot)) {
      load(c, state, slot);
    }
  }

  /** The local variable with an index, 1-based. */
  private int index(int slot, int spare, Bytecode c, State state) {
    boolean literal = region.literal().test(slot);
    if (state.types(slot) == State.DOUBLE) {
      pushDouble(c, state, slot);
      c.callStatic(file.method(VARIABLES, "index", "(D)J"));
    } else if (literal) {
      pushLong(c, state, slot);
    } else {
      load(c, state, slot);
      return longOf(slot);
    }
    c.storeLong(spare);
    return spare;
  }

  private static void check(int index, int count, List<Integer> slow, Bytecode c) {
    c.loadLong(index);
    c.op(Bytecode.LCONST_1);
    c.op(Bytecode.LCMP);
    slow.add(c.jump(Bytecode.IFLT));
    c.loadLong(index);
    c.loadLong(count);
    c.op(Bytecode.LCMP);
    slow.add(c.jump(Bytecode.IFGT));
  }

  /** {@code (i - 1) * cols + j - 1}. */
  private static void pushPosition(int i, int j, int cols, Bytecode c) {
    c.loadLong(i);
    c.op(Bytecode.LCONST_1);
    c.op(Bytecode.LSUB);
    c.loadLong(cols);
    c.op(Bytecode.LMUL);
    c.loadLong(j);
    c.op(Bytecode.LADD);
    c.op(Bytecode.LCONST_1);
    c.op(Bytecode.LSUB);
    c.op(Bytecode.L2I);
  }

  // ---- branches

  private void branch(Node.If branch, Bytecode c, State state) {
    writeAll(branch.predicate(), c, state);
    BitSet live = liveness.after(branch);
    int otherwise = jumpIfFalse(branch.predicateSlot(), c, state);
    State second = state.copy();
    Bytecode then = c.part();
    writeAll(branch.then(), then, state);
    Bytecode rest = c.part();
    writeAll(branch.otherwise(), rest, second);
    State joined = state.join(second, live);
    conform(then, state, joined, live);
    conform(rest, second, joined, live);
    c.append(then);
    if (rest.here() == 0) {
      c.land(otherwise);
    } else {
      int end = c.jump(Bytecode.GOTO);
      c.land(otherwise);
      c.append(rest);
      c.land(end);
    }
    state.become(joined);
    remove(branch.cleanup(), live, c, state);
  }

  private int jumpIfFalse(int slot, Bytecode c, State state) {
    int types = state.types(slot);
    if (types == State.INT || types == State.BOOLEAN) {
      pushLong(c, state, slot);
      c.op(Bytecode.LCONST_0);
      c.op(Bytecode.LCMP);
    } else if (types == State.DOUBLE) {
      pushDouble(c, state, slot);
      c.op(Bytecode.DCONST_0);
      c.op(Bytecode.DCMPL);
    } else {
      store(c, state, slot);
      c.loadReference(FRAME);
      c.number(slot);
      c.call(file.method(VARIABLES, "flag", "(I)Z"));
    }
    return c.jump(Bytecode.IFEQ);
  }

  // ---- loops

  /** A jump out of a loop, and what is known there. */
  private record Exit(int jump, State state) {}

  /** One iteration after another. */
  private abstract class Loop {
    final Node node;

    Loop(Node node) {
      this.node = node;
    }

    /** Nodes of an iteration. */
    abstract List<Node> body();

    abstract int[] cleanup();

    /** Code of an iteration; returns where it leaves the loop. */
    abstract Exit iteration(Bytecode c, State state);

    /** Exits before the first iteration. */
    List<Exit> exits() {
      return List.of();
    }

    /** When the outermost loop is left on the way. */
    abstract void remember(Bytecode c);
  }

  private final class While extends Loop {
    private final Node.While loop;

    While(Node.While loop) {
      super(loop);
      this.loop = loop;
    }

    @Override
    List<Node> body() {
      List<Node> all = new ArrayList<>(loop.predicate());
      all.addAll(loop.body());
      return all;
    }

    @Override
    int[] cleanup() {
      return loop.cleanup();
    }

    @Override
    Exit iteration(Bytecode c, State state) {
      pushCheck(c);
      writeAll(loop.predicate(), c, state);
      Exit exit = new Exit(jumpIfFalse(loop.predicateSlot(), c, state), state.copy());
      writeAll(loop.body(), c, state);
      return exit;
    }

    @Override
    void remember(Bytecode c) {}
  }

  private void pushCheck(Bytecode c) {
    c.loadReference(FRAME);
    c.call(file.method(VARIABLES, "check", "()V"));
  }

  /** Counts iterations, since the value after the last one may be beyond 64 bits. */
  private final class For extends Loop {
    private final Node.For loop;
    private final int next;
    private final int increment;
    private final int left;
    private final List<Exit> exits = new ArrayList<>();

    /** Local variables with the next value, the distance of values, and what is left after it. */
    For(Node.For loop, int next, int increment, int left) {
      super(loop);
      this.loop = loop;
      this.next = next;
      this.increment = increment;
      this.left = left;
    }

    @Override
    List<Node> body() {
      return loop.body();
    }

    @Override
    int[] cleanup() {
      return loop.cleanup();
    }

    @Override
    List<Exit> exits() {
      return exits;
    }

    void begin(Bytecode c, State state) {
      writeAll(loop.bounds(), c, state);
      bound(loop.from(), "first", c, state);
      c.storeLong(next);
      bound(loop.to(), "last", c, state);
      c.storeLong(left);
      if (loop.step() != Instruction.NONE) {
        store(c, state, loop.step());
      }
      push(loop.loop(), COUNTED, c);
      c.loadReference(FRAME);
      c.loadLong(next);
      c.loadLong(left);
      c.callStatic(
          file.method(
              PACKAGE + "Iterations", "increment", "(" + COUNTED + VARIABLES_TYPE + "JJ)J"));
      c.storeLong(increment);
      if (loop.step() != Instruction.NONE) { // without a step there is at least one iteration
        c.loadLong(next);
        c.loadLong(left);
        c.loadLong(increment);
        c.callStatic(file.method(PACKAGE + "Iterations", "any", "(JJJ)Z"));
        exits.add(new Exit(c.jump(Bytecode.IFEQ), state.copy()));
      }
      c.loadLong(next);
      c.loadLong(left);
      c.loadLong(increment);
      c.callStatic(file.method(PACKAGE + "Iterations", "further", "(JJJ)J"));
      c.storeLong(left);
    }

    private void bound(int slot, String which, Bytecode c, State state) {
      if (state.types(slot) == State.INT) {
        pushLong(c, state, slot);
        return;
      }
      store(c, state, slot);
      push(loop.loop(), COUNTED, c);
      c.loadReference(FRAME);
      c.callStatic(
          file.method(PACKAGE + "Iterations", which, "(" + COUNTED + VARIABLES_TYPE + ")J"));
    }

    @Override
    Exit iteration(Bytecode c, State state) {
      pushCheck(c);
      c.loadLong(next);
      pop(c, state, loop.variable(), State.INT);
      writeAll(loop.body(), c, state);
      c.loadLong(left);
      c.op(Bytecode.LCONST_0);
      c.op(Bytecode.LCMP);
      Exit exit = new Exit(c.jump(Bytecode.IFEQ), state.copy());
      c.loadLong(left);
      c.op(Bytecode.LCONST_1);
      c.op(Bytecode.LSUB);
      c.storeLong(left);
      c.loadLong(next);
      c.loadLong(increment);
      c.op(Bytecode.LADD);
      c.storeLong(next);
      return exit;
    }

    @Override
    void remember(Bytecode c) {
      c.loadReference(FRAME);
      c.loadLong(next);
      c.loadLong(left);
      c.call(file.method(VARIABLES, "leaveAt", "(JJ)V"));
    }
  }

  /** The state that a loop begins with: what it uses is in local variables. */
  private State prepared(Loop loop, State before) {
    State state = before.copy();
    BitSet live = liveness.head(loop.node);
    BitSet read = Region.readBy(loop.body());
    BitSet written = Region.written(loop.body());
    for (int slot = live.nextSetBit(0); slot >= 0; slot = live.nextSetBit(slot + 1)) {
      if (State.isNumber(state.types(slot))
          && !region.literal().test(slot)
          && (state.isLocal(slot) || read.get(slot) || written.get(slot))) {
        boolean stale = state.isStale(slot) || written.get(slot);
        state.assumeLocal(slot, stale);
      }
    }
    state.forget(live);
    BitSet matrices = Region.cells(loop.body(), false);
    for (int slot = matrices.nextSetBit(0); slot >= 0; slot = matrices.nextSetBit(slot + 1)) {
      if (state.types(slot) == State.VALUE) {
        state.takeCells(slot);
      }
    }
    return state;
  }

  /** A loop within other code. */
  private void nested(Loop loop, Bytecode c, State state) {
    BitSet live = liveness.head(loop.node);
    List<Exit> exits = new ArrayList<>(loop.exits());
    State before = state.copy();
    State head = prepared(loop, before);
    int peeled = 0;
    while (true) {
      Bytecode part = c.part();
      State after = head.copy();
      Exit exit = loop.iteration(part, after);
      State joined = head.join(after, live);
      if (joined.sameAs(head)) {
        conform(part, after, head, live);
        part.jump(Bytecode.GOTO, 0);
        conform(c, before, head, live);
        exits.add(new Exit(c.append(part) + exit.jump(), exit.state()));
        break;
      } else if (peels && peeled < MOST_PEELED && changesType(head, after, live)) {
        peeled++;
        conform(c, before, head, live);
        exits.add(new Exit(c.append(part) + exit.jump(), exit.state()));
        before = after;
        head = prepared(loop, before);
      } else {
        head = joined;
      }
    }
    land(exits, liveness.after(loop.node), c, state);
    remove(loop.cleanup(), liveness.after(loop.node), c, state);
  }

  /** A number becomes one of another type. */
  private static boolean changesType(State head, State after, BitSet live) {
    return live.stream()
        .anyMatch(
            slot ->
                State.isNumber(head.types(slot))
                    && State.isNumber(after.types(slot))
                    && head.types(slot) != after.types(slot));
  }

  /** All exits go on here. */
  private void land(List<Exit> exits, BitSet live, Bytecode c, State state) {
    State joined = exits.get(0).state();
    for (Exit exit : exits) {
      joined = joined.join(exit.state(), live);
    }
    List<Integer> ends = new ArrayList<>();
    for (int k = 0; k < exits.size(); k++) {
      c.land(exits.get(k).jump());
      conform(c, exits.get(k).state(), joined, live);
      if (k < exits.size() - 1) {
        ends.add(c.jump(Bytecode.GOTO));
      }
    }
    ends.forEach(c::land);
    state.become(joined);
  }

  /** The region itself, which is left when types change. */
  private void loop(Node node, State state) {
    Loop loop =
        node instanceof Node.While inner
            ? new While(inner)
            : new For((Node.For) node, NEXT, INCREMENT, LEFT);
    BitSet live = liveness.head(node);
    State head = prepared(loop, state);
    while (true) {
      Bytecode part = code.part();
      State after = head.copy();
      Exit exit = loop.iteration(part, after);
      leaveIfChanged(loop, head, after, live, part);
      State joined = head.join(after, live);
      if (joined.sameAs(head)) {
        conform(part, after, head, live);
        part.jump(Bytecode.GOTO, 0);
        conform(code, state, head, live);
        int start = code.append(part);
        code.land(start + exit.jump());
        leave(code, exit.state(), liveness.after(node), Code.DONE);
        return;
      }
      head = joined;
    }
  }

  /** Behind it all live variables have the types of the head. */
  private void leaveIfChanged(Loop loop, State head, State after, BitSet live, Bytecode c) {
    List<Integer> changed = new ArrayList<>();
    State exit = after.copy();
    List<Integer> narrowed = new ArrayList<>();
    for (int slot = live.nextSetBit(0); slot >= 0; slot = live.nextSetBit(slot + 1)) {
      int expected = head.types(slot);
      if (after.types(slot) == expected || region.literal().test(slot)) {
        continue;
      } else if (after.isLocal(slot)) {
        c.number(0);
        changed.add(c.jump(Bytecode.IFEQ));
      } else {
        pushField(c, "tags", "[B");
        c.number(slot);
        c.op(Bytecode.BALOAD);
        c.number(State.tag(expected));
        changed.add(c.jump(Bytecode.IF_ICMPNE));
      }
      narrowed.add(slot);
    }
    if (changed.isEmpty()) {
      return;
    }
    int go = c.jump(Bytecode.GOTO);
    changed.forEach(c::land);
    loop.remember(c);
    leave(c, exit, live, Code.CHANGED);
    c.land(go);
    narrowed.forEach(slot -> after.inFrame(slot, head.types(slot)));
  }
}
