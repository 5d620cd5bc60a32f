package dev.linden.fuse.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.linden.fuse.code.CellProgram;
import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.Cells;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.op.Naming;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that write their comparison out compare all that they consist of. */
class ComparisonTest {
  /** Two values of each type. */
  private static final Map<Class<?>, List<Object>> VALUES =
      Map.of(
          int.class, List.of(1, 2),
          boolean.class, List.of(true, false),
          UnaryFunction.class, List.of(Cells.EXP, Cells.LOG),
          BinaryFunction.class, List.of(Cells.PLUS, Cells.MINUS),
          Aggregate.Kind.class, List.of(Aggregate.Kind.SUM, Aggregate.Kind.MAX),
          Naming.Axis.class, List.of(Naming.Axis.ROWS, Naming.Axis.COLS),
          List.class, List.of(List.of(), List.of(7)));

  static Stream<Class<?>> records() {
    List<Class<?>> records = new ArrayList<>(List.of(CellProgram.class, Naming.Of.class));
    collect(Node.class, records);
    collect(CellProgram.Step.class, records);
    return records.stream().distinct();
  }

  private static void collect(Class<?> type, List<Class<?>> records) {
    if (type.isRecord()) {
      records.add(type);
    } else {
      Arrays.stream(type.getPermittedSubclasses()).forEach(part -> collect(part, records));
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void allComponentsCount(Class<?> type) throws Exception {
    RecordComponent[] components = type.getRecordComponents();
    Object[] parts = new Object[components.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = values(components[i]).get(0);
    }
    Object one = made(type, parts);
    assertEquals(one, made(type, parts));
    assertEquals(one.hashCode(), made(type, parts).hashCode());
    assertFalse(one.equals(null));
    for (int i = 0; i < parts.length; i++) {
      Object[] others = parts.clone();
      others[i] = values(components[i]).get(1);
      assertNotEquals(one, made(type, others), components[i].getName());
      assertNotEquals(one.hashCode(), made(type, others).hashCode(), components[i].getName());
    }
  }

  private static List<Object> values(RecordComponent component) {
    return VALUES.get(component.getType());
  }

  private static Object made(Class<?> type, Object[] parts) throws Exception {
    Constructor<?> constructor =
        type.getDeclaredConstructor(
            Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class[]::new));
    constructor.setAccessible(true);
    return constructor.newInstance(parts);
  }
}
