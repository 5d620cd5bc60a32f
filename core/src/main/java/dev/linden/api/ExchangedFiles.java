package dev.linden.api;

import dev.linden.lang.ast.Ast;
import java.util.Set;

/** Statements that a prepared script does without, because values come from memory. */
final class ExchangedFiles {
  private static final Set<String> READS = Set.of("read", "readMM");

  private ExchangedFiles() {}

  /** The script without {@code X = read(...)} in its main program, for these variables X. */
  static Ast.Script withoutReadsOf(Set<String> variables, Ast.Script script) {
    return new Ast.Script(
        script.source(),
        script.functions(),
        script.statements().stream().filter(s -> !isReadOf(variables, s)).toList());
  }

  private static boolean isReadOf(Set<String> variables, Ast.Statement statement) {
    return statement instanceof Ast.Assign assign
        && assign.target().index() == null
        && variables.contains(assign.target().name())
        && assign.value() instanceof Ast.Call call
        && call.namespace() == null
        && READS.contains(call.name());
  }
}
