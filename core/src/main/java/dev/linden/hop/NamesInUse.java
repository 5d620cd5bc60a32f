package dev.linden.hop;

import dev.linden.op.InputOutputOps;
import dev.linden.op.Naming;
import dev.linden.op.Naming.Axis;
import dev.linden.op.Property;

/**
 * Whether the names of rows and columns can be seen in a program: some come in or are made there,
 * and something asks for them. In all others optimizers need not care. A write without a header
 * does not ask: the metadata then list what the operators that ran have handed on, which for the
 * sake of a few names should cost no program its best plan.
 */
public final class NamesInUse {
  private boolean made;
  private boolean asked;

  private NamesInUse(boolean made, boolean asked) {
    this.made = made;
    this.asked = asked;
  }

  /**
   * @param comeIn variables have names when it starts
   * @param goOut somebody looks at variables when it has ended
   */
  public static boolean in(HopProgram program, boolean comeIn, boolean goOut) {
    NamesInUse names = new NamesInUse(comeIn, goOut);
    HopBlock.forEachHop(program.main(), names::visit);
    program.functions().values().forEach(f -> HopBlock.forEachHop(f.body(), names::visit));
    return names.made && names.asked;
  }

  private void visit(Hop hop) {
    if (hop instanceof Hop.Compute call) {
      made |= makesNames(call, Axis.ROWS) || makesNames(call, Axis.COLS);
      asked |= call.op().has(Property.ASKS_NAMES) || writesHeader(call);
    }
  }

  private static boolean writesHeader(Hop.Compute call) {
    if (call.op() != InputOutputOps.WRITE) {
      return false;
    }
    Hop header = call.inputs().get(InputOutputOps.HEADER);
    return header != null
        && !(header instanceof Hop.Literal literal && !literal.value().asBoolean());
  }

  private static boolean makesNames(Hop.Compute call, Axis axis) {
    if (call.results().isEmpty() || !call.results().get(0).isMatrix()) {
      return false;
    }
    Naming naming = call.op().naming(axis, 0);
    return naming == Naming.OWN
        || naming instanceof Naming.Of of
            && !call.inputs().get(of.operand()).info().isMatrix()
            && !call.inputs().get(of.operand()).info().isScalar();
  }
}
