package dev.linden.engine;

import static dev.linden.testkit.Agreement.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.op.Size;
import dev.linden.plan.distribute.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans for data and clusters that are not there. */
class WhatIfTest {
  @TempDir Path folder;

  private static Compiled compile(Engine.Builder builder, String script) {
    try (Engine engine = builder.build()) {
      return engine.compile(new Source("<script>", script), Map.of());
    }
  }

  @Test
  void inputsAreAssumedByPathByVariableAndByName() {
    Engine.Builder builder =
        Engine.builder()
            .settings(Settings.DEFAULTS.with(Settings.MEMORY, 1L << 40))
            .assume("X", Size.of(1000, 20))
            .assume("dir/y.csv", Size.of(1000, 1))
            .assume("w", Size.of(20, 1));
    String script = "if (1 < 2) { X = read($in) }\ny = read(\"dir/\" + \"y.csv\")\nr = X %*% w - y";
    String hops = compile(builder, script + "\nprint(sum(r))").explain(View.HOPS);
    assertTrue(hops.contains("matrix 1000x20"), hops);
    assertTrue(hops.contains("read \"dir/y.csv\""), hops);
    assertFalse(hops.contains("?"), hops);
  }

  @Test
  void anAssumptionThatNothingReadsIsRefused() {
    Engine.Builder builder =
        Engine.builder().assume("X", Size.of(3, 3)).assume("a.csv", Size.of(1, 1));
    InputError error = assertThrows(InputError.class, () -> compile(builder, "X = 1\nprint(X)"));
    assertTrue(error.getMessage().startsWith("nothing in the script reads X, a.csv"));
  }

  @Test
  void sizesAreWrittenLikeNumbers() {
    assertEquals(Size.of(100_000_000, 500), AssumedSize.parse("1e8x500"));
    assertEquals(Size.of(1000, 10, 5000), AssumedSize.parse("1000x10,0.5"));
    for (String wrong : List.of("5", "5x", "1.5x2", "2x2,2", "-1x2", "2x2,x")) {
      assertThrows(InputError.class, () -> AssumedSize.parse(wrong), wrong);
    }
  }

  /** The cluster of the Spark paper: 6 x 55 GB, 20 GB driver; 198 GB of data fit. */
  @Test
  void theDriverOfAClusterGivesTheLocalBudget() throws IOException {
    Path file = folder.resolve("cluster.json");
    Files.writeString(
        file,
        "{\"executors\": 6, \"cores\": 24, \"executorMemory\": \"55g\", \"driverMemory\":"
            + " \"20g\"}");
    Cluster cluster = ClusterFile.read(file).cluster();
    assertWithin(198.0, cluster.dataMemory() / (1L << 30), 1e-9);
    Engine.Builder builder =
        Engine.builder()
            .settings(Settings.DEFAULTS.with("fusion.policy", "off"))
            .cluster(cluster)
            .assume("X", Size.of(1_000_000, 1000));
    Compiled script = compile(builder, "print(sum(X + 1))");
    String hops = script.explain(View.HOPS);
    assertTrue(
        hops.startsWith(
            "cluster: 6 executors with 24 cores, data 198.0GB, broadcast 9.9GB; local budget"
                + " 14.0GB\n"),
        hops);
    assertTrue(hops.contains("[7.5GB, operation 19.4GB] SPARK"), hops);
    String runtime = script.explain(View.RUNTIME);
    assertTrue(runtime.matches("(?s).* = sum _\\d+! SPARK.*"), runtime);
  }

  @Test
  void clusterFilesAreChecked() throws IOException {
    Path file = folder.resolve("cluster.json");
    Files.writeString(file, "{\"executors\": 6, \"core\": 24}");
    String message = assertThrows(InputError.class, () -> ClusterFile.read(file)).getMessage();
    assertTrue(message.contains("unknown field core; expected broadcastFraction, cores"), message);
    Files.writeString(file, "{\"executors\": 6}");
    message = assertThrows(InputError.class, () -> ClusterFile.read(file)).getMessage();
    assertTrue(message.endsWith("the field cores is missing"), message);
  }

  /** The same facts for programs. */
  @Test
  @SuppressWarnings("unchecked")
  void plansAsData() {
    Engine.Builder builder =
        Engine.builder()
            .set("fusion.policy", "off")
            .set("memory", "4389m")
            .assume("X", Size.of(100_000_000, 500))
            .assume("b", Size.of(500, 1));
    Compiled script = compile(builder, "q = t(t(X)) %*% b\nprint(sum(q))");
    Map<String, Object> hops = script.explainData(View.HOPS);
    assertEquals(Map.of("DropDoubleTranspose", 1), hops.get("rewrites"));
    Map<String, Object> block = ((List<Map<String, Object>>) hops.get("main")).get(0);
    assertEquals("block", block.get("type"));
    assertEquals("%*% may need less memory than estimated", block.get("recompile"));
    Map<String, Object> product = ((List<Map<String, Object>>) block.get("operators")).get(2);
    assertEquals("%*%", product.get("operator"));
    assertEquals(List.of(1, 2), product.get("inputs"));
    assertEquals(100_000_000L, product.get("rows"));
    assertEquals("SPARK", product.get("exec"));
    Map<String, Object> runtime = script.explainData(View.RUNTIME);
    block = ((List<Map<String, Object>>) runtime.get("main")).get(0);
    assertEquals(3, ((List<Object>) block.get("instructions")).size());
    Map<String, Object> program = script.explainData(View.PROGRAM);
    block = ((List<Map<String, Object>>) program.get("main")).get(0);
    assertEquals(List.of("X", "b"), block.get("in"));
    assertEquals(
        List.of(Map.of("line", 1, "reason", "%*% may need less memory than estimated")),
        script.explainData(View.RECOMPILE).get("points"));
  }

  /** Trees of loops are there for programs, too, with all that the text says. */
  @Test
  @SuppressWarnings("unchecked")
  void parforAsData() {
    Compiled script =
        compile(
            Engine.builder().set("threads", "4").assume("X", Size.of(100_000, 8)),
            "R = matrix(0, 8, 1)\nparfor (i in 1:8) { R[i,1] = sum(X[,i]) }\nprint(sum(R))");
    Map<String, Object> data = script.explainData(View.PARFOR);
    assertEquals(script.explain(View.PARFOR).lines().toList(), data.get("parfor"));
    Map<String, Object> loop = ((List<Map<String, Object>>) data.get("loops")).get(0);
    assertEquals("MAIN", loop.get("where"));
    assertEquals("PARFOR i (line 2)", loop.get("node"));
    assertEquals(8L, loop.get("iterations"));
    assertEquals("LOCAL", loop.get("mode"));
    assertEquals(4, loop.get("workers"));
    assertEquals("NAIVE", loop.get("tasks"));
    assertEquals("LOCAL_MEM", loop.get("merge"));
    String text = script.explain(View.PARFOR);
    ((List<String>) loop.get("notes"))
        .forEach(note -> assertTrue(text.contains("* " + note), note));
  }

  /** A loop that asks for Spark gets it without a described cluster, unless all is to run here. */
  @Test
  void loopsThatAskForSparkAreShownThere() {
    assertTrue(explainedLoop("hybrid", ", mode=REMOTE_SPARK").contains(" REMOTE "));
    assertTrue(explainedLoop("local", ", mode=REMOTE_SPARK").contains(" LOCAL "));
    assertTrue(explainedLoop("hybrid", ", mode=LOCAL").contains(" LOCAL "));
    assertTrue(explainedLoop("hybrid", "").contains(" LOCAL "));
  }

  private static String explainedLoop(String exec, String option) {
    Engine.Builder builder =
        Engine.builder().set("exec", exec).set("threads", "4").assume("X", Size.of(100_000, 8));
    String loop = "parfor (i in 1:8" + option + ") { R[i,1] = sum(X[,i]) }";
    return compile(builder, "R = matrix(0, 8, 1)\n" + loop + "\nprint(sum(R))")
        .explain(View.PARFOR)
        .lines()
        .filter(line -> line.contains("PARFOR i"))
        .findFirst()
        .orElseThrow();
  }
}
