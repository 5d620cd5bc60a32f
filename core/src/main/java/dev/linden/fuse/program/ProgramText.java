package dev.linden.fuse.program;

import dev.linden.matrix.kernel.fold.Aggregate;
import java.util.Locale;

/** A fused program as a line of text, for plans and statistics: {@code sum(a*b)}. */
public final class ProgramText {
  private static final int LONGEST = 100;

  private final FusedProgram program;

  /** Texts of nodes so far, as operands of others and by themselves. */
  private final String[] nested;

  private final String[] alone;

  private ProgramText(FusedProgram program) {
    this.program = program;
    nested = new String[program.nodes().size()];
    alone = new String[program.nodes().size()];
  }

  /** {@code kind} says what kind of fused operator runs it. */
  public static String describe(String kind, FusedProgram program) {
    ProgramText texts = new ProgramText(program);
    String all =
        kind
            + "{"
            + String.join("; ", program.sinks().stream().map(s -> s.text(texts)).toList())
            + "}";
    return all.length() <= LONGEST ? all : all.substring(0, LONGEST - 4) + "...}";
  }

  /** Inputs are letters in the order of the operands. */
  String input(int number) {
    return number < 26 ? String.valueOf((char) ('a' + number)) : "a" + number;
  }

  /**
   * Made once and cut where the whole would be: in a chain of {@code Y = (Y + s) * Y} every step
   * doubles the text.
   */
  String node(int number, boolean isNested) {
    String[] texts = isNested ? nested : alone;
    if (texts[number] == null) {
      String text = program.nodes().get(number).text(this, isNested);
      texts[number] = text.substring(0, Math.min(text.length(), LONGEST));
    }
    return texts[number];
  }

  static String word(Aggregate.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  static String title(Aggregate.Kind kind) {
    String word = word(kind);
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
