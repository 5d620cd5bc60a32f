package dev.linden.lang.check;

import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.lang.Syntaxes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what is wrong with a script; the same sentence at the same place counts once. */
final class Problems {
  private final Map<Source, Integer> files = new LinkedHashMap<>();
  private final Set<Problem> errors = new LinkedHashSet<>();
  private final Set<Problem> warnings = new LinkedHashSet<>();

  void error(Span span, String message) {
    error(span, message, null);
  }

  /** {@code hint} may be null. */
  void error(Span span, String message, String hint) {
    errors.add(Syntaxes.worded(new Problem(span, message, hint)));
  }

  /** Errors that another stage has found. */
  void addAll(List<Problem> found) {
    errors.addAll(found);
  }

  void warning(Span span, String message, String hint) {
    warnings.add(Syntaxes.worded(new Problem(span, message, hint)));
  }

  /** Messages are sorted by file in the order of this call, the main script first. */
  void file(Source source) {
    files.putIfAbsent(source, files.size());
  }

  void throwIfAny() {
    if (!errors.isEmpty()) {
      throw ScriptError.beforeRun(sorted(errors));
    }
  }

  /** Rendered texts. */
  List<String> warnings() {
    return sorted(warnings).stream().map(Problem::renderWarning).toList();
  }

  private List<Problem> sorted(Set<Problem> problems) {
    List<Problem> sorted = new ArrayList<>(problems);
    sorted.sort(
        Comparator.comparingInt((Problem p) -> files.getOrDefault(p.span().source(), files.size()))
            .thenComparingInt(p -> p.span().line())
            .thenComparingInt(p -> p.span().column()));
    return sorted;
  }
}
