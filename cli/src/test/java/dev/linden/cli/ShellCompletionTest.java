package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts for shells, in the shells. */
class ShellCompletionTest {
  @TempDir Path folder;

  private String run(String... command) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    shell.getOutputStream().close();
    String out = new String(shell.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, shell.waitFor(), out);
    return out;
  }

  /** What bash offers for the last of the words of a line. */
  private List<String> offered(String... words) throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve(".completion"), ShellCompletion.script("bash"));
    String ask =
        "source '"
            + script
            + "'; compopt() { :; }; COMP_WORDS=("
            + String.join(" ", words)
            + "); COMP_CWORD="
            + (words.length - 1)
            + "; _linden; printf '%s\\n' \"${COMPREPLY[@]}\"";
    return run("bash", "--norc", "-c", ask).lines().toList();
  }

  @Test
  void bashCompletesCommandsOptionsSettingsNamesAndFiles() throws Exception {
    Files.writeString(folder.resolve("model.dml"), "");
    assertEquals(List.of("explain"), offered("linden", "exp"));
    assertTrue(offered("linden", "k").contains("kernel"));
    assertTrue(offered("linden", "-st").contains("-stats"));
    assertEquals(List.of("threads="), offered("linden", "--set", "thr"));
    assertEquals(List.of("bash"), offered("linden", "completion", "b"));
    assertEquals(List.of("install"), offered("linden", "kernel", "i"));
    assertTrue(offered("linden", "help", "kmea").contains("kmeansPredict"));
    assertTrue(offered("linden", "help", "colM").contains("colMeans"));
    assertEquals(List.of("model.dml"), offered("linden", "mod"));
  }

  @Test
  void zshReadsItsScript() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/zsh")), "there is no zsh");
    Path script = Files.writeString(folder.resolve(".completion"), ShellCompletion.script("zsh"));
    String ask =
        "autoload -U compinit; compinit -u -d '"
            + folder.resolve(".dump")
            + "'; source '"
            + script
            + "'; print -r -- ${_comps[linden]} ${+functions[_linden]}";
    assertEquals("_linden 1\n", run("zsh", "-f", "-c", ask));
  }
}
