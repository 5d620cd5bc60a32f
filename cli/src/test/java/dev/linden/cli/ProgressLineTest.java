package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  @Test
  void goesBeforeAnythingElseIsWritten() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream terminal = new PrintStream(bytes, true, UTF_8);
    ProgressLine line = new ProgressLine(terminal);
    PrintStream other = line.beside(terminal);
    other.println("first");
    line.show("half", -1, -1);
    line.show("whole", -1, -1);
    other.println("second");
    line.clear();
    String clear = "\r\u001b[K";
    assertEquals(
        "first\n\rhalf\u001b[K\rwhole\u001b[K" + clear + "second\n", bytes.toString(UTF_8));
  }

  @Test
  void knowsNoRateBeforeTheFirstIteration() {
    assertEquals(
        "f (line 1): 0 of 4 iterations in 3 s",
        ProgressLine.text("f (line 1)", 0, 4, 3_000_000_000L));
  }

  @Test
  void tellsRateAndTimeLeft() {
    assertEquals(
        "parfor i (line 7): 30 of 120 iterations, 10 per second, 9 s left",
        ProgressLine.text("parfor i (line 7)", 30, 120, 3_000_000_000L));
    assertEquals(
        "parfor i (line 7): 1 of 1000 iterations, 0.1 per second, 2 h 46 min left",
        ProgressLine.text("parfor i (line 7)", 1, 1000, 10_000_000_000L));
  }
}
