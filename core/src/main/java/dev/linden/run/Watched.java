package dev.linden.run;

import dev.linden.base.Source;
import dev.linden.base.Span;

/** A part of an execution that somebody listens to. */
abstract class Watched implements Monitor {
  private final Monitor outer;

  /** The nearest that does more than to know its place: a chain may be long. */
  private final Monitor base;

  Watched(Monitor outer) {
    this.outer = outer;
    this.base = outer instanceof Watched watched ? watched.base : outer;
  }

  @Override
  public final Monitor outer() {
    return outer;
  }

  @Override
  public final void check() {
    base.check();
  }

  @Override
  public final boolean listens() {
    return true;
  }

  @Override
  public final void operator(String name, Span text, Running where) {
    base.operator(name, text, where);
  }

  @Override
  public final void iterated(Running where) {
    base.iterated(where);
  }

  /** A call of a function, whose body runs now. */
  static final class Call extends Watched {
    private final Source script;
    private final Place place;

    /** Whether the texts of the body may be those of the script. */
    private final boolean mayBeOfScript;

    Call(Monitor outer, String function, Span span) {
      super(outer);
      Call around = around(outer);
      script = around == null ? outermost(span).source() : around.script;
      Place own = Watched.place(span, outer);
      mayBeOfScript = own.function() == null;
      place = mayBeOfScript ? new Place(function, own.line()) : own;
    }
  }

  private static Call around(Monitor monitor) {
    Monitor at = monitor;
    while (at != null && !(at instanceof Call)) {
      at = at.outer();
    }
    return (Call) at;
  }

  /** The text of the routine that runs, into which the others have been inlined. */
  private static Span outermost(Span text) {
    Span span = text;
    while (span.inlined() != null) {
      span = span.inlined().place();
    }
    return span;
  }

  /** From the script inwards as far as the text is its own. */
  static Place place(Span text, Monitor monitor) {
    Call around = around(monitor);
    if (around != null && !around.mayBeOfScript) {
      return around.place;
    }
    Source script = around == null ? outermost(text).source() : around.script;
    Place found = around == null ? null : around.place;
    String function = null;
    Place innermost = null;
    // From the inside out: what counts is the last change from elsewhere to the script.
    for (Span span = text; span != null; ) {
      boolean own = span.source().name().equals(script.name());
      if (!own) {
        innermost = null;
      } else if (innermost == null) {
        innermost = new Place(function, span.line());
      }
      Span.InlinedCall call = span.inlined();
      function = call == null ? null : call.function();
      span = call == null ? null : call.place();
    }
    return innermost == null ? found : innermost;
  }
}
