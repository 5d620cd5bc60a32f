package dev.linden.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.Compiled;
import dev.linden.engine.Engine;
import dev.linden.engine.View;
import dev.linden.lang.Syntaxes;
import dev.linden.op.Info;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What EXPLAIN says of operators on Spark, for people and for programs. */
class SparkExplainTest {
  private static final Map<String, Info> INPUTS = Map.of("X", Info.matrix(2000, 10));

  private Engine engine;

  @AfterEach
  void close() {
    engine.close();
  }

  private Compiled compile(String exec, String dml) {
    engine = Engine.builder().settings(Settings.DEFAULTS.with("exec", exec)).build();
    return engine.compile(Syntaxes.parse(new Source("<script>", dml)), Map.of(), INPUTS);
  }

  @Test
  void textAndDataAreTheSameTree() {
    Compiled script =
        compile(
            "spark",
            """
            for (i in 1:3) {
              if (i > nrow(X) / 7) {
                print(max(cumsum(X)))
              } else {
                print(i)
              }
            }
            """);
    assertEquals(
        """
        MAIN
          FOR (line 1)
            IF (line 2)
              3: cumsum X -> 2000x10 [cascade 1]
              3: max _
        """,
        script.explain(View.SPARK));
    Map<String, Object> data = script.explainData(View.SPARK);
    assertEquals(script.explain(View.SPARK).lines().toList(), data.get("spark"));
    assertEquals(List.of(), data.get("functions"));
    assertEquals(
        "[{type=for, line=1, body=[{type=if, line=2, body=["
            + "{operator=cumsum, inputs=[X], line=3, rows=2000, cols=10, method=cascade 1}, "
            + "{operator=max, inputs=[_], line=3}]}]}]",
        data.get("main").toString());
  }

  @Test
  void nothing() {
    Compiled script = compile("local", "print(sum(X))");
    assertEquals("nothing runs on Spark\n", script.explain(View.SPARK));
    assertEquals(List.of(), script.explainData(View.SPARK).get("main"));
  }
}
