package dev.linden.lang.check;

import dev.linden.lang.Expr;
import dev.linden.op.DataType;
import dev.linden.op.Info;
import dev.linden.op.InputOutputOps;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What kinds of values the script has written to files, as far as it is checked: a read of such a
 * file without a data type gives that kind, though the file may not be there yet.
 */
final class WrittenKinds {
  private final Map<String, Info> byPath = new HashMap<>();
  private final Map<Expr, Expr.OpCall> completed = new IdentityHashMap<>();

  /** Reads that do not tell what they give, by identity, and the same that do. */
  Map<Expr, Expr.OpCall> completed() {
    return Collections.unmodifiableMap(completed);
  }

  /** Notes what a write writes; {@code infos} are those of its arguments. */
  void write(Info[] infos) {
    if (infos[1] != null && infos[1].isConstant()) {
      byPath.put(PathText.normalize(infos[1].constant().asText()), infos[0]);
    }
  }

  /** Puts what is known of a read into {@code infos}, those of its arguments. */
  void complete(Expr.OpCall read, Info[] infos) {
    completed.remove(read);
    boolean tells = infos[InputOutputOps.DATA_TYPE] != null;
    if (tells || infos[0] == null || !infos[0].isConstant()) {
      return;
    }
    Info kind = byPath.get(PathText.normalize(infos[0].constant().asText()));
    boolean scalar = kind != null && kind.data() == DataType.SCALAR;
    if (kind == null
        || kind.data() == DataType.MATRIX
        || (scalar && kind.value() == ValueType.UNKNOWN)) {
      return; // a read gives a matrix if nothing is said
    }
    List<Expr> arguments = new ArrayList<>(read.arguments());
    add(InputOutputOps.DATA_TYPE, kind.data().word(), read, infos, arguments);
    if (scalar && infos[InputOutputOps.VALUE_TYPE] == null) {
      add(InputOutputOps.VALUE_TYPE, kind.value().word(), read, infos, arguments);
    }
    completed.put(
        read,
        new Expr.OpCall(
            read.op(),
            Collections.unmodifiableList(arguments),
            read.names(),
            read.operatorSpan(),
            read.span()));
  }

  private static void add(
      int position, String word, Expr.OpCall read, Info[] infos, List<Expr> arguments) {
    Scalar value = Scalar.of(word);
    infos[position] = Info.constant(value);
    arguments.set(position, new Expr.Const(value, read.span()));
  }
}
