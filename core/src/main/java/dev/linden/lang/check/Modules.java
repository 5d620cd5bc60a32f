package dev.linden.lang.check;

import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.parse.DmlParser;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of a program: the main script and all that {@code source(...)} names, each loaded once.
 * Files may name each other in a circle.
 */
final class Modules {

  /**
   * One file. A namespace whose file could not be loaded is bound to null: calls into it are not
   * reported again.
   *
   * @param path the normalized path, empty for the main script, in angle brackets for a file of the
   *     library
   */
  record Module(
      String path,
      Source source,
      Map<String, Ast.Function> functions,
      Map<String, Module> namespaces) {
    boolean isMain() {
      return path.isEmpty();
    }

    /** Whether it is a file of the {@link Library}. */
    boolean isLibrary() {
      return path.startsWith("<");
    }
  }

  private final Checker.SourceLoader loader;
  private final Problems problems;
  private final Map<String, Module> byPath = new HashMap<>();

  Modules(Checker.SourceLoader loader, Problems problems) {
    this.loader = loader;
    this.problems = problems;
  }

  Module main(Ast.Script script) {
    problems.file(script.source());
    Module module = new Module("", script.source(), functions(script), new LinkedHashMap<>());
    byPath.put(normalize(script.source().name()), module);
    addImports(module, script);
    return module;
  }

  private Map<String, Ast.Function> functions(Ast.Script script) {
    Map<String, Ast.Function> byName = new LinkedHashMap<>();
    for (Ast.Function function : script.functions()) {
      Ast.Function first = byName.putIfAbsent(function.name(), function);
      if (first != null) {
        problems.error(
            function.nameSpan(),
            "function "
                + function.name()
                + " is defined twice; the first definition is at "
                + first.nameSpan().position());
      }
    }
    return byName;
  }

  private void addImports(Module module, Ast.Script script) {
    Imports imports = new Imports(module);
    imports.visit(script.statements());
    for (Ast.Function function : script.functions()) {
      if (function.body() != null) {
        imports.visit(function.body());
      }
    }
  }

  /** Follows {@code source} and {@code setwd} through one file in the order of the text. */
  private final class Imports {
    private final Module module;
    private final Map<String, String> pathOfNamespace = new HashMap<>();
    private String directory = "";

    Imports(Module module) {
      this.module = module;
    }

    void visit(List<Ast.Statement> statements) {
      for (Ast.Statement statement : statements) {
        if (statement instanceof Ast.SetWorkingDirectory change) {
          directory = resolve(change.path());
        } else if (statement instanceof Ast.Import source) {
          add(source);
        } else if (statement instanceof Ast.If branch) {
          visit(branch.then());
          visit(branch.otherwise());
        } else if (statement instanceof Ast.While loop) {
          visit(loop.body());
        } else if (statement instanceof Ast.For loop) {
          visit(loop.body());
        }
      }
    }

    private void add(Ast.Import statement) {
      String path = normalize(resolve(statement.path()));
      String other = pathOfNamespace.putIfAbsent(statement.namespace(), path);
      if (other == null) {
        module.namespaces().put(statement.namespace(), load(path, statement.span()));
      } else if (!other.equals(path)) {
        problems.error(
            statement.span(),
            "namespace "
                + statement.namespace()
                + " already stands for "
                + other
                + "; it can't stand for "
                + path
                + " too");
      }
    }

    private String resolve(String path) {
      return directory.isEmpty() || isAbsolute(path) ? path : directory + "/" + path;
    }
  }

  /** Null when the file can't be read or parsed. */
  private Module load(String path, Span importSpan) {
    if (byPath.containsKey(path)) {
      return byPath.get(path);
    }
    byPath.put(path, null);
    Ast.Script script;
    try {
      Source source = loader.load(path);
      problems.file(source);
      script = DmlParser.parse(source);
    } catch (InputError e) {
      problems.error(importSpan, e.getMessage());
      return null;
    } catch (ScriptError e) {
      problems.addAll(e.problems());
      return null;
    }
    Module module = new Module(path, script.source(), functions(script), new LinkedHashMap<>());
    // Known before its own imports are followed, so that circles end here.
    byPath.put(path, module);
    addImports(module, script);
    return module;
  }

  private static boolean isAbsolute(String path) {
    return path.contains("://") || Path.of(path).isAbsolute();
  }

  /**
   * Two ways to write the path of a file give one text; URIs and names that are no paths stay as
   * they are.
   */
  private static String normalize(String path) {
    return path.contains("://") || path.startsWith("<")
        ? path
        : Path.of(path).normalize().toString();
  }
}
