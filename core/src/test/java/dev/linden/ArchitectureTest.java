package dev.linden;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Who may use whom: the arrows of ARCHITECTURE.md. Moving a border means editing this table and
 * that page.
 */
class ArchitectureTest {
  private static final String ROOT = "dev.linden";

  /** Every package of core and the ones it may use besides itself, the JDK and {@code base}. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("base", Set.of()),
          Map.entry("matrix", Set.of()),
          Map.entry("op", Set.of("matrix", "frame")),
          Map.entry("frame", Set.of("matrix")),
          Map.entry("storage", Set.of("matrix", "frame", "op")),
          Map.entry("lang", Set.of("op")),
          Map.entry("hop", Set.of("lang", "op")),
          Map.entry("opt", Set.of("hop", "op", "matrix", "lang")),
          Map.entry("fuse", Set.of("hop", "op", "matrix")),
          Map.entry("plan", Set.of("hop", "opt", "fuse", "op", "lang")),
          Map.entry("parfor", Set.of("plan", "opt", "hop", "lang", "op", "matrix")),
          Map.entry("run", Set.of("parfor", "plan", "op", "matrix", "frame", "storage")),
          Map.entry(
              "engine",
              Set.of(
                  "matrix", "op", "storage", "lang", "hop", "opt", "fuse", "plan", "parfor",
                  "run")),
          Map.entry("api", Set.of("engine", "run", "op", "matrix", "frame")));

  /** Packages that may know a library; all others know the JDK only. */
  private static final Map<String, Set<String>> LIBRARIES =
      Map.of(
          "org.antlr", Set.of("lang"),
          "com.fasterxml.jackson", Set.of("storage", "frame"),
          "org.codehaus", Set.of("frame"),
          "ch.randelshofer", Set.of("base"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void packagesUseOnlyWhatTheTableAllows() {
    assertFalse(CLASSES.isEmpty());
    assertNone(
        dependencies()
            .filter(d -> packageOf(d.getTargetClass()) != null)
            .filter(
                d -> {
                  String from = packageOf(d.getOriginClass());
                  String to = packageOf(d.getTargetClass());
                  Set<String> allowed = MAY_USE.getOrDefault(from, Set.of());
                  return !from.equals(to) && !to.equals("base") && !allowed.contains(to);
                }));
  }

  @Test
  void everyPackageIsInTheTable() {
    Set<String> unknown = new TreeSet<>();
    CLASSES.forEach(c -> unknown.add(packageOf(c)));
    unknown.removeAll(MAY_USE.keySet());
    assertEquals(Set.of(), unknown, "packages missing from the table");
  }

  @Test
  void librariesStayWhereTheyBelong() {
    assertNone(
        dependencies()
            .filter(
                d ->
                    LIBRARIES.entrySet().stream()
                        .filter(e -> d.getTargetClass().getPackageName().startsWith(e.getKey()))
                        .anyMatch(e -> !e.getValue().contains(packageOf(d.getOriginClass())))));
  }

  @Test
  void coreKnowsNeitherSparkNorHadoop() {
    assertNone(
        dependencies()
            .filter(d -> d.getTargetClass().getPackageName().matches("org\\.apache\\..*")));
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  /**
   * Guards the guard: the table itself must be free of cycles and name only packages that it lists.
   */
  @Test
  void theTableIsADag() {
    Set<String> settled = new TreeSet<>();
    List<String> open = new ArrayList<>(MAY_USE.keySet());
    while (!open.isEmpty()) {
      boolean progress = open.removeIf(p -> settled.containsAll(MAY_USE.get(p)) && settled.add(p));
      assertTrue(progress, "cycle or unknown package among " + open);
    }
  }

  private static Stream<Dependency> dependencies() {
    return CLASSES.stream().flatMap(c -> c.getDirectDependenciesFromSelf().stream());
  }

  /** The word after {@code dev.linden.}, or null for classes of others. */
  private static String packageOf(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(ROOT + ".") ? name.substring(ROOT.length() + 1).split("\\.")[0] : null;
  }

  private static void assertNone(Stream<Dependency> violations) {
    String found = violations.map(Dependency::getDescription).sorted().collect(joining("\n"));
    assertEquals("", found);
  }
}
