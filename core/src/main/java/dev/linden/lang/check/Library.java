package dev.linden.lang.check;

import dev.linden.base.LindenBug;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.Syntaxes;
import dev.linden.lang.ast.Ast;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What is written in DML and comes with the engine. A function is a resource {@code
 * library/NAME.dml} that defines NAME and perhaps helpers that only it can see. A file is read and
 * parsed when a script first calls it, and then kept: syntax does not depend on the script. A
 * module is a resource {@code modules/PATH} whose functions a script reaches by {@code
 * source("PATH")}.
 */
final class Library {
  private static final String FOLDER = "library/";
  private static final String MODULES = "modules/";
  private static final String SUFFIX = ".dml";
  private static final Map<String, Modules.Module> LOADED = new ConcurrentHashMap<>();

  private Library() {}

  /** The file that defines a function, or null if the library has no such function. */
  static Modules.Module find(String name) {
    return LOADED.computeIfAbsent(name, Library::load);
  }

  /** Null, which the map does not remember, for a name the library does not have. */
  private static Modules.Module load(String name) {
    URL file = resource(FOLDER + name + SUFFIX);
    if (file == null) {
      return null;
    }
    return module(name, new Source(FOLDER + name + SUFFIX, text(file)));
  }

  private static String text(URL file) {
    try (InputStream in = file.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " can't be read", e);
    }
  }

  /**
   * What a module is called, in brackets that keep it apart from a user's file of the same path.
   */
  static String moduleName(String path) {
    return "<" + path + ">";
  }

  /** The module of a {@link #moduleName}, or null if there is none. */
  static Source module(String name) {
    String path = name.substring(1, name.length() - 1);
    URL file = path.endsWith(SUFFIX) ? resource(MODULES + path) : null;
    return file == null ? null : new Source(path, text(file));
  }

  private static Modules.Module module(String name, Source source) {
    Map<String, Ast.Function> functions = new LinkedHashMap<>();
    try {
      for (Ast.Function function : Syntaxes.parse(source).functions()) {
        if (functions.put(function.name(), function) != null) {
          throw new LindenBug(source.name() + " defines " + function.name() + " twice");
        }
      }
    } catch (ScriptError e) {
      throw new LindenBug(e.render());
    }
    if (!functions.containsKey(name)) {
      throw new LindenBug(source.name() + " does not define " + name);
    }
    // The brackets keep it apart from a user's file of the same path.
    return new Modules.Module("<" + source.name() + ">", source, functions, Map.of());
  }

  /** All functions of the library. */
  static SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    URL folder = resource(FOLDER);
    if (folder == null) {
      return names;
    }
    try (Stream<String> files = files(folder)) {
      files
          .filter(file -> file.endsWith(SUFFIX))
          .forEach(file -> names.add(file.substring(0, file.length() - SUFFIX.length())));
    } catch (IOException e) {
      throw new UncheckedIOException("the library can't be listed", e);
    }
    return names;
  }

  private static Stream<String> files(URL folder) throws IOException {
    if (folder.openConnection() instanceof JarURLConnection jar) {
      return jar.getJarFile().stream()
          .filter(entry -> entry.getName().startsWith(FOLDER))
          .map(entry -> entry.getName().substring(FOLDER.length()));
    }
    try {
      return Files.list(Path.of(new URI(folder.toString())))
          .map(file -> file.getFileName().toString());
    } catch (URISyntaxException e) {
      throw new LindenBug("not a folder: " + folder);
    }
  }

  private static URL resource(String path) {
    return Library.class.getClassLoader().getResource(path);
  }
}
