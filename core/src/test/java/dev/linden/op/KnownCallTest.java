package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownCallTest {
  private static Op op(Op.Kernel kernel, Property... properties) {
    return Op.define("f", "A test.")
        .parameters(
            Parameter.scalar("a"),
            Parameter.scalar("b").orAbsent(),
            Parameter.any("rest").repeated())
        .rule(call -> List.of(Info.scalar(ValueType.DOUBLE)))
        .kernel(kernel)
        .properties(properties)
        .build();
  }

  /** The constant that is known of the result; null arguments are absent. */
  private static Scalar fold(Op op, List<String> names, Scalar... arguments) {
    List<Info> infos = new ArrayList<>();
    for (Scalar argument : arguments) {
      infos.add(argument == null ? null : Info.constant(argument));
    }
    return new KnownCall(op, infos, names, null).infer().get(0).constant();
  }

  @Test
  void runsTheKernelOnConstants() {
    Op half = op(call -> call.result(call.number(0) / 2));
    assertEquals(Scalar.of(3.5), fold(half, List.of(), Scalar.of(7), null));
    Op text = op(call -> call.result(call.text(0) + (call.has(1) ? call.text(1) : "-")));
    assertEquals(Scalar.of("TRUE-"), fold(text, List.of(), Scalar.TRUE, null));
    assertEquals(Scalar.of("TRUE4"), fold(text, List.of(), Scalar.TRUE, Scalar.of(4)));
  }

  @Test
  void namesBelongToVariadicArguments() {
    Op names = op(call -> call.result(call.name(0) + call.name(2) + call.name(3)));
    assertEquals(
        Scalar.of("nullxnull"),
        fold(names, Arrays.asList("x", null), Scalar.of(1), null, Scalar.of(2), Scalar.of(3)));
  }

  @Test
  void leavesEffectsAndRandomness() {
    Op.Kernel one = call -> call.result(1L);
    assertNull(fold(op(one, Property.EFFECT), List.of(), Scalar.of(1)));
    assertNull(fold(op(one, Property.NONDETERMINISTIC), List.of(), Scalar.of(1)));
  }

  @Test
  void leavesWhatIsNotConstant() {
    Op half = op(call -> call.result(call.number(0) / 2));
    List<Info> infos = List.of(Info.scalar(ValueType.DOUBLE));
    assertNull(new KnownCall(half, infos, List.of(), null).infer().get(0).constant());
  }

  @Test
  void errorsOfTheKernelReachTheCaller() {
    Op parse = op(call -> call.result(call.number(0)));
    assertThrows(InputError.class, () -> fold(parse, List.of(), Scalar.of("abc")));
  }
}
