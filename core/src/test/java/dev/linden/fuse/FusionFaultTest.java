package dev.linden.fuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.CancelledError;
import dev.linden.base.Settings;
import dev.linden.fuse.select.Alternatives;
import dev.linden.hop.Dag;
import dev.linden.op.Info;
import dev.linden.testkit.Hops;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A fault in fusion costs time, not the script; and the tests see it. */
class FusionFaultTest {
  private static final Alternatives SOUND = Alternatives.none(1e9);

  private final List<Throwable> faults = new ArrayList<>();

  private static Alternatives failing(RuntimeException fault) {
    return new Alternatives(
        1,
        Map.of(),
        hop -> {
          throw fault;
        },
        1000);
  }

  private static Dag dag() {
    return Hops.dag("print(sum(exp(X) * X))", Map.of("X", Info.matrix(200, 200)));
  }

  private Fusion fusion(boolean strict) {
    return Fusion.of(Settings.DEFAULTS, strict, faults::add);
  }

  @Test
  void theDagStaysAsItIsAndItIsSaid() {
    Dag dag = dag();
    IllegalStateException fault = new IllegalStateException("wrong turn");
    Fusion fusion = fusion(false);
    assertSame(dag, fusion.fuse(dag, null, failing(fault)));
    assertEquals(List.of(fault), faults);
    String text = fusion.statisticsText();
    assertTrue(text.contains("fusion failed, a bug in Linden: 1 DAGs run unfused"), text);
    assertTrue(text.contains("wrong turn at dev.linden."), text);
    assertEquals(1, fusion.statistics().get("failed"));
    assertNotSame(dag, fusion.fuse(dag, null, SOUND), "the next one is fused again");
  }

  @Test
  void testsFail() {
    assertTrue(Boolean.getBoolean("linden.strict"), "set for all tests by the build");
    IllegalStateException fault = new IllegalStateException("wrong turn");
    assertThrows(IllegalStateException.class, () -> fusion(true).fuse(dag(), null, failing(fault)));
    assertEquals(List.of(), faults);
  }

  @Test
  void cancellingIsNoFault() {
    assertThrows(
        CancelledError.class, () -> fusion(false).fuse(dag(), null, failing(new CancelledError())));
  }
}
