package dev.linden.testkit;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles the Java blocks of pages: whole classes, or statements as they stand in a method. */
public final class JavaBlocks {
  private static final Pattern TYPE =
      Pattern.compile(
          "^(?:(?:public|final|abstract|sealed) )*(?:class|interface|record|enum) (\\w+)",
          Pattern.MULTILINE);
  private static final Pattern IMPORT = Pattern.compile("^import .*;$", Pattern.MULTILINE);
  private static final String IMPORTS =
      "import dev.linden.api.*; import dev.linden.base.*; import java.util.*;";

  private JavaBlocks() {}

  /** Such blocks can be compiled only where Spark is on the class path. */
  public static boolean needsSpark(String text) {
    return text.contains("org.apache.spark") || text.contains("dev.linden.spark.mlcontext");
  }

  /** What the compiler has to say, a line for each complaint; nothing if all is well. */
  public static List<String> errors(List<Markdown> pages, Predicate<String> wanted, Path classes) {
    Map<JavaFileObject, String> sources = new LinkedHashMap<>();
    for (Markdown page : pages) {
      String before = "";
      for (Markdown.Block block : page.blocks("java")) {
        String text = block.is("continued") ? before + block.text() : block.text();
        if (!block.is("fragment")) {
          before = text;
          if (wanted.test(text)) {
            sources.put(source(text, "block" + sources.size()), page.place(block));
          }
        }
      }
    }
    if (sources.isEmpty()) {
      return List.of();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    List<String> options =
        List.of("-proc:none", "-d", classes.toString(), "-cp", path + File.pathSeparator + ".");
    compiler.getTask(null, null, said, options, null, sources.keySet()).call();
    List<String> errors = new ArrayList<>();
    for (Diagnostic<? extends JavaFileObject> one : said.getDiagnostics()) {
      if (one.getKind() == Diagnostic.Kind.ERROR) {
        errors.add(sources.get(one.getSource()) + ": " + one.getMessage(Locale.ROOT));
      }
    }
    return errors;
  }

  /** Each in a package of its own, so that names do not clash. */
  private static JavaFileObject source(String text, String name) {
    Matcher type = TYPE.matcher(text);
    StringBuilder imports = new StringBuilder(IMPORTS);
    Matcher given = IMPORT.matcher(text);
    while (given.find()) {
      imports.append(given.group());
    }
    String head = "package " + name + "; " + imports + "\n";
    String rest = given.replaceAll("");
    if (type.find()) {
      return file(name + "/" + type.group(1), head + rest);
    }
    return file(
        name + "/Block", head + "class Block { void run() throws Exception {\n" + rest + "}}\n");
  }

  private static JavaFileObject file(String name, String text) {
    return new SimpleJavaFileObject(
        URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }
}
