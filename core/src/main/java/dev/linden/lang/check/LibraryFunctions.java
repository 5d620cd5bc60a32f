package dev.linden.lang.check;

import dev.linden.base.Suggestions;
import dev.linden.lang.ast.Ast;
import java.util.Collection;
import java.util.SortedSet;

/** The functions of the library for those who tell users of them. */
public final class LibraryFunctions {
  private LibraryFunctions() {}

  public static SortedSet<String> names() {
    return Library.names();
  }

  /** Null if the library has no such function. */
  public static Ast.Function find(String name) {
    Modules.Module file = isName(name) ? Library.find(name) : null;
    return file == null ? null : file.functions().get(name);
  }

  private static boolean isName(String name) {
    return name.matches("[A-Za-z][A-Za-z0-9_.]*");
  }

  /** The name among these that somebody may have meant; null if none is near. */
  public static String nearest(String name, Collection<String> names) {
    return Suggestions.nearest(name, names);
  }
}
