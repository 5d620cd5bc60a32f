package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.exec.ExecPty;
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

  private static final String GNU =
      """
      speed 38400 baud; rows 50; columns 120; line = 0;
      intr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; eol = <undef>; eol2 = <undef>;
      swtch = <undef>; start = ^Q; stop = ^S; susp = ^Z; rprnt = ^R; werase = ^W; lnext = ^V;
      discard = ^O; min = 1; time = 0;
      -parenb -parodd -cmspar cs8 -hupcl -cstopb cread -clocal -crtscts
      -ignbrk -brkint -ignpar -parmrk -inpck -istrip -inlcr -igncr icrnl ixon -ixoff
      -iuclc -ixany -imaxbel iutf8
      opost -olcuc -ocrnl onlcr -onocr -onlret -ofill -ofdel nl0 cr0 tab0 bs0 vt0 ff0
      isig icanon iexten echo echoe echok -echonl -noflsh -xcase -tostop -echoprt
      echoctl echoke -flusho -extproc
      """;

  private static final String BSD =
      """
      speed 9600 baud; 47 rows; 204 columns;
      lflags: icanon isig iexten echo echoe -echok echoke -echonl echoctl
      \t-echoprt -altwerase -noflsh -tostop -flusho pendin -nokerninfo
      \t-extproc
      iflags: -istrip icrnl -inlcr -igncr ixon -ixoff ixany imaxbel iutf8
      \t-ignbrk brkint -inpck -ignpar -parmrk
      oflags: opost onlcr -oxtabs -onocr -onlret
      cflags: cread cs8 -parenb -parodd hupcl -clocal -cstopb -crtscts -dsrflow
      \t-dtrflow -mdmbuf
      cchars: discard = ^O; dsusp = ^Y; eof = ^D; eol = <undef>;
      \teol2 = <undef>; erase = ^?; intr = ^C; kill = ^U; lnext = ^V;
      \tmin = 1; quit = ^\\; reprint = ^R; start = ^Q; status = ^T;
      \tstop = ^S; susp = ^Z; time = 0; werase = ^W;
      """;

  @Test
  void settingsAreReadAsTheLibraryReadsThem() throws IOException {
    for (String answer : List.of(GNU, BSD)) {
      Attributes expected = ExecPty.doGetAttr(answer);
      Attributes found = PromptTerminal.attributes(answer);
      assertEquals(expected.getInputFlags(), found.getInputFlags());
      assertEquals(expected.getOutputFlags(), found.getOutputFlags());
      assertEquals(expected.getControlFlags(), found.getControlFlags());
      assertEquals(expected.getLocalFlags(), found.getLocalFlags());
      assertEquals(expected.getControlChars(), found.getControlChars());
      assertEquals(3, found.getControlChar(Attributes.ControlChar.VINTR));
    }
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
