package dev.linden.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.api.ExplainLevel;
import dev.linden.base.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of phases is what statistics and explanations show. */
class CompilerTest {
  @Test
  void everyViewShowsTheResultOfOnePhase() {
    List<View> shown = Compiler.PHASES.stream().flatMap(p -> p.views().stream()).sorted().toList();
    assertEquals(List.of(View.values()), shown);
  }

  @Test
  void theEmbeddingInterfaceNamesAllViews() {
    assertEquals(
        Stream.of(View.values()).map(View::name).toList(),
        Stream.of(ExplainLevel.values()).map(ExplainLevel::name).toList());
  }

  @Test
  void statisticsListThePhasesInTheirOrder() {
    try (Engine engine = Engine.builder().build()) {
      engine.compile(new Source("<script>", "x = 1"), Map.of()).run();
      Map<?, ?> times = (Map<?, ?>) engine.statisticsData(1).get("phases");
      List<String> names =
          new ArrayList<>(Compiler.PHASES.stream().map(Compiler.Phase::name).toList());
      names.add("execution");
      assertEquals(names, List.copyOf(times.keySet()));
    }
  }
}
