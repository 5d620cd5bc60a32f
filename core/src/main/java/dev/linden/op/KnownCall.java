package dev.linden.op;

import dev.linden.matrix.Workers;
import java.util.ArrayList;
import java.util.List;

/**
 * A call at compile time: the operator and what is known about its arguments, in parameter order,
 * null where absent.
 *
 * @param names of variadic arguments, or empty
 */
public record KnownCall(Op op, List<Info> arguments, List<String> names, Environment environment)
    implements CallSite {

  /**
   * What is known about the results: by the operator's rule, and by its kernel when the result is a
   * scalar and all arguments are constants. The kernel is the one that would run later, so folding
   * can't change a result.
   *
   * @throws OpError when the rule refuses the call
   * @throws dev.linden.base.InputError when the kernel refuses the constants
   */
  public List<Info> infer() {
    List<Info> results = op.infer(this);
    if (results.size() != op.results()) {
      throw new dev.linden.base.LindenBug(
          op + " has " + op.results() + " results but infers " + results.size());
    }
    boolean foldable =
        results.size() == 1
            && results.get(0).isScalar()
            && !results.get(0).isConstant()
            && op.isPure();
    List<Scalar> constants = foldable ? constants() : null;
    if (constants == null) {
      return results;
    }
    Value folded = new ValuesCall(op, constants, names, Workers.serial(), environment).run().get(0);
    return List.of(Info.constant((Scalar) folded));
  }

  /** The values of all arguments, or null when one is no constant. */
  private List<Scalar> constants() {
    List<Scalar> constants = new ArrayList<>();
    for (Info argument : arguments) {
      if (argument != null && !argument.isConstant()) {
        return null;
      }
      constants.add(argument == null ? null : argument.constant());
    }
    return constants;
  }

  @Override
  public int count() {
    return arguments.size();
  }

  @Override
  public boolean has(int i) {
    return i < arguments.size() && arguments.get(i) != null;
  }

  @Override
  public Info in(int i) {
    return arguments.get(i);
  }

  @Override
  public String name(int i) {
    return op.variadicName(names, i);
  }
}
