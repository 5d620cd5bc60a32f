package dev.linden.hop;

import dev.linden.op.DataType;
import dev.linden.op.IndexOps;
import dev.linden.op.Naming;
import dev.linden.op.Naming.Axis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the names of rows and columns come from, by the rules of the operators ({@link Naming}) and
 * before anything is run: the names of an expression as those of its leaves. Two expressions with
 * equal ones have the same names, whatever these turn out to be.
 */
public final class NameFlow {
  /** What a call does to names that can't be followed further. */
  private record Call(Object op, List<Object> inputs, List<String> names) {}

  /** Leaves by their places; a hop, the name of a variable, or a {@link Call}. */
  private final Map<Object, Integer> leaves = new HashMap<>();

  private final Map<Hop, Map<Axis, Naming>> known = new IdentityHashMap<>();
  private final boolean closed;

  private NameFlow(boolean closed) {
    this.closed = closed;
  }

  /** Of the names of one DAG. */
  public static NameFlow ofDag() {
    return new NameFlow(false);
  }

  /** Of an operator that computes several at once, from these operands alone. */
  public static NameFlow ofOperator(List<Hop> operands) {
    NameFlow flow = new NameFlow(true);
    for (int i = 0; i < operands.size(); i++) {
      for (Axis axis : Axis.values()) {
        flow.known
            .computeIfAbsent(operands.get(i), hop -> new HashMap<>())
            .putIfAbsent(axis, new Naming.Of(i, axis));
      }
    }
    return flow;
  }

  /** Both give the same names, or are no matrices. */
  public boolean same(Hop a, Hop b) {
    return !a.info().isMatrix()
        || of(a, Axis.COLS).equals(of(b, Axis.COLS)) && of(a, Axis.ROWS).equals(of(b, Axis.ROWS));
  }

  public Naming of(Hop hop, Axis axis) {
    Map<Axis, Naming> ofHop = known.computeIfAbsent(hop, h -> new HashMap<>());
    Naming naming = ofHop.get(axis);
    if (naming == null) {
      naming = derive(hop, axis);
      ofHop.put(axis, naming);
    }
    return naming;
  }

  private Naming derive(Hop hop, Axis axis) {
    if (hop.info() == null || !hop.info().isMatrix() || hop instanceof Hop.Literal) {
      return Naming.NONE;
    } else if (hop instanceof Hop.Compute call) {
      return substituted(call.op().naming(axis, 0), call, axis);
    } else if (hop instanceof Hop.Read read) {
      return leaf(read.variable(), axis);
    }
    return leaf(hop, axis);
  }

  /** The rule of an operator with the names of its operands put in. */
  private Naming substituted(Naming rule, Hop.Compute call, Axis axis) {
    if (rule instanceof Naming.None) {
      return Naming.NONE;
    } else if (rule instanceof Naming.Of of) {
      Hop operand = call.inputs().get(of.operand());
      return operand != null && operand.info().isMatrix()
          ? of(operand, of.from())
          : unfollowed(call, axis);
    } else if (rule instanceof Naming.OfOperands) {
      Set<Naming> parts = new LinkedHashSet<>();
      for (Hop operand : call.inputs()) {
        if (operand != null && mayFit(operand, call, axis)) {
          parts.add(of(operand, axis));
        }
      }
      return agreed(parts);
    } else if (rule instanceof Naming.Agreed agreed) {
      Set<Naming> parts = new LinkedHashSet<>();
      agreed.parts().forEach(part -> parts.add(substituted(part, call, axis)));
      return agreed(parts);
    } else if (rule instanceof Naming.Part part) {
      return part(part, call, axis);
    }
    return unfollowed(call, axis);
  }

  private static boolean mayFit(Hop operand, Hop result, Axis axis) {
    if (!operand.info().isMatrix()) {
      return false;
    }
    long count = axis.count(operand.info().size());
    long needed = axis.count(result.info().size());
    return count < 0 || needed < 0 || count == needed;
  }

  private static Naming agreed(Set<Naming> parts) {
    parts.remove(Naming.NONE);
    return switch (parts.size()) {
      case 0 -> Naming.NONE;
      case 1 -> parts.iterator().next();
      default -> new Naming.Agreed(parts);
    };
  }

  private Naming part(Naming.Part part, Hop.Compute call, Axis axis) {
    if (call.inputs().get(0).info().data() != DataType.MATRIX) {
      return unfollowed(call, axis);
    }
    Naming whole = substituted(part.whole(), call, axis);
    Hop from = call.inputs().get(part.from());
    if (whole instanceof Naming.None || from == null && isOpen(call, part)) {
      return whole;
    }
    long count = axis.count(call.info().size());
    if (from instanceof Hop.Literal start && start.value().text() == null && count >= 0) {
      int first = (int) start.value().asDouble() - 1;
      if (first >= 0 && count <= Integer.MAX_VALUE) {
        return whole instanceof Naming.Stretch inner
            ? new Naming.Stretch(inner.whole(), inner.start() + first, (int) count)
            : new Naming.Stretch(whole, first, (int) count);
      }
    }
    return unfollowed(call, axis);
  }

  /** All rows, or all columns. */
  private static boolean isOpen(Hop.Compute call, Naming.Part part) {
    return call.op() == IndexOps.INDEX && call.inputs().get(part.from() + 1) == null;
  }

  /** Without named operands a call gives no names, unless it makes some of other things. */
  private Naming unfollowed(Hop.Compute call, Axis axis) {
    boolean matrices = false;
    boolean named = false;
    List<Object> inputs = new ArrayList<>();
    for (Hop input : call.inputs()) {
      if (input != null && input.info().isMatrix()) {
        matrices = true;
        named |= isNamed(input);
      } else {
        named |= input != null && !input.info().isScalar();
      }
      inputs.add(input instanceof Hop.Literal literal ? literal.value() : input);
    }
    boolean makesNames = call.op().naming(axis, 0) == Naming.OWN;
    return matrices && !named && !makesNames
        ? Naming.NONE
        : leaf(
            call.op().isPure() ? new Call(call.op(), inputs, call.names()) : (Object) call, axis);
  }

  private boolean isNamed(Hop input) {
    return of(input, Axis.ROWS) != Naming.NONE || of(input, Axis.COLS) != Naming.NONE;
  }

  private Naming leaf(Object key, Axis axis) {
    if (closed) {
      return Naming.NONE;
    }
    return new Naming.Of(leaves.computeIfAbsent(key, k -> leaves.size()), axis);
  }
}
