package dev.linden.engine;

import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.check.Checker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What the inputs of a session have declared so far: functions, namespaces, the folder of {@code
 * setwd}. Later declarations take the place of earlier ones. Files are read when an input names
 * them and stay as they were then. Never changes.
 */
final class Declarations {
  static final Declarations NONE = new Declarations(Map.of(), Map.of(), "", new Files());

  private final Map<String, Ast.Function> functions;

  /** With paths that start at the working directory. */
  private final Map<String, Ast.Import> imports;

  private final String directory;
  private final Files files;

  private Declarations(
      Map<String, Ast.Function> functions,
      Map<String, Ast.Import> imports,
      String directory,
      Files files) {
    this.functions = functions;
    this.imports = imports;
    this.directory = directory;
    this.files = files;
  }

  /** Texts of files, and their syntax. */
  private static final class Files {
    private final Map<String, Source> texts = new HashMap<>();
    private final Map<Source, Ast.Script> parsed = new IdentityHashMap<>();
  }

  Collection<Ast.Function> functions() {
    return functions.values();
  }

  Set<String> functionNames() {
    return functions.keySet();
  }

  Set<String> namespaces() {
    return imports.keySet();
  }

  /** Functions of the file that a namespace stands for, as far as it has been read. */
  List<Ast.Function> functionsOf(String namespace) {
    Ast.Import statement = imports.get(namespace);
    if (statement == null) {
      return List.of();
    }
    for (Map.Entry<String, Source> file : files.texts.entrySet()) {
      if (file.getValue() != null && file.getKey().endsWith(statement.path())) {
        Ast.Script script = files.parsed.get(file.getValue());
        return script == null ? List.of() : script.functions();
      }
    }
    return List.of();
  }

  /** The functions, by identity. */
  Set<Ast.Function> known() {
    Set<Ast.Function> known = Collections.newSetFromMap(new IdentityHashMap<>());
    known.addAll(functions.values());
    return known;
  }

  /** These and those of an input. */
  Declarations with(Ast.Script input) {
    Map<String, Ast.Function> allFunctions = new LinkedHashMap<>(functions);
    input.functions().forEach(function -> allFunctions.put(function.name(), function));
    Collector collector = new Collector();
    collector.visit(input.statements());
    if (!collector.changed) {
      return new Declarations(allFunctions, imports, directory, files);
    }
    Map<String, Ast.Import> allImports = new LinkedHashMap<>(imports);
    allImports.putAll(collector.found);
    // Whoever names a file again wants it as it is now.
    Files read = collector.found.isEmpty() ? files : new Files();
    return new Declarations(allFunctions, allImports, collector.directory, read);
  }

  /** Namespaces and the folder, in the order of the text. */
  private final class Collector {
    private final Map<String, Ast.Import> found = new LinkedHashMap<>();
    private String directory = Declarations.this.directory;
    private boolean changed;

    private void visit(List<Ast.Statement> statements) {
      for (Ast.Statement statement : statements) {
        if (statement instanceof Ast.SetWorkingDirectory change) {
          directory = resolve(change.path());
          changed = true;
        } else if (statement instanceof Ast.Import source) {
          found.put(
              source.namespace(),
              new Ast.Import(resolve(source.path()), source.namespace(), source.span()));
          changed = true;
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

    private String resolve(String path) {
      return directory.isEmpty() || path.startsWith("/") || path.contains("://")
          ? path
          : directory + "/" + path;
    }
  }

  /**
   * An input as a script of its own: with the functions and namespaces that it does not declare
   * itself.
   */
  Ast.Script around(Ast.Script input) {
    Map<String, Ast.Function> others = new LinkedHashMap<>(functions);
    input.functions().forEach(function -> others.remove(function.name()));
    List<Ast.Function> allFunctions = new ArrayList<>(others.values());
    allFunctions.addAll(input.functions());

    Collector own = new Collector();
    own.visit(input.statements());
    List<Ast.Statement> statements = new ArrayList<>();
    imports.forEach(
        (namespace, statement) -> {
          if (!own.found.containsKey(namespace)) {
            statements.add(statement);
          }
        });
    if (!directory.isEmpty() && !input.statements().isEmpty()) {
      statements.add(new Ast.SetWorkingDirectory(directory, input.statements().get(0).span()));
    }
    statements.addAll(input.statements());
    return new Ast.Script(input.source(), allFunctions, statements);
  }

  /** Of the files that are named, read by {@code reader} where they have not been before. */
  Checker.SourceLoader loader(Function<String, Source> reader) {
    return new Checker.SourceLoader() {
      @Override
      public Source load(String path) {
        Source known = files.texts.get(path);
        Source text = known != null ? known : reader.apply(path);
        if (text != null) {
          files.texts.put(path, text);
        }
        return text;
      }

      @Override
      public Ast.Script parse(Source source) {
        return files.parsed.computeIfAbsent(source, Syntaxes::parse);
      }
    };
  }
}
