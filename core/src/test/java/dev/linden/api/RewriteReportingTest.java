package dev.linden.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.View;
import dev.linden.op.Info;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What has been rewritten can be seen, and switched off. */
class RewriteReportingTest {
  private static final Source SCRIPT = new Source("<script>", "print(trace(A %*% B))");
  private static final Map<String, Info> INPUTS =
      Map.of("A", Info.matrix(4, 7), "B", Info.matrix(7, 4));

  private static Linden engine(Settings settings) {
    return Linden.builder().settings(settings).build();
  }

  private static String explain(Linden linden) {
    return linden.engine().compile(SCRIPT, Map.of(), INPUTS).explain(View.HOPS);
  }

  @Test
  void explainBeginsWithTheRulesThatHaveFired() {
    try (Linden linden = engine(Settings.DEFAULTS)) {
      assertEquals("rewrites: TraceOfProduct 1", explain(linden).lines().findFirst().orElseThrow());
      assertTrue(linden.statistics(5).contains("rewrites: TraceOfProduct 1"));
    }
  }

  @Test
  void nothingIsSaidWhereNothingWasDone() {
    for (Settings settings :
        new Settings[] {
          Settings.DEFAULTS.with("opt.rewrites", "false"),
          Settings.DEFAULTS.with("opt.rules.off", "TraceOfProduct"),
          Settings.DEFAULTS.with("opt.rules.only", "ChainOrdering, DropTimesOne")
        }) {
      try (Linden linden = engine(settings)) {
        assertTrue(explain(linden).startsWith("MAIN"));
        assertFalse(linden.statistics(5).contains("rewrites:"));
      }
    }
  }

  @Test
  void unknownRulesAreRefused() {
    try (Linden linden = engine(Settings.DEFAULTS.with("opt.rules.off", "TraceOfProducts"))) {
      InputError error = assertThrows(InputError.class, () -> explain(linden));
      assertEquals("there is no rewrite rule TraceOfProducts", error.getMessage());
    }
  }
}
