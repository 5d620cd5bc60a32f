package dev.linden.lang.parse;

import dev.linden.base.Source;
import dev.linden.base.Span;
import java.util.Arrays;
import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.IntStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;

/**
 * The text of a source for the lexer, and the lines and columns of its offsets.
 *
 * <p>One symbol is one {@code char}, so that offsets, columns and {@link Source#line} agree; line
 * breaks are those of {@link String#lines}.
 */
public final class SourceChars implements CharStream {
  private final Source source;
  private final String text;
  private final int[] lineStarts;
  private int position;

  public SourceChars(Source source) {
    this.source = source;
    this.text = source.text();
    this.lineStarts = lineStarts(text);
  }

  private static int[] lineStarts(String text) {
    int[] starts = new int[16 + text.length() / 16];
    int lines = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean carriageReturnOfPair =
          c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (c == '\n' || c == '\r' && !carriageReturnOfPair) {
        if (lines == starts.length) {
          starts = Arrays.copyOf(starts, 2 * lines);
        }
        starts[lines++] = i + 1;
      }
    }
    return Arrays.copyOf(starts, lines);
  }

  /** From the first to the last offset, both included. */
  public Span span(int first, int last) {
    int line = lineOf(first);
    int endLine = lineOf(last);
    return new Span(
        source,
        line + 1,
        first - lineStarts[line] + 1,
        endLine + 1,
        last - lineStarts[endLine] + 1);
  }

  Span span(Token token) {
    return span(token, token);
  }

  /**
   * From the start of the first token to the end of the last. The end of the text stands at its
   * last visible character.
   */
  Span span(Token first, Token last) {
    if (first.getType() == Token.EOF) {
      int end = Math.max(0, text.stripTrailing().length() - 1);
      return span(end, end);
    }
    return span(first.getStartIndex(), last.getStopIndex());
  }

  /** 1-based. */
  int line(Token token) {
    return lineOf(token.getStartIndex()) + 1;
  }

  /** The offset of the last character of a 1-based line, its line break left out. */
  public int endOfLine(int line) {
    int start = lineStarts[line - 1];
    return Math.max(start, start + source.line(line).length() - 1);
  }

  int codePointAt(int offset) {
    return text.codePointAt(offset);
  }

  /** A character as messages show it: in quotes, or by its number if it has no picture. */
  public static String shown(int character) {
    boolean visible =
        character > ' '
            && character != 0x7F
            && Character.isDefined(character)
            && !Character.isISOControl(character)
            && !Character.isWhitespace(character)
            && !Character.isSpaceChar(character)
            && Character.getType(character) != Character.FORMAT
            && Character.getType(character) != Character.SURROGATE;
    return visible ? "'" + Character.toString(character) + "'" : String.format("U+%04X", character);
  }

  private int lineOf(int offset) {
    int found = Arrays.binarySearch(lineStarts, offset);
    return found >= 0 ? found : -found - 2;
  }

  @Override
  public void consume() {
    if (position == text.length()) {
      throw new IllegalStateException("consume at the end of the text");
    }
    position++;
  }

  @Override
  public int LA(int distance) {
    int index = distance > 0 ? position + distance - 1 : position + distance;
    return index >= 0 && index < text.length() ? text.charAt(index) : IntStream.EOF;
  }

  @Override
  public int mark() {
    return -1;
  }

  @Override
  public void release(int marker) {
    // the whole text is in memory: nothing was kept for the marker
  }

  @Override
  public int index() {
    return position;
  }

  @Override
  public void seek(int index) {
    position = Math.min(index, text.length());
  }

  @Override
  public int size() {
    return text.length();
  }

  @Override
  public String getText(Interval interval) {
    return text.substring(interval.a, Math.min(interval.b + 1, text.length()));
  }

  @Override
  public String getSourceName() {
    return source.name();
  }
}
