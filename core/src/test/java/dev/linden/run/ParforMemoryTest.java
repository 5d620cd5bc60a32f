package dev.linden.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.api.Linden;
import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.testkit.PlainJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * In a heap of 512 MB, loops over an input of 300 MB run with as many workers as the optimizer
 * finds room for, and give what they give with ample memory.
 */
@Tag("large")
class ParforMemoryTest {
  private static final String INPUT =
      "X = rand(rows=37500, cols=1000, min=-1, max=1, seed=1)\nwrite(X, \"X\", format=\"binary\")";

  /** Columns; row blocks with intermediates of 30 MB; vectors; intermediates of unknown size. */
  private static final List<String> LOOPS =
      List.of(
          "R = matrix(0,1000,1); parfor(i in 1:1000) { x = X[,i]; R[i,1] = sum(x * x * i) }",
          "R = matrix(0,10,1); v = seq(1,1000); parfor(i in 1:10) {\n"
              + "x = X[((i-1)*3750+1):(i*3750),]; Y = exp(x) * i; Z = Y / (1 + Y); R[i,1] = sum(Z"
              + " %*% v) }",
          "R = matrix(0,8,1); parfor(i in 1:8) { w = matrix(i,1000,1); R[i,1] = sum((X %*% w)^2) }",
          "R = matrix(0,16,1); parfor(i in 1:16) {\n"
              + "Y = removeEmpty(target=X, margin=\"rows\", select=(X[,i] > 0.9)); Z = Y * i;"
              + " R[i,1] = sum(Z * Z) }");

  @TempDir Path folder;

  @Test
  void theOptimizerFindsRoomForItsWorkers() {
    PlainJvm.run(1500, Script.class, folder.toString(), INPUT);
    for (String loop : LOOPS) {
      String script = "X = read(\"X\")\n" + loop + "\nprint(round(sum(R) * 1000))";
      String expected =
          PlainJvm.run(2500, Script.class, folder.toString(), script.replace("parfor(", "for("));
      assertEquals(expected, PlainJvm.run(512, Script.class, folder.toString(), script), loop);
    }
  }

  /** One JVM: runs a script with all of its heap. */
  static final class Script {
    private Script() {}

    public static void main(String[] arguments) {
      try (Linden linden =
          Linden.builder()
              .settings(Settings.DEFAULTS.with(Settings.THREADS, 4))
              .directory(Path.of(arguments[0]))
              .memoryBytes(Runtime.getRuntime().maxMemory())
              .build()) {
        linden.engine().compile(new Source("<script>", arguments[1]), Map.of()).run();
      }
    }
  }
}
