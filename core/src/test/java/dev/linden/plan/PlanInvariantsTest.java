package dev.linden.plan;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.LindenBug;
import dev.linden.op.Scalar;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every kind of broken list of instructions is found. */
class PlanInvariantsTest {
  private final Slots slots = new Slots();
  private final int variable = slots.variable("x");
  private final int literal = slots.literal(Scalar.of(1L));
  private final int temporary = slots.temporary();

  private void accepted(int[] needed, Instruction... instructions) {
    PlanInvariants.check(new DagPlanner.Planned(List.of(instructions), needed), slots);
  }

  private void refused(String flaw, Instruction... instructions) {
    LindenBug bug = assertThrows(LindenBug.class, () -> accepted(new int[0], instructions));
    assertTrue(bug.getMessage().contains(flaw), bug.getMessage());
  }

  private static Instruction copy(int source, int target, boolean dies) {
    return new Instruction.Copy(source, target, dies, null);
  }

  @Test
  void temporariesAreFilledReadAndEmptied() {
    assertDoesNotThrow(
        () ->
            accepted(
                new int[0], copy(variable, temporary, false), copy(temporary, variable, true)));
    assertDoesNotThrow(() -> accepted(new int[] {temporary}, copy(literal, temporary, false)));
    assertDoesNotThrow(
        () -> accepted(new int[] {temporary, temporary}, copy(literal, temporary, false)));
  }

  @Test
  void nothingIsReadBeforeItIsThere() {
    refused("while it is empty", copy(temporary, variable, false));
  }

  @Test
  void nothingIsReadAfterItDied() {
    refused(
        "while it is empty",
        copy(variable, temporary, false),
        copy(temporary, variable, true),
        copy(temporary, variable, true));
  }

  @Test
  void nothingStays() {
    refused("stay in temporaries", copy(variable, temporary, false));
  }

  @Test
  void literalsStayWhatTheyAre() {
    refused("is overwritten", copy(variable, literal, false));
  }

  @Test
  void resultsHaveSlotsOfTheirOwn() {
    refused(
        "two results",
        new Instruction.Invoke(
            "f", new int[] {variable}, new int[] {variable, variable}, new boolean[1], null));
  }
}
