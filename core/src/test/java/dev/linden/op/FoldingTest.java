package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FoldingTest {
  private static Op op(Op.Kernel kernel, Property... properties) {
    return Op.define("f", "A test.")
        .parameters(Parameter.scalar("a"), Parameter.scalar("b").orAbsent(), Parameter.any("rest").repeated())
        .rule(call -> List.of(Info.scalar(ValueType.DOUBLE)))
        .kernel(kernel)
        .properties(properties)
        .build();
  }

  private static Optional<Scalar> fold(Op op, Scalar... arguments) {
    return Folding.fold(op, Arrays.asList(arguments), List.of());
  }

  @Test
  void runsTheKernel() {
    Op half = op(call -> call.result(call.number(0) / 2));
    assertEquals(Optional.of(Scalar.of(3.5)), fold(half, Scalar.of(7), null));
    Op text = op(call -> call.result(call.text(0) + (call.has(1) ? call.text(1) : "-")));
    assertEquals(Optional.of(Scalar.of("TRUE-")), fold(text, Scalar.TRUE, null));
    assertEquals(Optional.of(Scalar.of("TRUE4")), fold(text, Scalar.TRUE, Scalar.of(4)));
  }

  @Test
  void namesBelongToVariadicArguments() {
    Op names = op(call -> call.result(call.name(0) + call.name(2) + call.name(3)));
    List<Scalar> arguments = Arrays.asList(Scalar.of(1), null, Scalar.of(2), Scalar.of(3));
    assertEquals(
        Optional.of(Scalar.of("nullxnull")), Folding.fold(names, arguments, Arrays.asList("x", null)));
  }

  @Test
  void leavesWhatIsNotConstant() {
    Op.Kernel one = call -> call.result(1L);
    assertEquals(Optional.empty(), fold(op(one, Property.EFFECT), Scalar.of(1)));
    assertEquals(Optional.empty(), fold(op(one, Property.NONDETERMINISTIC), Scalar.of(1)));
    assertEquals(Optional.empty(), fold(op(call -> call.result(call.environment().nextSeed())), Scalar.of(1)));
    assertEquals(
        Optional.empty(), fold(op(call -> call.result(new ListValue(List.of(), null))), Scalar.of(1)));
  }

  @Test
  void errorsOfTheKernelReachTheCaller() {
    Op parse = op(call -> call.result(call.number(0)));
    assertThrows(InputError.class, () -> fold(parse, Scalar.of("abc")));
  }
}
