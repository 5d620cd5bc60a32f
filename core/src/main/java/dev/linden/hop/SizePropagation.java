package dev.linden.hop;

import dev.linden.lang.Function;
import dev.linden.op.CallSite;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Op;
import java.util.List;

/** Types, sizes and constants of operator results from what is known about the inputs, by the operators' own rules. */
final class SizePropagation {
  private final Environment environment;

  SizePropagation(Environment environment) {
    this.environment = environment;
  }

  List<Info> infer(Op op, List<Hop> inputs, List<String> names) {
    return op.infer(new HopCallSite(op, inputs, names, environment));
  }

  /** All that a signature says about a parameter or result. */
  static Info declared(Function.Parameter parameter) {
    return switch (parameter.data()) {
      case MATRIX -> Info.matrix();
      case SCALAR -> Info.scalar(parameter.value());
      case LIST -> Info.list();
      case FRAME -> Info.frame(dev.linden.op.Size.UNKNOWN);
    };
  }

  /** A call as its rule sees it, described by the hops of the arguments. */
  record HopCallSite(Op op, List<Hop> inputs, List<String> names, Environment environment) implements CallSite {
    @Override
    public int count() {
      return inputs.size();
    }

    @Override
    public boolean has(int i) {
      return i < inputs.size() && inputs.get(i) != null;
    }

    @Override
    public Info in(int i) {
      return inputs.get(i).info();
    }

    @Override
    public String name(int i) {
      int variadic = i - (op.parameters().size() - 1);
      return variadic >= 0 && variadic < names.size() ? names.get(variadic) : null;
    }
  }
}
