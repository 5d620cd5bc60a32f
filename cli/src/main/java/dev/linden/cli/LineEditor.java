package dev.linden.cli;

import dev.linden.base.ResourceError;
import dev.linden.engine.Colouring;
import dev.linden.engine.Completion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jline.reader.Candidate;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/**
 * Reads inputs from a terminal: with history, completion and colours, until they are whole. The
 * only class that knows the library for that, which is loaded with it.
 */
final class LineEditor implements AutoCloseable {
  static final String PROMPT = "linden> ";
  private static final String MORE = "   ...> ";
  private static final int HISTORY_LINES = 10_000;
  private static final int DEFAULT_WIDTH = 100;

  /** Candidates for a text and the cursor in it. */
  interface Completer {
    Completion.Result complete(String text, int cursor);
  }

  /** Somebody pressed Ctrl-C while a line was read: it counts as not written. */
  static final class Dropped extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private final Terminal terminal;
  private final LineReader reader;

  /**
   * @param keys what is typed; null for the terminal
   * @param history null for none beyond this process
   * @param unfinished whether a text is the beginning of an input
   */
  LineEditor(
      InputStream keys,
      Path history,
      boolean colours,
      Predicate<String> unfinished,
      Completer completer) {
    try {
      terminal = keys == null ? terminal() : PromptTerminal.of(keys);
    } catch (IOException e) {
      throw new ResourceError("the terminal can't be used: " + e.getMessage(), e);
    }
    // A process, which takes as long as making the reader.
    CompletableFuture<?> raw =
        CompletableFuture.supplyAsync(terminal::enterRawMode, task -> new Thread(task).start());
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("linden")
            .parser(new Inputs(unfinished, completer))
            .completer((line, parsed, found) -> ((Input) parsed).addTo(found))
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, MORE)
            .variable(LineReader.HISTORY_SIZE, HISTORY_LINES)
            .variable(LineReader.BELL_STYLE, "none")
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.HISTORY_IGNORE_SPACE, false);
    if (history != null && prepared(history)) {
      builder.variable(LineReader.HISTORY_FILE, history);
    }
    if (colours) {
      builder.highlighter(new Colours());
    }
    reader = builder.build();
    raw.join();
  }

  private static Terminal terminal() throws IOException {
    try {
      return PromptTerminal.open();
    } catch (IOException e) { // the library knows more ways, slower ones
      return TerminalBuilder.builder().system(true).dumb(true).nativeSignals(true).build();
    }
  }

  /**
   * Nobody else need know what was written. Without a place for it history ends with the process.
   */
  private static boolean prepared(Path history) {
    try {
      Files.createDirectories(history.getParent());
      if (!Files.exists(history)) {
        Files.createFile(history);
        Files.setPosixFilePermissions(history, PosixFilePermissions.fromString("rw-------"));
      }
      return Files.isWritable(history);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /**
   * The next input; null when there is none any more.
   *
   * @throws Dropped if the line was given up
   */
  String read() throws Dropped {
    try {
      terminal.enterRawMode(); // for good; the reader would undo it after each line
      return reader.readLine(PROMPT);
    } catch (UserInterruptException e) {
      throw new Dropped();
    } catch (EndOfFileException e) {
      return null;
    }
  }

  /** While something runs, Ctrl-C does this. */
  void onInterrupt(Runnable action) {
    terminal.handle(Terminal.Signal.INT, signal -> action.run());
  }

  int width() {
    Size size = terminal.getSize();
    return size == null || size.getColumns() <= 0 ? DEFAULT_WIDTH : size.getColumns();
  }

  @Override
  public void close() {
    try {
      reader.getHistory().save();
      terminal.close();
    } catch (IOException e) {
      throw new ResourceError("the history can't be saved: " + e.getMessage(), e);
    }
  }

  /** Whole texts; words are what the completer says. */
  private static final class Inputs implements Parser {
    private final Predicate<String> unfinished;
    private final Completer completer;

    Inputs(Predicate<String> unfinished, Completer completer) {
      this.unfinished = unfinished;
      this.completer = completer;
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
      if (context == ParseContext.COMPLETE) {
        return new Input(line, cursor, completer.complete(line, cursor));
      }
      if (context == ParseContext.ACCEPT_LINE && unfinished.test(line)) {
        throw new EOFError(-1, cursor, "unfinished");
      }
      return new Input(line, cursor, new Completion.Result(cursor, cursor, List.of()));
    }

    @Override
    public boolean isEscapeChar(char c) {
      return false; // a backslash means what the language says
    }
  }

  /** A text of which the word at the cursor is what may be completed. */
  private record Input(String line, int cursor, Completion.Result result)
      implements CompletingParsedLine {
    @Override
    public String word() {
      return line.substring(result.start(), Math.max(result.start(), result.end()));
    }

    @Override
    public int wordCursor() {
      return cursor - result.start();
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean whole) {
      return candidate; // inside of quotes or not, it stands as it is
    }

    @Override
    public int rawWordCursor() {
      return wordCursor();
    }

    @Override
    public int rawWordLength() {
      return word().length();
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word());
    }

    void addTo(List<Candidate> candidates) {
      int place = 0;
      for (Completion.Candidate found : result.candidates()) {
        String text = found.text();
        // What stands in quotes, or goes on with an operator or a bracket, needs no blank.
        boolean ends = Set.of("word", "command", "setting").contains(found.kind());
        candidates.add(
            new Candidate(text, text, null, shortened(found.note()), null, null, ends, place++));
      }
    }

    private static String shortened(String note) {
      int most = 60;
      return note.isEmpty() ? null : note.length() <= most ? note : note.substring(0, most) + "…";
    }
  }

  /** Colours by the lexer of the language. */
  private static final class Colours implements Highlighter {
    @Override
    public AttributedString highlight(LineReader ofReader, String text) {
      AttributedStringBuilder out = new AttributedStringBuilder();
      int at = 0;
      for (Colouring.Piece piece : Colouring.of(text)) {
        out.append(text, at, piece.start());
        out.styled(style(piece.kind()), text.substring(piece.start(), piece.end()));
        at = piece.end();
      }
      return out.append(text, at, text.length()).toAttributedString();
    }

    private static AttributedStyle style(String kind) {
      AttributedStyle plain = AttributedStyle.DEFAULT;
      return switch (kind) {
        case "word" -> plain.foreground(AttributedStyle.MAGENTA).bold();
        case "built_in" -> plain.foreground(AttributedStyle.BLUE);
        case "number" -> plain.foreground(AttributedStyle.CYAN);
        case "text" -> plain.foreground(AttributedStyle.GREEN);
        case "comment" -> plain.foreground(AttributedStyle.BRIGHT);
        case "wrong" -> plain.foreground(AttributedStyle.RED);
        default -> plain;
      };
    }

    @Override
    public void setErrorPattern(Pattern pattern) {
      // errors are the lexer's
    }

    @Override
    public void setErrorIndex(int index) {
      // errors are the lexer's
    }
  }
}
