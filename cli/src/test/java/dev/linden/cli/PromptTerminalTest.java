package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp;
import org.jline.utils.InfoCmp.Capability;
import org.junit.jupiter.api.Test;

final class PromptTerminalTest {
  /** Read by the library's own expressions, which are right for this type. */
  @Test
  void aTerminalCanWhatItsTypeCan() throws IOException {
    Set<Capability> bools = EnumSet.noneOf(Capability.class);
    Map<Capability, Integer> ints = new EnumMap<>(Capability.class);
    Map<Capability, String> strings = new EnumMap<>(Capability.class);
    InfoCmp.parseInfoCmp(InfoCmp.getDefaultInfoCmp("xterm"), bools, ints, strings);
    try (Terminal terminal = PromptTerminal.of(InputStream.nullInputStream())) {
      for (Capability capability : Capability.values()) {
        assertEquals(bools.contains(capability), terminal.getBooleanCapability(capability));
        assertEquals(ints.get(capability), terminal.getNumericCapability(capability));
        assertEquals(strings.get(capability), terminal.getStringCapability(capability));
      }
    }
    assertEquals("\\E[K", strings.get(Capability.clr_eol));
  }

  /** While the launcher saves classes, nobody would see that an input fails. */
  @Test
  void theInputsOfTheArchiveFailWhereTheyAreMeantTo() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    WarmUp.type(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    assertEquals(1, err.toString(UTF_8).split("error: ", -1).length - 1, err.toString(UTF_8));
    String shown = out.toString(UTF_8);
    for (String part : new String[] {"s is 9", "(Intercept)", "list of 2", "Group: ", "http://"}) {
      assertEquals(true, shown.contains(part), () -> part + " is missing in\n" + shown);
    }
  }
}
