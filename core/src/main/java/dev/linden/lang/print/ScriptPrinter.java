package dev.linden.lang.print;

import dev.linden.base.DeepStack;
import dev.linden.base.ScriptError;
import dev.linden.base.Span;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.ast.Syntax;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prints the tree of a script for people: one statement per line, blocks indented, parentheses
 * where they are needed. Comments and blank lines of the source (at most one at a time) are put
 * back: a comment of its own line before the statement that follows it in its block, one behind the
 * code of a line behind the statement or header that stands there. Comments inside an expression
 * come before its statement.
 */
public final class ScriptPrinter {
  private static final String DML = "dml";
  private static final String PYDML = "pydml";

  private final Notation notation;
  private final boolean fromBraces;
  private final Comments comments;
  private final StringBuilder out = new StringBuilder();
  private int indent;

  /** Where what was printed last ends in the source; 0 at the start of a block. */
  private int lastLine;

  /** A statement or function; what writes it is told where the next one begins in the source. */
  private record Part(Span span, Consumer<Place> writer) {}

  /**
   * @param fromBraces whether the source has blocks in braces; otherwise they are indented
   */
  private ScriptPrinter(Ast.Script script, Notation notation, boolean fromBraces) {
    this.notation = notation;
    this.fromBraces = fromBraces;
    this.comments = new Comments(script.source().text(), fromBraces);
  }

  /**
   * The script in a syntax.
   *
   * @throws ScriptError with all that has no form there
   */
  public static String print(Ast.Script script, Syntax syntax) {
    boolean fromBraces = Syntaxes.of(script.source()).name().equals(DML);
    return DeepStack.call(
        () -> new ScriptPrinter(script, notation(script, syntax), fromBraces).script(script));
  }

  private static Notation notation(Ast.Script script, Syntax syntax) {
    return switch (syntax.name()) {
      case DML -> new DmlNotation(script);
      case PYDML -> new PydmlNotation(script);
      default -> throw new IllegalArgumentException("no notation of " + syntax.name());
    };
  }

  private String script(Ast.Script script) {
    List<Part> parts = new ArrayList<>(parts(script.statements()));
    for (Ast.Function function : script.functions()) {
      parts.add(new Part(function.span(), next -> function(function, next)));
    }
    parts.sort(Comparator.comparing(part -> Place.startOf(part.span)));
    block(parts, Place.END, 1);
    if (!notation.problems().isEmpty()) {
      throw ScriptError.beforeRun(notation.problems());
    }
    return out.toString();
  }

  private List<Part> parts(List<Ast.Statement> statements) {
    List<Part> parts = new ArrayList<>();
    for (Ast.Statement statement : statements) {
      parts.add(new Part(statement.span(), next -> statement(statement, next)));
    }
    return parts;
  }

  /**
   * @param end where the block ends in the source, at the latest
   * @param column comments behind the last statement that stand further left belong to what follows
   */
  private void block(List<Part> parts, Place end, int column) {
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      commentsBefore(Place.startOf(part.span), 1);
      blankLine(part.span.line());
      part.writer.accept(i + 1 < parts.size() ? Place.startOf(parts.get(i + 1).span) : end);
      lastLine = Math.max(lastLine, part.span.endLine());
    }
    commentsBefore(end, column);
  }

  private void statement(Ast.Statement statement, Place next) {
    if (statement instanceof Ast.If branch) {
      conditional(branch, next);
    } else if (statement instanceof Ast.While loop) {
      header(notation.condition("while", loop.predicate()), loop.predicate().span());
      bodyToEnd(loop.body(), loop.span(), next);
    } else if (statement instanceof Ast.For loop) {
      header(notation.loop(loop), endOfHeader(loop));
      bodyToEnd(loop.body(), loop.span(), next);
    } else {
      simple(notation.statement(statement), statement.span(), next);
    }
  }

  private void function(Ast.Function function, Place next) {
    Line line = notation.function(function);
    if (function.body() == null) {
      simple(line, function.span(), next);
    } else {
      header(line, endOfHeader(function));
      bodyToEnd(function.body(), function.span(), next);
    }
  }

  private static Span endOfHeader(Ast.For loop) {
    if (!loop.options().isEmpty()) {
      return loop.options().get(loop.options().size() - 1).span();
    }
    return loop.step() == null ? loop.to().span() : loop.step().span();
  }

  private static Span endOfHeader(Ast.Function function) {
    if (!function.results().isEmpty()) {
      return function.results().get(function.results().size() - 1).span();
    } else if (!function.parameters().isEmpty()) {
      return function.parameters().get(function.parameters().size() - 1).typed().span();
    }
    return function.nameSpan();
  }

  private void simple(Line line, Span span, Place next) {
    commentsInside(Place.endOf(span));
    write(line, commentsBehind(span.endLine(), next));
  }

  /** A header, with what stands behind it in its line, whatever else there is. */
  private void header(Line line, Span end) {
    commentsInside(Place.endOf(end));
    write(line, commentsBehind(end.endLine(), Place.END));
  }

  private void conditional(Ast.If first, Place next) {
    Ast.If branch = first;
    String word = "if";
    while (true) {
      header(notation.condition(word, branch.predicate()), branch.predicate().span());
      List<Ast.Statement> otherwise = branch.otherwise();
      if (otherwise.isEmpty()) {
        bodyToEnd(branch.then(), branch.span(), next);
        return;
      }
      Place start = Place.startOf(otherwise.get(0).span());
      Place elsePlace = comments.elseOf(start);
      Span thenEnd =
          branch.then().isEmpty()
              ? branch.predicate().span()
              : branch.then().get(branch.then().size() - 1).span();
      Place closer = comments.closerBetween(Place.endOf(thenEnd), elsePlace);
      body(branch.then(), branch.span(), closer);
      Ast.If chained =
          otherwise.size() == 1 && otherwise.get(0) instanceof Ast.If inner ? inner : null;
      String prefix =
          endThen(chained == null ? elsePlace : Place.endOf(chained.predicate().span()));
      if (chained == null) {
        write(
            new Line().add(prefix + "else" + notation.opener()),
            commentsBehind(elsePlace.line(), Place.END));
        bodyToEnd(otherwise, branch.span(), next);
        return;
      }
      word = prefix + notation.elseIf();
      branch = chained;
    }
  }

  /** Closes the first part of a conditional; gives what is left to write in front of the else. */
  private String endThen(Place endOfHeader) {
    if (notation.closer() == null) {
      commentsInside(endOfHeader);
      return "";
    }
    if (!comments.hasBefore(endOfHeader)) {
      return notation.closer() + " ";
    }
    write(new Line().add(notation.closer()), "");
    commentsInside(endOfHeader);
    return "";
  }

  /** The body that is the last part of a statement. */
  private void bodyToEnd(List<Ast.Statement> statements, Span whole, Place next) {
    body(statements, whole, fromBraces ? Place.endOf(whole) : next);
    if (notation.closer() != null) {
      write(new Line().add(notation.closer()), commentsBehind(whole.endLine(), next));
    }
  }

  private void body(List<Ast.Statement> statements, Span whole, Place end) {
    indent++;
    lastLine = 0;
    if (statements.isEmpty() && notation.emptyBody() != null) {
      write(new Line().add(notation.emptyBody()), "");
    }
    block(parts(statements), end, fromBraces ? 1 : whole.column() + 1);
    indent--;
  }

  // ---- lines

  private void blankLine(int line) {
    if (lastLine > 0 && line > lastLine + 1) {
      out.append('\n');
    }
  }

  private void write(Line line, String comment) {
    // Continued lines are further in than the body of a header.
    String further = notation.indentation().repeat(2);
    for (String text : line.wrapped(indentation(), further, notation.breaksAnywhere())) {
      out.append(text).append('\n');
    }
    if (!comment.isEmpty()) {
      out.insert(out.length() - 1, "  " + comment);
    }
  }

  private String indentation() {
    return notation.indentation().repeat(indent);
  }

  /** Those of a statement or header that ends at the place; it has had its blank line. */
  private void commentsInside(Place end) {
    lastLine = end.line();
    commentsBefore(end, 1);
  }

  private void commentsBefore(Place place, int column) {
    while (comments.hasBefore(place) && comments.peek().start().column() >= column) {
      Comments.Comment comment = comments.take();
      blankLine(comment.start().line());
      for (String line : notation.hasBlockComments() ? comment.lines() : comment.asLineComments()) {
        out.append((indentation() + line).stripTrailing()).append('\n');
      }
      lastLine = Math.max(lastLine, comment.end().line());
    }
  }

  /** The comments that end in this line of the source and begin before the place. */
  private String commentsBehind(int line, Place place) {
    List<String> texts = new ArrayList<>();
    while (comments.hasBefore(place)
        && comments.peek().start().line() == line
        && comments.peek().end().line() == line) {
      Comments.Comment comment = comments.take();
      texts.addAll(
          notation.hasBlockComments() ? List.of(comment.text()) : comment.asLineComments());
    }
    return String.join(" ", texts);
  }
}
