package dev.linden.lang.check;

import dev.linden.base.LindenBug;
import dev.linden.base.ScriptError;
import dev.linden.base.Source;
import dev.linden.lang.ast.Ast;
import dev.linden.lang.parse.DmlParser;
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
 * The functions written in DML that come with the engine. Each is a resource {@code
 * library/NAME.dml} that defines NAME and perhaps helpers that only it can see. A file is read and
 * parsed when a script first calls it, and then kept: syntax does not depend on the script.
 */
final class Library {
  private static final String FOLDER = "library/";
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
    try (InputStream in = file.openStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return module(name, new Source(FOLDER + name + SUFFIX, text));
    } catch (IOException e) {
      throw new UncheckedIOException("the library function " + name + " can't be read", e);
    }
  }

  private static Modules.Module module(String name, Source source) {
    Map<String, Ast.Function> functions = new LinkedHashMap<>();
    try {
      for (Ast.Function function : DmlParser.parse(source).functions()) {
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
