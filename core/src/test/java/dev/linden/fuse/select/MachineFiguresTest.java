package dev.linden.fuse.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures of the machine that costs of fusion plans are estimated with. */
class MachineFiguresTest {
  @TempDir private Path folder;

  @Test
  void givenFigures() {
    assertEquals(new Machine(20e9, 12.5e9, 8e9), MachineFigures.of("20,12.5,8", 4));
    for (String wrong : new String[] {"fast", "1,2", "1,2,3,4", "1,-2,3", "1,2,x", "0,1,1"}) {
      InputError error = assertThrows(InputError.class, () -> MachineFigures.checked(wrong), wrong);
      assertTrue(error.getMessage().endsWith("found " + wrong), error.getMessage());
    }
  }

  @Test
  void keptFiguresAreRead() throws IOException {
    Path file = folder.resolve("new").resolve("machine");
    MachineFigures.keep(file, new Machine(15e9, 10e9, 9e9));
    assertEquals("15.0,10.0,9.00", Files.readString(file));
    assertEquals(new Machine(15e9, 10e9, 9e9), MachineFigures.measured(file, 2));
  }

  @Test
  void absurdFiguresAreBounded() throws IOException {
    Path file = folder.resolve("machine");
    Machine usual = Machine.usual(2);
    MachineFigures.keep(file, new Machine(1, 1e15, usual.flops()));
    Machine read = MachineFigures.measured(file, 2);
    assertEquals(usual.readBandwidth() / 4, read.readBandwidth());
    assertEquals(usual.writeBandwidth() * 4, read.writeBandwidth());
    assertEquals(usual.flops(), read.flops());
  }

  @Test
  void measuringGivesPositiveFigures() {
    Machine machine = Measurement.run(2);
    assertTrue(machine.readBandwidth() > 0 && Double.isFinite(machine.readBandwidth()));
    assertTrue(machine.writeBandwidth() > 0 && Double.isFinite(machine.writeBandwidth()));
    assertTrue(machine.flops() > 0 && Double.isFinite(machine.flops()));
  }

  @Test
  void otherTextsAreNoFigures() {
    assertNull(MachineFigures.parsed(""));
    assertNull(MachineFigures.parsed("NaN,1,1"));
  }
}
