package dev.linden.plan;

import dev.linden.base.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for places of operators in scripts, so that what several stages and a run tell of the
 * same operator can be put together. A body that was inlined at two calls has places of its own for
 * each. Thread-safe.
 */
public final class Sites {
  /** What stands at a place: the name of an operator, or the word for a block. */
  private record Key(String what, Span span) {}

  private final Map<Key, Integer> numbers = new HashMap<>();

  /** The text that a number stands for. */
  private final List<Span> texts = new ArrayList<>();

  /** The same number for the same operator at the same place. */
  public synchronized int of(String operator, Span span) {
    Integer known = numbers.get(new Key(operator, span));
    if (known == null) {
      known = texts.size();
      numbers.put(new Key(operator, span), known);
      texts.add(span);
    }
    return known;
  }

  /**
   * The same for an operator whose operands are known to stand in {@code whole}.
   *
   * @param span of the operator alone, as instructions have it
   */
  synchronized int of(String operator, Span span, Span whole) {
    int number = of(operator, span);
    texts.set(number, whole);
    return number;
  }

  /** The texts by number. */
  public synchronized List<Span> texts() {
    return List.copyOf(texts);
  }

  /**
   * The places by number, in short, since there are many: source, line, column, last line, last
   * column, and for inlined bodies the calls as {@link ExplainData#place} has them.
   */
  public synchronized List<Object> data() {
    List<Object> places = new ArrayList<>();
    for (Span text : texts) {
      Map<String, Object> place = new LinkedHashMap<>();
      ExplainData.place(text, place);
      places.add(List.copyOf(place.values()));
    }
    return places;
  }

  /** The same for a block of statements, a condition or the bounds of a loop. */
  public int ofBlock(Span span) {
    return of("block", span);
  }
}
