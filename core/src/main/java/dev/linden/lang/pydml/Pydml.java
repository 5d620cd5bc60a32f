package dev.linden.lang.pydml;

import dev.linden.base.DeepStack;
import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Cell;
import dev.linden.lang.ast.Syntax;
import dev.linden.lang.parse.Dml;
import dev.linden.lang.parse.Problems;
import dev.linden.lang.parse.SourceChars;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** PyDML, the Python-like syntax. */
public final class Pydml implements Syntax {
  @Override
  public String name() {
    return "pydml";
  }

  @Override
  public String ending() {
    return ".pydml";
  }

  @Override
  public Ast.Script parse(Source source) {
    return DeepStack.call(() -> parsed(source));
  }

  private static Ast.Script parsed(Source source) {
    SourceChars chars = new SourceChars(source);
    Problems problems = new Problems(chars);
    Tokens tokens = new Tokens(source.text(), chars, problems);
    Ast.Script script = new Parser(source, tokens, problems).script();
    if (!problems.isEmpty()) {
      throw ScriptError.beforeRun(problems.inOrder());
    }
    return script;
  }

  @Override
  public Cell cell(Source source, Set<String> functions, Set<String> namespaces) {
    return DeepStack.call(() -> parsedCell(source, functions, namespaces));
  }

  private static Cell parsedCell(Source source, Set<String> functions, Set<String> namespaces) {
    SourceChars chars = new SourceChars(source);
    Problems problems = new Problems(chars);
    Tokens tokens = Tokens.ofCell(source.text(), chars, problems);
    Cell cell = new Parser(source, tokens, problems, functions, namespaces).cell();
    if (!problems.isEmpty()) {
      throw ScriptError.beforeRun(problems.inOrder());
    }
    return cell;
  }

  /** Blocks end with an empty line, as at Python's own prompt. */
  @Override
  public boolean isUnfinished(Source source) {
    SourceChars chars = new SourceChars(source);
    Tokens tokens = Tokens.ofCell(source.text(), chars, new Problems(chars));
    int last = tokens.count() - 1;
    int open = 0;
    boolean block = false;
    for (int i = 0; i <= last; i++) {
      switch (tokens.kind(i)) {
        case OPEN, OPEN_INDEX -> open++;
        case CLOSE, CLOSE_INDEX -> open--;
        case INDENT -> block = true;
        default -> {}
      }
    }
    String text = source.text().stripTrailing();
    boolean emptyLine = source.text().substring(text.length()).indexOf('\n') >= 0;
    return open > 0 || text.endsWith("\\") || text.endsWith(":") || block && !emptyLine;
  }

  @Override
  public List<String> spellings(Collection<String> builtins) {
    List<String> names = new ArrayList<>(PydmlNames.functions());
    for (String name : new Dml().spellings(builtins)) {
      if (PydmlNames.nameInCalls(name).equals(name)) {
        names.add(name);
      }
    }
    return names;
  }

  @Override
  public String qualified(String namespace, String function) {
    return namespace + "." + function;
  }

  @Override
  public String importing(String namespace) {
    return "source(\"file.pydml\") as " + namespace;
  }

  @Override
  public Problem worded(Problem problem) {
    return Wording.of(problem);
  }

  @Override
  public String hintForFunction(String name) {
    return ForeignNames.function(name);
  }

  @Override
  public String hintForVariable(String name) {
    return ForeignNames.variable(name);
  }
}
