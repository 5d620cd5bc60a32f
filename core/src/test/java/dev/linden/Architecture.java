package dev.linden;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Who may use whom, in all modules: the arrows of ARCHITECTURE.md. Moving a border means editing a
 * table here and that page. Each module has a test that extends this class and looks at the classes
 * of the module.
 */
public abstract class Architecture {
  private static final String ROOT = "dev.linden.";

  /** The values of scripts, for those who bring them in from elsewhere or send them on. */
  private static final List<String> VALUES =
      List.of(
          "op.Value",
          "op.Scalar",
          "op.MatrixValue",
          "op.FrameValue",
          "op.ListValue",
          "op.DataType",
          "op.ValueType",
          "op.Size",
          "op.Display",
          "display.Limits",
          "matrix.Matrix",
          "matrix.Dense",
          "matrix.Csr",
          "matrix.Plain",
          "matrix.Workers",
          "matrix.Formats",
          "frame.Frame",
          "frame.Column",
          "frame.ColumnType");

  /**
   * What each package, with all below it, may use besides itself, the JDK and {@code base}: other
   * packages with all below them, or single classes. A package below another one that has a line of
   * its own does without the line of the other.
   */
  private static final Map<String, List<String>> MAY_USE = new TreeMap<>();

  static {
    // core
    mayUse("base");
    mayUse("matrix");
    mayUse("frame", "matrix");
    mayUse("display", "matrix", "frame");
    mayUse("picture", "matrix");
    mayUse("op", "matrix", "frame", "display", "picture");
    mayUse("storage", "matrix", "frame", "op");
    mayUse("lang", "op");
    mayUse("hop", "lang", "op");
    mayUse("opt", "hop", "op", "matrix", "lang");
    mayUse("fuse", "hop", "op", "matrix");
    mayUse("plan", "hop", "opt", "fuse", "op", "lang", "matrix.compress.plan");
    mayUse("parfor", "plan", "opt", "hop", "lang", "op", "matrix");
    mayUse("run", "parfor", "plan", "lang.ParforOptions", "op", "matrix", "frame", "storage");
    mayUse("run", "picture.Plot"); // who shows it, others know
    mayUse("engine", "frame.Frame", "picture.Plot"); // the size of a variable; the same
    mayUse(
        "engine", "run", "parfor", "plan", "fuse", "opt", "hop", "lang", "storage", "op", "matrix");
    mayUse("api", "engine", "run.Executable", "run.ExecutionListener", "run.HostFunctions");
    mayUse("api", "op", "matrix", "frame", "display.Limits", "picture.Plot", "run.Running");
    // native
    mayUse("nativeblas", "matrix.lapack");
    // cli
    mayUse("cli", "api", "engine");
    mayUse("cli", "op.Display", "display.Limits", "run.ExecutionListener", "run.Running");
    mayUse("cli", VALUES.toArray(String[]::new));
    // spark
    mayUse("spark", "api.Linden", "engine.Engine", "run", "parfor", "plan", "fuse", "storage");
    mayUse("spark", "op", "matrix", "frame");
    // mlcontext
    mayUse("spark.mlcontext", "api", "spark.BorrowedSpark", "spark.exchange", "op.Footprint");
    mayUse("spark.mlcontext", VALUES.toArray(String[]::new));
  }

  private static void mayUse(String user, String... used) {
    MAY_USE.merge(user, List.of(used), (a, b) -> Stream.concat(a.stream(), b.stream()).toList());
  }

  /** Libraries, and the packages that know them; all others know the JDK only. */
  private static final Map<String, Set<String>> LIBRARIES =
      Map.ofEntries(
          Map.entry("org.antlr", Set.of("lang")),
          Map.entry("com.fasterxml.jackson", Set.of("storage", "frame")),
          Map.entry("org.jline", Set.of("cli")),
          Map.entry("org.codehaus", Set.of("frame")),
          Map.entry("ch.randelshofer", Set.of("base")),
          Map.entry("org.bytedeco", Set.of("nativeblas")),
          Map.entry("com.esotericsoftware.kryo", Set.of("spark")),
          Map.entry("org.apache.hadoop", Set.of("spark")),
          Map.entry("org.apache.spark", Set.of("spark", "spark.mlcontext")),
          Map.entry("scala", Set.of("spark", "spark.mlcontext")));

  private static final List<String> JDK =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.net.httpserver.",
          "org.w3c.dom",
          "org.xml.sax");

  /** What the methods of {@code api} may speak of besides it and {@code base}. */
  private static final Set<String> API_WORDS =
      Set.of(
          "op.Value", // handed from one script to another
          "op.Scalar",
          "engine.Engine", // for the other modules
          "engine.Workspace",
          "engine.Compiled",
          "run.ExecutionListener");

  /** Classes of the module whose tests run. */
  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPath(Path.of("target", "classes"));

  @Test
  void packagesUseOnlyWhatTheTableAllows() {
    assertFalse(CLASSES.isEmpty());
    assertNone(
        dependencies()
            .filter(d -> d.getTargetClass().getName().startsWith(ROOT))
            .filter(d -> !mayUse(line(d.getOriginClass()), d.getTargetClass())));
  }

  private static boolean mayUse(String line, JavaClass target) {
    String to = line(target);
    String name = target.getName().substring(ROOT.length());
    return line == null
        || line.equals(to)
        || "base".equals(to)
        || MAY_USE.get(line).stream().anyMatch(used -> isIn(name, used));
  }

  /** Whether a class is this one, in this package, or below either. */
  private static boolean isIn(String name, String used) {
    return name.equals(used) || name.startsWith(used + ".") || name.startsWith(used + "$");
  }

  @Test
  void everyPackageIsInTheTable() {
    Set<String> unknown = new TreeSet<>();
    CLASSES.stream().filter(c -> line(c) == null).forEach(c -> unknown.add(c.getPackageName()));
    assertEquals(Set.of(), unknown, "packages missing from the table");
  }

  @Test
  void librariesStayWhereTheyBelong() {
    assertNone(
        dependencies()
            .filter(
                d ->
                    !mayKnow(line(d.getOriginClass()), d.getTargetClass().getBaseComponentType())));
  }

  private static boolean mayKnow(String line, JavaClass target) {
    String name = target.getName();
    return target.isPrimitive()
        || name.startsWith(ROOT)
        || JDK.stream().anyMatch(name::startsWith)
        || LIBRARIES.entrySet().stream()
            .anyMatch(e -> name.startsWith(e.getKey() + ".") && e.getValue().contains(line));
  }

  /** Every package by itself, however deep, and the top ones with all that lies below them. */
  @Test
  void packagesAreFreeOfCycles() {
    slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(CLASSES);
    slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  /** What programs compile against must not lead them to classes that change. */
  @Test
  void theEmbeddingInterfaceSpeaksItsOwnWords() {
    Set<String> foreign = new TreeSet<>();
    CLASSES.stream()
        .filter(c -> "api".equals(line(c)) && c.getModifiers().contains(JavaModifier.PUBLIC))
        .flatMap(c -> c.getCodeUnits().stream())
        .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
        .forEach(
            method ->
                Stream.concat(
                        method.getRawParameterTypes().stream(),
                        Stream.of(method.getRawReturnType()))
                    .map(JavaClass::getBaseComponentType)
                    .filter(type -> type.getName().startsWith(ROOT))
                    .filter(type -> !Set.of("api", "base").contains(line(type)))
                    .filter(
                        type ->
                            API_WORDS.stream()
                                .noneMatch(
                                    word -> isIn(type.getName().substring(ROOT.length()), word)))
                    .forEach(type -> foreign.add(method.getFullName() + ": " + type.getName())));
    assertEquals(Set.of(), foreign);
  }

  private Stream<Dependency> dependencies() {
    return CLASSES.stream().flatMap(c -> c.getDirectDependenciesFromSelf().stream());
  }

  /** The line of the table that a class is under; null if there is none. */
  private static String line(JavaClass type) {
    String name = type.getBaseComponentType().getName();
    return MAY_USE.keySet().stream()
        .filter(line -> name.startsWith(ROOT + line + "."))
        .max(Comparator.comparing(String::length))
        .orElse(null);
  }

  private static void assertNone(Stream<Dependency> violations) {
    assertEquals("", violations.map(Dependency::getDescription).sorted().collect(joining("\n")));
  }
}
