package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.PosixSysTerminal;
import org.jline.terminal.impl.exec.ExecPty;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.terminal.spi.Pty;
import org.jline.terminal.spi.SystemStream;
import org.jline.utils.InfoCmp;

/**
 * The terminal that stdin and stdout are. What a terminal is like, and what it is told, takes a
 * process of its own each time, as there is no native code for it: left to itself, the library
 * starts six of them for each line and fourteen before the first, at some milliseconds each. So
 * this terminal is asked once, and stays in the mode for reading keys until it is closed: what is
 * typed while an input runs is not shown before the next prompt shows it. Signals, and ends of
 * lines that are written, are the same in both modes.
 */
final class PromptTerminal extends PosixSysTerminal {
  private static final String SETTINGS = "linden.terminal.settings";

  private final Pty device;

  private PromptTerminal(String type, Pty device) throws IOException {
    super("linden", type, device, UTF_8, true, SignalHandler.SIG_DFL);
    this.device = device;
    // Without a handler of its own the change would go unnoticed while no line is read.
    handle(Signal.WINCH, signal -> {});
    handle(Signal.CONT, signal -> {});
  }

  /**
   * @throws IOException if there is none, or the system has no way of asking it
   */
  static Terminal open() throws IOException {
    return new PromptTerminal(System.getenv("TERM"), new Remembered());
  }

  /** One whose keys come from a stream, and that shows nothing. */
  static Terminal of(InputStream keys) throws IOException {
    return new PromptTerminal("xterm", new Keys(keys));
  }

  /**
   * What terminals of this type can do. The library has that in files, but asks the system first,
   * and its regular expressions took a quarter of the time until the first prompt.
   */
  @Override
  protected void parseInfoCmp() {
    String description = type == null ? null : resource(type + ".caps");
    if (description == null) {
      super.parseInfoCmp();
      return;
    }
    Map<String, String> names = capabilityNames();
    int start = description.indexOf('\n') + 1; // the first line has names of the type
    for (int end = start; end < description.length(); end++) {
      char c = description.charAt(end);
      if (c == '\\') {
        end++; // a comma may follow that belongs to the value
      } else if (c == ',') {
        capability(description.substring(start, end).strip(), names);
        start = end + 1;
      }
    }
  }

  /**
   * A part of a description: a word alone, or one with {@code #} and a number or {@code =} and a
   * text.
   */
  private void capability(String text, Map<String, String> names) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != '#' && text.charAt(end) != '=') {
      end++;
    }
    String name = names.get(text.substring(0, end));
    if (name == null) {
      return; // an extension that the library does not use
    }
    InfoCmp.Capability capability = InfoCmp.Capability.valueOf(name);
    if (end == text.length()) {
      bools.add(capability);
    } else if (text.charAt(end) == '#') {
      ints.put(capability, Integer.decode(text.substring(end + 1)));
    } else {
      strings.put(capability, text.substring(end + 1));
    }
  }

  /** What the constants of the library are for the names in descriptions. */
  private static Map<String, String> capabilityNames() {
    Map<String, String> names = new HashMap<>();
    for (String line : resource("capabilities.txt").lines().toList()) {
      int first = line.indexOf(',');
      int second = line.indexOf(',', first + 1);
      if (second >= 0 && !line.startsWith("#")) {
        names.put(line.substring(first + 1, second).strip(), line.substring(0, first).strip());
      }
    }
    return names;
  }

  /** Null if the library has none of that name. */
  private static String resource(String name) {
    try (InputStream file = InfoCmp.class.getResourceAsStream(name)) {
      return file == null ? null : new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the library of the terminal can't be read", e);
    }
  }

  /** From any thread, as signals come. */
  @Override
  public void raise(Signal signal) {
    if (device instanceof Remembered terminal) {
      if (signal == Signal.WINCH) {
        terminal.size = null;
      } else if (signal == Signal.CONT) {
        terminal.attributes = null; // a shell has had it in between
      }
    }
    super.raise(signal);
  }

  /**
   * What {@code stty -a} says: flags, those that are off behind a minus, and {@code name = key;}.
   * The library compiles fifty regular expressions for it.
   */
  static Attributes attributes(String answer) {
    Map<String, String> keys = new HashMap<>();
    Set<String> flags = new HashSet<>();
    StringTokenizer words = new StringTokenizer(answer, " ;\t\r\n");
    String before = "";
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      if (word.equals("=") && words.hasMoreTokens()) {
        keys.put(before, words.nextToken());
      }
      flags.add(word);
      before = word;
    }
    Attributes found = new Attributes();
    for (Attributes.InputFlag flag : Attributes.InputFlag.values()) {
      found.setInputFlag(flag, flags.contains(word(flag)));
    }
    for (Attributes.OutputFlag flag : Attributes.OutputFlag.values()) {
      found.setOutputFlag(flag, flags.contains(word(flag)));
    }
    for (Attributes.ControlFlag flag : Attributes.ControlFlag.values()) {
      found.setControlFlag(flag, flags.contains(word(flag)));
    }
    for (Attributes.LocalFlag flag : Attributes.LocalFlag.values()) {
      found.setLocalFlag(flag, flags.contains(word(flag)));
    }
    for (Attributes.ControlChar what : Attributes.ControlChar.values()) {
      String name = word(what).substring(1); // behind the V
      String key = keys.get(name.equals("reprint") && !keys.containsKey(name) ? "rprnt" : name);
      if (key != null) {
        found.setControlChar(what, code(key));
      }
    }
    return found;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Of a key as {@code stty} shows it; -1 for none. */
  private static int code(String key) {
    if (key.equals("<undef>")) {
      return -1;
    } else if (key.equals("^?") || key.equals("DEL")) {
      return 127;
    } else if (key.length() == 2 && key.charAt(0) == '^') {
      return Character.toUpperCase(key.charAt(1)) - '@';
    } else if (Character.isDigit(key.charAt(0))) {
      return Integer.decode(key);
    }
    return key.charAt(0);
  }

  private static final class Remembered extends ExecPty {
    /** Null if it is to be asked for. */
    private volatile Attributes attributes;

    private volatile Size size;

    /** An answer from which nothing has been read yet; null if there is none. */
    private String answer;

    Remembered() throws IOException {
      super(new ExecTerminalProvider(), SystemStream.Output, "/dev/tty");
      String asked = System.getProperty(SETTINGS); // by the launcher, whose processes cost less
      answer = asked != null ? asked : super.doGetConfig();
      size = super.getSize();
      attributes = attributes(answer);
      answer = null;
    }

    @Override
    protected String doGetConfig() throws IOException {
      return answer != null ? answer : super.doGetConfig();
    }

    @Override
    public Attributes getAttr() throws IOException {
      Attributes known = attributes;
      if (known == null) {
        known = attributes(doGetConfig());
        attributes = known;
      }
      return new Attributes(known);
    }

    @Override
    protected void doSetAttr(Attributes wanted) throws IOException {
      List<String> changes = getFlagsToSet(wanted, getAttr());
      if (!changes.isEmpty()) {
        super.doSetAttr(wanted);
        attributes = new Attributes(wanted);
      }
    }

    @Override
    public Size getSize() throws IOException {
      Size known = size;
      if (known == null) {
        known = super.getSize();
        size = known;
      }
      return known;
    }
  }

  private static final class Keys implements Pty {
    private final InputStream keys;
    private Attributes attributes = new Attributes();

    Keys(InputStream keys) {
      this.keys = keys;
    }

    @Override
    public InputStream getSlaveInput() {
      return keys;
    }

    @Override
    public OutputStream getSlaveOutput() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getMasterInput() {
      throw new UnsupportedOperationException("nothing is at the other end");
    }

    @Override
    public OutputStream getMasterOutput() {
      throw new UnsupportedOperationException("nothing is at the other end");
    }

    @Override
    public Attributes getAttr() {
      return new Attributes(attributes);
    }

    @Override
    public void setAttr(Attributes wanted) {
      attributes = new Attributes(wanted);
    }

    @Override
    public Size getSize() {
      return new Size(120, 50);
    }

    @Override
    public void setSize(Size size) {
      throw new UnsupportedOperationException("the size stays");
    }

    @Override
    public SystemStream getSystemStream() {
      return null;
    }

    @Override
    public ExecTerminalProvider getProvider() {
      return new ExecTerminalProvider();
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
