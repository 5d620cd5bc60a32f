package dev.linden.engine;

import dev.linden.base.InputError;
import dev.linden.lang.ast.Ast;
import dev.linden.op.Catalogue;
import dev.linden.op.Environment;
import dev.linden.op.ForwardingEnvironment;
import dev.linden.op.Info;
import dev.linden.op.Property;
import dev.linden.op.Scalar;
import dev.linden.op.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sizes of inputs that need not be there, by the path that a {@code read} is given, by the variable
 * that gets its result or that of a random generator, or by a variable that the script uses without
 * assigning it.
 */
final class Assumptions {
  /** Takes the place of the path in a read whose variable is assumed. */
  private static final String SCHEME = "assumed:";

  private static final String READ = "read";

  /** The argument of a read that stays: it says how long the file takes. */
  private static final String FORMAT = "format";

  private final Map<String, Size> sizes;

  Assumptions(Map<String, Size> sizes) {
    this.sizes = Map.copyOf(sizes);
  }

  /**
   * @param inputs variables that the script does not assign
   * @param used names and paths that have been met; the environment adds to them
   */
  record Applied(
      Ast.Script script,
      Map<String, Info> inputs,
      Environment environment,
      Set<String> all,
      Set<String> used) {

    /** After checking: an assumption that nothing asks for is most likely a wrong name. */
    void requireAllUsed() {
      Set<String> unused = new TreeSet<>(all);
      unused.removeAll(used);
      if (!unused.isEmpty()) {
        throw new InputError(
            "nothing in the script reads "
                + String.join(", ", unused)
                + ": expected the path of a read, or a variable that gets the result of one");
      }
    }
  }

  /** These and others, which count more. */
  Assumptions with(Map<String, Size> others) {
    Map<String, Size> all = new HashMap<>(sizes);
    all.putAll(others);
    return new Assumptions(all);
  }

  Applied apply(Ast.Script script, Environment environment) {
    if (sizes.isEmpty()) {
      return new Applied(script, Map.of(), environment, Set.of(), Set.of());
    }
    Set<String> used = new HashSet<>();
    Set<String> assigned = new HashSet<>();
    List<Ast.Statement> statements = statements(script.statements(), used, assigned);
    Map<String, Info> inputs = new HashMap<>();
    sizes.forEach(
        (name, size) -> {
          if (ScriptArguments.isName(name) && !assigned.contains(name)) {
            inputs.put(name, Info.matrix(size));
            used.add(name);
          }
        });
    return new Applied(
        new Ast.Script(script.source(), script.functions(), statements),
        inputs,
        new AssumedFiles(environment, sizes, used),
        sizes.keySet(),
        used);
  }

  private List<Ast.Statement> statements(
      List<Ast.Statement> statements, Set<String> used, Set<String> assigned) {
    List<Ast.Statement> result = new ArrayList<>();
    for (Ast.Statement statement : statements) {
      result.add(statement(statement, used, assigned));
    }
    return result;
  }

  private Ast.Statement statement(Ast.Statement statement, Set<String> used, Set<String> assigned) {
    if (statement instanceof Ast.Assign assign) {
      assigned.add(assign.target().name());
      return assign(assign, used);
    } else if (statement instanceof Ast.MultiAssign assign) {
      assign.targets().forEach(target -> assigned.add(target.name()));
    } else if (statement instanceof Ast.If s) {
      return new Ast.If(
          s.predicate(),
          statements(s.then(), used, assigned),
          statements(s.otherwise(), used, assigned),
          s.span());
    } else if (statement instanceof Ast.While s) {
      return new Ast.While(s.predicate(), statements(s.body(), used, assigned), s.span());
    } else if (statement instanceof Ast.For s) {
      assigned.add(s.variable());
      return new Ast.For(
          s.parallel(),
          s.variable(),
          s.variableSpan(),
          s.from(),
          s.to(),
          s.step(),
          s.options(),
          statements(s.body(), used, assigned),
          s.span());
    }
    return statement;
  }

  /**
   * {@code X = read(...)} with another path, if X is assumed; a read in place of {@code X =
   * rand(...)}, whose sizes the script itself would tell.
   */
  private Ast.Assign assign(Ast.Assign assign, Set<String> used) {
    String variable = assign.target().name();
    if (assign.target().index() != null
        || !sizes.containsKey(variable)
        || !(assign.value() instanceof Ast.Call call)
        || call.namespace() != null
        || !(Catalogue.has(call.name(), Property.READS_FILE)
            || Catalogue.has(call.name(), Property.NONDETERMINISTIC))) {
      return assign;
    }
    boolean reads = Catalogue.has(call.name(), Property.READS_FILE);
    used.add(variable);
    Ast.Literal path = new Ast.Literal(Scalar.of(SCHEME + variable), call.span());
    List<Ast.Argument> arguments = new ArrayList<>();
    arguments.add(new Ast.Argument(null, null, path, call.span()));
    if (reads) {
      call.arguments().stream().filter(a -> FORMAT.equals(a.name())).forEach(arguments::add);
    }
    Ast.Call read =
        new Ast.Call(null, reads ? call.name() : READ, call.nameSpan(), arguments, call.span());
    return new Ast.Assign(assign.target(), read, assign.span());
  }

  /** Files as they are, but for the assumed ones. */
  private static final class AssumedFiles extends ForwardingEnvironment {
    private final Map<String, Size> sizes;
    private final Set<String> used;

    AssumedFiles(Environment environment, Map<String, Size> sizes, Set<String> used) {
      super(environment);
      this.sizes = sizes;
      this.used = used;
    }

    @Override
    public Info describe(ReadRequest request) {
      String path = request.path();
      String name = path.startsWith(SCHEME) ? path.substring(SCHEME.length()) : path;
      Size size = sizes.get(name);
      if (size == null) {
        return super.describe(request);
      }
      used.add(name);
      return Info.matrix(size);
    }
  }
}
