package dev.linden.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProgressLineTest {
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
