package dev.linden.lang.check;

import dev.linden.base.InputError;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.base.Span;
import dev.linden.lang.ast.Ast;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files of a program: the main script and all that {@code source(...)} names, each loaded once.
 * Files may name each other in a circle.
 */
final class Modules {
  /** Scripts are often kept in, and sourced with or without, a folder of this name. */
  private static final String SCRIPTS = "scripts/";

  /**
   * One file. A namespace whose file could not be loaded is bound to null: calls into it are not
   * reported again.
   *
   * @param path the normalized path, empty for the main script, in angle brackets for a file that
   *     comes with the engine
   */
  record Module(
      String path,
      Source source,
      Map<String, Ast.Function> functions,
      Map<String, Module> namespaces) {
    boolean isMain() {
      return path.isEmpty();
    }

    /** Whether it is a file that comes with the engine. */
    boolean isLibrary() {
      return isShipped(path);
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
    byPath.put(PathText.normalize(script.source().name()), module);
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
      String path = PathText.normalize(resolve(statement.path()));
      String other = pathOfNamespace.putIfAbsent(statement.namespace(), path);
      if (other == null) {
        module
            .namespaces()
            .put(statement.namespace(), first(places(path, module), statement.span()));
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
      return directory.isEmpty() || PathText.isAbsolute(path) ? path : directory + "/" + path;
    }
  }

  /**
   * Where the file of a relative path is looked for, in this order: at the working directory, at
   * the folder of the file with the {@code source}, below {@code scripts} at the working directory,
   * and among the modules that come with the engine. These themselves know only each other.
   */
  private static List<String> places(String path, Module importing) {
    Set<String> places = new LinkedHashSet<>();
    if (!importing.isLibrary()) {
      places.add(path);
      if (!PathText.isAbsolute(path)) {
        String importer = importing.source().name();
        if (!isShipped(importer) && !importer.contains("://")) {
          places.add(PathText.normalize(Path.of(importer).resolveSibling(path).toString()));
        }
        places.add(PathText.normalize(SCRIPTS + path));
      }
    }
    places.add(
        Library.moduleName(path.startsWith(SCRIPTS) ? path.substring(SCRIPTS.length()) : path));
    return List.copyOf(places);
  }

  /**
   * The file at the first place that has one; null when it can't be found, read or parsed. A place
   * that can't be read, or may not be, does not hide the modules of the engine.
   */
  private Module first(List<String> places, Span importSpan) {
    InputError unreadable = null;
    for (String place : places) {
      if (unreadable != null && !isShipped(place)) {
        continue;
      }
      if (byPath.containsKey(place)) {
        return byPath.get(place);
      }
      try {
        Source source = isShipped(place) ? Library.module(place) : loader.load(place);
        if (source != null) {
          return load(place, source);
        }
      } catch (InputError e) {
        unreadable = e;
      }
    }
    if (unreadable != null) {
      problems.error(importSpan, unreadable.getMessage());
    } else {
      problems.error(
          importSpan,
          "file not found: " + places.get(0),
          "looked for " + String.join(", ", places.subList(0, places.size() - 1)));
    }
    return null;
  }

  /** Null when it can't be parsed. */
  private Module load(String path, Source source) {
    problems.file(source);
    byPath.put(path, null);
    Ast.Script script;
    try {
      script = loader.parse(source);
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

  private static boolean isShipped(String path) {
    return path.startsWith("<");
  }
}
