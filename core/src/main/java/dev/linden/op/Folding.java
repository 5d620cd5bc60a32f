package dev.linden.op;

import dev.linden.base.LindenBug;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import java.util.List;
import java.util.Optional;

/** Runs an operator on constants at compile time: the same kernel as at run time, so that folding can't change a result. */
public final class Folding {
  private Folding() {}

  /**
   * The scalar result of a pure operator with one result; empty when the operator has another kind of result or needs more
   * than its arguments.
   *
   * @param arguments in parameter order, null where absent
   * @param names of variadic arguments, or empty
   * @throws dev.linden.base.InputError when the operator refuses the arguments
   */
  public static Optional<Scalar> fold(Op op, List<Scalar> arguments, List<String> names) {
    if (!op.isPure() || op.results() != 1 || op.kernel() == null) {
      return Optional.empty();
    }
    ConstantCall call = new ConstantCall(op, arguments, names);
    try {
      op.kernel().run(call);
    } catch (NotConstant e) {
      return Optional.empty();
    }
    return call.result instanceof Scalar scalar ? Optional.of(scalar) : Optional.empty();
  }

  /** The kernel asks for the world outside, which no constant may depend on. */
  private static final class NotConstant extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotConstant() {
      super(null, null, false, false);
    }
  }

  private static final class ConstantCall implements Invocation {
    private final Op op;
    private final List<Scalar> arguments;
    private final List<String> names;
    private Value result;

    ConstantCall(Op op, List<Scalar> arguments, List<String> names) {
      this.op = op;
      this.arguments = arguments;
      this.names = names;
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
    public String name(int i) {
      int variadic = i - (op.parameters().size() - 1);
      return variadic >= 0 && variadic < names.size() ? names.get(variadic) : null;
    }

    @Override
    public DataType dataType(int i) {
      return DataType.SCALAR;
    }

    @Override
    public ValueType valueType(int i) {
      return scalar(i).type();
    }

    @Override
    public Matrix matrix(int i) {
      throw new LindenBug(op.name() + " takes scalar argument " + i + " for a matrix");
    }

    @Override
    public double number(int i) {
      return scalar(i).asDouble();
    }

    @Override
    public long integer(int i) {
      return scalar(i).asLong();
    }

    @Override
    public boolean flag(int i) {
      return scalar(i).asBoolean();
    }

    @Override
    public String text(int i) {
      return scalar(i).asText();
    }

    @Override
    public Value value(int i) {
      if (!has(i)) {
        throw new LindenBug(op.name() + " reads its absent argument " + i);
      }
      return arguments.get(i);
    }

    @Override
    public boolean reusable(int i) {
      return false;
    }

    @Override
    public Workers workers() {
      return Workers.serial();
    }

    @Override
    public Environment environment() {
      throw new NotConstant();
    }

    @Override
    public void result(double value) {
      result = Scalar.of(value);
    }

    @Override
    public void result(long value) {
      result = Scalar.of(value);
    }

    @Override
    public void result(boolean value) {
      result = Scalar.of(value);
    }

    @Override
    public void result(String value) {
      result = Scalar.of(value);
    }

    @Override
    public void result(Matrix value) {
      result = new MatrixValue(value);
    }

    @Override
    public void result(Value value) {
      result = value;
    }

    @Override
    public void result(int k, Value value) {
      if (k != 0) {
        throw new LindenBug(op.name() + " has one result but gives number " + k);
      }
      result = value;
    }
  }
}
