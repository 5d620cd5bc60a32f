package dev.linden.hop;

import dev.linden.lang.Function;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.KnownCall;
import dev.linden.op.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * Types, sizes and constants of operator results from what is known about the inputs, by the
 * operators' own rules.
 */
final class SizePropagation {
  private final Environment environment;

  SizePropagation(Environment environment) {
    this.environment = environment;
  }

  List<Info> infer(Op op, List<Hop> inputs, List<String> names) {
    return Structure.refined(op, inputs, call(op, inputs, names, environment).infer());
  }

  /** A call as its rule sees it, described by the hops of the arguments. */
  static KnownCall call(Op op, List<Hop> inputs, List<String> names, Environment environment) {
    List<Info> infos = new ArrayList<>(inputs.size());
    for (Hop input : inputs) {
      infos.add(input == null ? null : input.info());
    }
    return new KnownCall(op, infos, names, environment);
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
}
