package dev.linden.hop;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.LindenBug;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.lang.Block;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Info;
import dev.linden.op.ProductOps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every kind of broken DAG is found. */
class HopInvariantsTest {
  private static final Span HERE = new Span(new Source("<script>", "x"), 1, 1, 1, 1);
  private static final Block.Liveness NOTHING_LIVES = new Block.Liveness(Set.of(), Set.of());

  private final HopFactory factory = new HopFactory(null);
  private final Hop a = new Hop.Read("A", Info.matrix(3, 5), HERE);
  private final Hop b = new Hop.Read("B", Info.matrix(5, 2), HERE);
  private final Hop.Compute product = factory.call(ProductOps.MATMULT, HERE, a, b);

  private void accepted(HopBlock... blocks) {
    HopInvariants.check(new HopProgram(Set.of(), List.of(blocks), Map.of()), factory);
  }

  private void refused(String flaw, HopBlock... blocks) {
    LindenBug bug = assertThrows(LindenBug.class, () -> accepted(blocks));
    assertTrue(bug.getMessage().contains(flaw), bug.getMessage());
  }

  private static HopBlock straight(Dag.Root... roots) {
    return new HopBlock.Straight(new Dag(List.of(roots)), NOTHING_LIVES, HERE);
  }

  @Test
  void soundProgramsPass() {
    HopBlock binds = straight(new Dag.Bind("C", product));
    HopBlock reads = straight(new Dag.Effect(new Hop.Read("C", Info.matrix(3, 2), HERE)));
    assertDoesNotThrow(() -> accepted(binds, reads));
  }

  @Test
  void predicatesHaveOneValue() {
    HopBlock branch =
        new HopBlock.If(new Dag(List.of()), List.of(), List.of(), NOTHING_LIVES, HERE);
    refused("with 0 values, not 1", branch);
  }

  @Test
  void nodesAgreeWithTheRuleOfTheirOperator() {
    Hop wrong =
        new Hop.Compute(
            ProductOps.MATMULT,
            product.inputs(),
            List.of(),
            List.of(Info.matrix(2, 3)),
            HERE,
            HERE);
    refused("its rule", straight(new Dag.Bind("C", wrong)));
  }

  @Test
  void argumentsAreThere() {
    List<Hop> inputs = new ArrayList<>();
    inputs.add(a);
    inputs.add(null);
    Hop half = new Hop.Compute(CellwiseOps.PLUS, inputs, List.of(), List.of(a.info()), HERE, HERE);
    refused("lacks its argument", straight(new Dag.Bind("C", half)));
  }

  @Test
  void resultsAreThoseOfTheCall() {
    Hop second = new Hop.Result(product, 1, a.info());
    refused("of a call with 1 results", straight(new Dag.Bind("C", second)));
  }
}
