package dev.linden.parfor.decide;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.hop.Hop;
import dev.linden.hop.HopFactory;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Info;
import dev.linden.op.Size;
import org.junit.jupiter.api.Test;

/** Time estimates from a profile. */
class CostProfileTest {
  private static final Span SPAN = new Span(new Source("t", "x"), 1, 1, 1, 1);

  /** exp takes 1 ns per cell; with a sparsity s of 700x700 cells 0.49 s ms. */
  private static final String PROFILE = "linden profile 1\nexp 0 1e-9 0 0 0.00049 0\n";

  private static double seconds(TimeModel model, Size size) {
    Hop x = new Hop.Read("X", Info.matrix(size), SPAN);
    Hop.Compute exp = new HopFactory(null).call(CellwiseOps.EXP, SPAN, x);
    return model.seconds(exp, 16.0 * size.rows() * size.cols());
  }

  @Test
  void cellsAndSparsityScaleTheCost() {
    CostProfile profile = CostProfile.parse(PROFILE, "p");
    assertWithin(1e-3, seconds(profile, Size.of(1000, 1000)), 1e-9);
    assertWithin(1e-4, seconds(profile, Size.of(1000, 1000, 100_000)), 1e-9);
  }

  @Test
  void theTextIsReadBack() {
    assertEquals(
        "linden profile 1\nexp 0.00000 1.00000e-09 0.00000 0.00000 0.000490000 0.00000\n",
        CostProfile.parse(PROFILE, "p").text());
    InputError error = assertThrows(InputError.class, () -> CostProfile.parse("x", "p.txt"));
    assertTrue(error.getMessage().startsWith("p.txt is not a profile"));
  }

  @Test
  void withoutAProfileBytesAndProductsCount() {
    double small = seconds(new TimeModel(), Size.of(10, 10));
    double large = seconds(new TimeModel(), Size.of(1000, 1000));
    assertTrue(small < 1e-5 && large > 1e-3, small + " " + large);
  }
}
