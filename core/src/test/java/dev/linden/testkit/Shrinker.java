package dev.linden.testkit;

import dev.linden.testkit.OracleValue.Grid;
import dev.linden.testkit.RandomMatrices.Form;
import dev.linden.testkit.RandomProgram.Expr;
import dev.linden.testkit.RandomProgram.Function;
import dev.linden.testkit.RandomProgram.Input;
import dev.linden.testkit.RandomProgram.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes a failing program small: leaves out statements, puts bodies in place of their loops and
 * branches, replaces expressions by parts of themselves or by constants, empties inputs; as long as
 * it still fails. The failure test decides about validity too, so candidates need not be valid.
 */
final class Shrinker {
  private static final int MAX_ATTEMPTS = 5_000;

  /** As the generator names them. */
  private static final Pattern VARIABLE = Pattern.compile("\\b[vXi]\\d+\\b");

  private final Predicate<RandomProgram> stillFails;
  private int attempts;

  private Shrinker(Predicate<RandomProgram> stillFails) {
    this.stillFails = stillFails;
  }

  static RandomProgram shrink(RandomProgram program, Predicate<RandomProgram> stillFails) {
    return new Shrinker(stillFails).run(program);
  }

  private RandomProgram run(RandomProgram program) {
    RandomProgram smallest = program;
    boolean progress = true;
    while (progress && attempts < MAX_ATTEMPTS) {
      progress = false;
      for (RandomProgram candidate : (Iterable<RandomProgram>) candidates(smallest)::iterator) {
        if (++attempts > MAX_ATTEMPTS) {
          break;
        }
        if (stillFails.test(candidate)) {
          smallest = candidate;
          progress = true;
          break;
        }
      }
    }
    return smallest;
  }

  /** Programs that are one step smaller, the largest steps first. */
  private static Stream<RandomProgram> candidates(RandomProgram program) {
    Stream<RandomProgram> statements =
        smallerLists(program.statements()).map(smaller -> withStatements(program, smaller));
    return Stream.of(
            withoutHalves(program), fewerInputs(program), statements, smallerFunctions(program))
        .flatMap(stream -> stream);
  }

  private static RandomProgram withStatements(RandomProgram program, List<Statement> statements) {
    return new RandomProgram(program.seed(), program.inputs(), program.functions(), statements);
  }

  /** Long stretches of top-level statements at once. */
  private static Stream<RandomProgram> withoutHalves(RandomProgram program) {
    List<RandomProgram> candidates = new ArrayList<>();
    int size = program.statements().size();
    for (int length = size / 2; length >= 2; length /= 2) {
      for (int from = size - length; from >= 0; from -= length) {
        List<Statement> rest = new ArrayList<>(program.statements());
        rest.subList(from, from + length).clear();
        candidates.add(withStatements(program, rest));
      }
    }
    return candidates.stream();
  }

  private static Stream<RandomProgram> fewerInputs(RandomProgram program) {
    List<RandomProgram> candidates = new ArrayList<>();
    for (int i = 0; i < program.inputs().size(); i++) {
      Input input = program.inputs().get(i);
      Grid zeros = Grid.zeros(input.grid().rows(), input.grid().cols());
      candidates.add(withInput(program, i, null));
      if (!input.grid().equals(zeros)) {
        candidates.add(withInput(program, i, Input.of(input.name(), zeros, input.form())));
      }
      if (input.form() != Form.DENSE) {
        candidates.add(withInput(program, i, Input.of(input.name(), input.grid(), Form.DENSE)));
      }
    }
    return candidates.stream();
  }

  private static RandomProgram withInput(RandomProgram program, int position, Input input) {
    List<Input> inputs = replaced(program.inputs(), position, input);
    return new RandomProgram(program.seed(), inputs, program.functions(), program.statements());
  }

  private static Stream<RandomProgram> smallerFunctions(RandomProgram program) {
    List<Stream<RandomProgram>> candidates = new ArrayList<>();
    for (int i = 0; i < program.functions().size(); i++) {
      int position = i;
      Function function = program.functions().get(i);
      candidates.add(Stream.of(withFunction(program, position, null)));
      candidates.add(
          smallerLists(function.body())
              .map(body -> new Function(function.name(), function.header(), body))
              .map(smaller -> withFunction(program, position, smaller)));
    }
    return candidates.stream().flatMap(stream -> stream);
  }

  private static RandomProgram withFunction(
      RandomProgram program, int position, Function function) {
    List<Function> functions = replaced(program.functions(), position, function);
    return new RandomProgram(program.seed(), program.inputs(), functions, program.statements());
  }

  /** A list with one statement left out, unfolded, or made smaller. */
  private static Stream<List<Statement>> smallerLists(List<Statement> statements) {
    List<Stream<List<Statement>>> candidates = new ArrayList<>();
    for (int i = statements.size() - 1; i >= 0; i--) {
      candidates.add(Stream.of(replaced(statements, i, null)));
    }
    for (int i = 0; i < statements.size(); i++) {
      int position = i;
      Statement statement = statements.get(i);
      if (statement.body() != null) {
        candidates.add(Stream.of(unfolded(statements, position, statement.body())));
        if (statement.otherwise() != null) {
          candidates.add(Stream.of(unfolded(statements, position, statement.otherwise())));
          Statement bare = new Statement(statement.head(), statement.body(), null);
          candidates.add(Stream.of(replaced(statements, position, bare)));
        }
      }
      candidates.add(
          smallerStatements(statement).map(smaller -> replaced(statements, position, smaller)));
    }
    return candidates.stream().flatMap(stream -> stream);
  }

  private static List<Statement> unfolded(
      List<Statement> statements, int position, List<Statement> body) {
    List<Statement> changed = new ArrayList<>(statements);
    changed.remove(position);
    changed.addAll(position, body);
    return changed;
  }

  private static Stream<Statement> smallerStatements(Statement statement) {
    Stream<Statement> bodies = Stream.empty();
    if (statement.body() != null) {
      bodies =
          smallerLists(statement.body())
              .map(body -> new Statement(statement.head(), body, statement.otherwise()));
    }
    if (statement.otherwise() != null) {
      bodies =
          Stream.concat(
              bodies,
              smallerLists(statement.otherwise())
                  .map(other -> new Statement(statement.head(), statement.body(), other)));
    }
    Stream<Statement> heads =
        smallerPieces(statement.head())
            .map(head -> new Statement(head, statement.body(), statement.otherwise()));
    return Stream.of(bodies, bareExpressions(statement), heads).flatMap(stream -> stream);
  }

  /** Only one of the expressions of a statement, printed. */
  private static Stream<Statement> bareExpressions(Statement statement) {
    int length = RandomProgram.render(statement.head()).length();
    return parts(statement.head())
        .map(expr -> new Statement(List.of("print(", expr, ")"), null, null))
        .filter(print -> RandomProgram.render(print.head()).length() < length);
  }

  private static Stream<Expr> parts(List<Object> pieces) {
    return pieces.stream()
        .filter(piece -> piece instanceof Expr)
        .map(piece -> (Expr) piece)
        .flatMap(expr -> Stream.concat(Stream.of(expr), parts(expr.pieces())));
  }

  /** Pieces with one expression replaced by something smaller. */
  private static Stream<List<Object>> smallerPieces(List<Object> pieces) {
    List<Stream<List<Object>>> candidates = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      int position = i;
      if (pieces.get(i) instanceof Expr expr) {
        candidates.add(smallerExprs(expr).map(smaller -> replaced(pieces, position, smaller)));
      }
    }
    return candidates.stream().flatMap(stream -> stream);
  }

  private static Stream<Expr> smallerExprs(Expr expr) {
    Stream<Expr> constants =
        constants(expr)
            .filter(text -> text.length() < expr.text().length() || mentionsVariable(expr))
            .map(text -> new Expr(expr.type(), expr.rows(), expr.cols(), List.of(text)));
    Stream<Expr> parts =
        expr.pieces().stream()
            .filter(piece -> piece instanceof Expr part && fits(part, expr))
            .map(piece -> (Expr) piece);
    Stream<Expr> inside =
        smallerPieces(expr.pieces())
            .map(pieces -> new Expr(expr.type(), expr.rows(), expr.cols(), pieces));
    return Stream.of(constants, parts, inside).flatMap(stream -> stream);
  }

  /** What does not need a variable is simpler, even if it is longer. */
  private static boolean mentionsVariable(Expr expr) {
    return VARIABLE.matcher(expr.text()).find();
  }

  private static boolean fits(Expr part, Expr whole) {
    return part.type() == whole.type()
        && part.rows() == whole.rows()
        && part.cols() == whole.cols();
  }

  private static Stream<String> constants(Expr expr) {
    return switch (expr.type()) {
      case MATRIX ->
          Stream.of("0", "1").map(x -> "matrix(" + x + "," + expr.rows() + "," + expr.cols() + ")");
      case DOUBLE -> Stream.of("0.0", "1.0");
      case INT -> Stream.of("0", "1");
      case BOOLEAN -> Stream.of("TRUE", "FALSE");
      case STRING -> Stream.of("\"\"");
      case LIST -> Stream.empty();
    };
  }

  /** The list with another element at a position, or without it when the element is null. */
  private static <T> List<T> replaced(List<T> list, int position, T element) {
    List<T> changed = new ArrayList<>(list);
    if (element == null) {
      changed.remove(position);
    } else {
      changed.set(position, element);
    }
    return changed;
  }
}
