package dev.linden.opt;

import static dev.linden.opt.RuleTester.rule;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.op.Catalogue;
import dev.linden.op.DataType;
import dev.linden.op.Op;
import dev.linden.op.Parameter;
import dev.linden.op.Property;
import dev.linden.opt.rule.IndexOfCellwise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every cell-wise operator of the catalogue computes only the cells that are asked for, with
 * matrices, vectors and numbers as operands: one that is added is tested without a further line.
 */
class CellwiseUnderIndexTest {
  /** Arguments that are no numbers; all operators together have no other texts. */
  private static final Map<String, String> TEXTS = Map.of("op", "\"<=\"", "dist", "\"normal\"");

  /** What stands for an operand, and for its part in rows 2 to 3 and column 4. */
  private enum Operand {
    MATRIX("X", "X[2:3, 4:4]"),
    OTHER("Z", "Z[2:3, 4:4]"),
    COLUMN("u", "u[2:3, 1:1]"),
    ROW("v", "v[1:1, 4:4]"),
    CELL("c", "c"),
    NUMBER("3", "3");

    final String whole;
    final String part;

    Operand(String whole, String part) {
      this.whole = whole;
      this.part = part;
    }
  }

  @TestFactory
  Stream<DynamicTest> everyCellwiseOperator() {
    return cellwise()
        .flatMap(
            op ->
                operands(op)
                    .map(
                        operands ->
                            DynamicTest.dynamicTest(
                                op + " of " + operands, () -> check(op, operands))));
  }

  @Test
  void thereAreMany() {
    assertTrue(cellwise().count() > 50);
  }

  private static Stream<Op> cellwise() {
    return Catalogue.all().stream().filter(op -> op.has(Property.CELLWISE));
  }

  private static void check(Op op, List<Operand> operands) {
    String whole = call(op, operands.stream().map(o -> o.whole).toList());
    String part = call(op, operands.stream().map(o -> o.part).toList());
    RuleTester tester =
        rule(new IndexOfCellwise())
            .given("X", 6, 7)
            .given("Z", 6, 7)
            .given("u", 6, 1)
            .given("v", 1, 7)
            .given("c", 1, 1)
            .on("Y = " + whole + "; Y = Y[2:3, 4]");
    if (!op.has(Property.FAILS_BY_SIZE_ONLY)) {
      tester.doesNotFire();
    } else {
      tester.becomes("Y = " + part);
    }
  }

  /** Combinations of operands that have six rows and seven columns together. */
  private static Stream<List<Operand>> operands(Op op) {
    List<Parameter> parameters = matrixParameters(op);
    if (op.name().equals("outer")) {
      return Stream.of(List.of(Operand.COLUMN, Operand.ROW));
    } else if (parameters.size() == 1) {
      return Stream.of(List.of(Operand.MATRIX));
    } else if (op.name().equals("ifelse")) {
      return Stream.of(
          List.of(Operand.MATRIX, Operand.OTHER, Operand.MATRIX),
          List.of(Operand.MATRIX, Operand.CELL, Operand.NUMBER),
          List.of(Operand.NUMBER, Operand.MATRIX, Operand.OTHER));
    }
    Stream<List<Operand>> pairs =
        Stream.of(
            List.of(Operand.MATRIX, Operand.OTHER),
            List.of(Operand.MATRIX, Operand.COLUMN),
            List.of(Operand.ROW, Operand.MATRIX),
            List.of(Operand.COLUMN, Operand.ROW),
            List.of(Operand.CELL, Operand.MATRIX),
            List.of(Operand.MATRIX, Operand.NUMBER),
            List.of(Operand.NUMBER, Operand.MATRIX));
    return op.unary() == null ? pairs : Stream.concat(Stream.of(List.of(Operand.MATRIX)), pairs);
  }

  private static List<Parameter> matrixParameters(Op op) {
    return op.parameters().stream().filter(p -> p.types().contains(DataType.MATRIX)).toList();
  }

  private static String call(Op op, List<String> operands) {
    if (op.name().equals("unary -")) {
      return "-" + operands.get(0);
    }
    if (!Character.isLetter(op.name().charAt(0))) {
      return operands.size() == 1
          ? op.name() + operands.get(0)
          : operands.get(0) + " " + op.name() + " " + operands.get(1);
    }
    List<String> arguments = new ArrayList<>(operands);
    for (Parameter parameter : op.parameters()) {
      if (!parameter.types().contains(DataType.MATRIX) && !parameter.optional()) {
        arguments.add(parameter.name() + "=" + TEXTS.getOrDefault(parameter.name(), "3"));
      }
    }
    return op.name() + "(" + String.join(", ", arguments) + ")";
  }
}
