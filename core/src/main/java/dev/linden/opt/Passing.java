package dev.linden.opt;

import dev.linden.hop.Dag;
import dev.linden.hop.DagView;
import dev.linden.hop.Hop;
import dev.linden.hop.HopFactory;
import dev.linden.hop.Rebuild;
import dev.linden.lang.Function;
import dev.linden.op.CastOps;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.op.ValueType;
import java.util.List;

/** How values get into inlined functions and out of them. */
final class Passing {
  private Passing() {}

  /**
   * The value in the declared type, or null if only the run can tell whether it fits: a call then
   * has its own messages.
   */
  static Hop convert(Hop value, Function.Parameter declared, HopFactory factory) {
    Info info = value.info();
    Info wanted = HopFactory.declared(declared);
    if (info == null || info.data() != wanted.data()) {
      return null;
    }
    ValueType type = wanted.value();
    if (!wanted.isScalar() || type == ValueType.UNKNOWN || info.value() == type) {
      return value;
    }
    boolean number = info.value() == ValueType.INT || info.value() == ValueType.BOOLEAN;
    if (type == ValueType.DOUBLE && number) {
      return factory.call(CastOps.AS_DOUBLE, value.span(), value);
    }
    if (type == ValueType.INT && info.value() == ValueType.DOUBLE && info.isConstant()) {
      Scalar constant = info.constant();
      return Math.abs(constant.asDouble()) < 0x1p63
          ? new Hop.Literal(Scalar.of(constant.toInteger()), value.span())
          : null;
    }
    return null;
  }

  /** Makes the results stand for those of a call that is replaced. */
  static void presetResults(Rebuild rebuild, Dag dag, Hop.Invoke call, List<Hop> results) {
    if (!results.isEmpty()) {
      rebuild.preset(call, results.get(0));
    }
    for (Hop hop : DagView.operandsFirst(dag)) {
      if (hop instanceof Hop.Result result && result.call() == call) {
        rebuild.preset(result, results.get(result.index()));
      }
    }
  }
}
