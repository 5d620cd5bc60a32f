package dev.linden.lang.print;

import java.util.ArrayList;
import java.util.List;

/** A line in the making. It knows where it can be broken if it gets too long. */
final class Line {
  private static final int WIDTH = 100;

  /** A blank in whose place the line can go on below, inside {@code depth} brackets. */
  private record Gap(int offset, int depth) {}

  private final StringBuilder text = new StringBuilder();
  private final List<Gap> gaps = new ArrayList<>();
  private int depth;
  private boolean tight;

  Line add(String words) {
    text.append(words);
    return this;
  }

  Line open(String bracket) {
    depth++;
    return add(bracket);
  }

  Line close(String bracket) {
    depth--;
    return add(bracket);
  }

  Line comma() {
    add(",");
    return gap();
  }

  private Line gap() {
    gaps.add(new Gap(text.length(), depth));
    return add(" ");
  }

  /**
   * A sign between operands.
   *
   * @param canBeTight whether it can do without blanks
   */
  Line operator(String sign, boolean canBeTight) {
    return tight && canBeTight ? add(sign) : add(" ").add(sign).gap();
  }

  /**
   * Whether blanks are left out around operators, because a looser sign has none; gives what held
   * before.
   */
  boolean tight(boolean on) {
    boolean before = tight;
    tight = on;
    return before;
  }

  /**
   * One line or several.
   *
   * @param indentation of the first line
   * @param further what the other lines have in addition
   * @param anywhere whether it can also be broken outside of brackets
   */
  List<String> wrapped(String indentation, String further, boolean anywhere) {
    List<String> lines = new ArrayList<>();
    String head = indentation;
    int start = 0;
    while (head.length() + text.length() - start > WIDTH) {
      Gap gap = gap(start, start + WIDTH - head.length(), anywhere ? 0 : 1);
      if (gap == null) {
        break;
      }
      lines.add(head + text.substring(start, gap.offset));
      start = gap.offset + 1;
      head = indentation + further;
    }
    lines.add(head + text.substring(start));
    return lines;
  }

  /** The last of the outermost gaps that fit; the first that does not if none does; or null. */
  private Gap gap(int start, int end, int outermost) {
    Gap best = null;
    for (Gap gap : gaps) {
      if (gap.offset <= start || gap.depth < outermost) {
        continue;
      }
      boolean fits = gap.offset <= end;
      if (!fits) {
        return best == null ? gap : best;
      }
      best = best == null || gap.depth <= best.depth ? gap : best;
    }
    return best;
  }
}
