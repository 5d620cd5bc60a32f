package dev.linden.lang.check;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.InputError;
import dev.linden.base.Problem;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.Block;
import dev.linden.lang.Program;
import dev.linden.lang.Stmt;
import dev.linden.lang.Syntaxes;
import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Scalar;
import dev.linden.op.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks scripts in tests, with files and script arguments held in memory. */
final class Scripts {
  private final Map<String, Scalar> arguments = new HashMap<>();
  private final Map<String, String> files = new HashMap<>();

  Scripts argument(String name, Scalar value) {
    arguments.put(name, value);
    return this;
  }

  Scripts file(String path, String text) {
    files.put(path, text);
    return this;
  }

  Program accept(String script) {
    return Checker.check(
        Syntaxes.parse(new Source("test.dml", script)), arguments, this::load, new NoWorld());
  }

  List<Problem> reject(String script) {
    ScriptError error = assertThrows(ScriptError.class, () -> accept(script), script);
    return error.problems();
  }

  private Source load(String path) {
    return files.containsKey(path) ? new Source(path, files.get(path)) : null;
  }

  static Program check(String script) {
    return new Scripts().accept(script);
  }

  /** The message of the only problem, followed by its hint in parentheses. */
  static String problem(String script) {
    List<String> problems = problems(script);
    if (problems.size() != 1) {
      throw new AssertionError("expected one problem of " + script + ", but found " + problems);
    }
    return problems.get(0);
  }

  /** {@code line:column message (hint)}. */
  static List<String> problems(String script) {
    return new Scripts().reject(script).stream().map(Scripts::text).toList();
  }

  static String text(Problem problem) {
    return problem.span().line()
        + ":"
        + problem.span().column()
        + " "
        + problem.message()
        + (problem.hint() == null ? "" : " (" + problem.hint() + ")");
  }

  /** What is known before the statement that assigns {@code variable}, found in the main script. */
  static Map<String, Info> factsWhere(Program program, String variable) {
    return program.facts().get(blockOf(program, variable));
  }

  /** The straight-line block of the main script that assigns {@code variable}. */
  static Block blockOf(Program program, String variable) {
    Block found = find(program.main(), variable);
    if (found == null) {
      throw new AssertionError("no block assigns " + variable);
    }
    return found;
  }

  private static Block find(List<Block> blocks, String variable) {
    for (Block block : blocks) {
      Block found = null;
      if (block instanceof Block.Basic basic) {
        boolean assigns = basic.statements().stream().anyMatch(s -> assigns(s, variable));
        found = assigns ? basic : null;
      } else if (block instanceof Block.If branch) {
        found = find(branch.then(), variable);
        found = found == null ? find(branch.otherwise(), variable) : found;
      } else if (block instanceof Block.While loop) {
        found = find(loop.body(), variable);
      } else if (block instanceof Block.For loop) {
        found = find(loop.body(), variable);
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean assigns(Stmt statement, String variable) {
    return Variables.assignedBy(statement).contains(variable);
  }

  /** One file of known size; everything else fails. */
  private static final class NoWorld implements Environment {
    @Override
    public Info describe(ReadRequest request) {
      if (request.path().equals("X.csv")) {
        return Info.matrix(100, 7);
      }
      throw new InputError("file " + request.path() + " does not exist");
    }

    @Override
    public Value read(ReadRequest request) {
      throw new AssertionError("nothing is read before the run");
    }

    @Override
    public void write(Value value, WriteRequest request) {
      throw new AssertionError("nothing is written before the run");
    }

    @Override
    public boolean isRestricted() {
      return false;
    }

    @Override
    public void print(String line) {
      throw new AssertionError("nothing is printed before the run");
    }

    @Override
    public void warn(String message) {
      throw new AssertionError("there are no warnings of operators before the run");
    }

    @Override
    public long nextSeed() {
      throw new AssertionError("no seed is drawn before the run");
    }

    @Override
    public List<Value> call(String function, List<Value> values, List<String> names) {
      throw new AssertionError("nothing is called before the run");
    }
  }
}
