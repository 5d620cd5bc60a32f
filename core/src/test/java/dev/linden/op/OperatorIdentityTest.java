package dev.linden.op;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Who may name single operators. Everybody else asks an operator what it is ({@link Property}, cell
 * functions, costs): a list of operators outside this package forgets the next one that is added.
 */
class OperatorIdentityTest {
  /** Classes, or packages with all that is below them, and the reason. */
  private static final Map<String, String> MAY_NAME_OPERATORS =
      Map.ofEntries(
          Map.entry("opt.rule", "rewrite rules match calls of operators"),
          Map.entry("plan.physical", "patterns that one kernel computes"),
          Map.entry("fuse.explore", "patterns that templates of fused operators are made of"),
          Map.entry("opt.ChainOrdering", "chains of products"),
          Map.entry("hop.Structure", "products with diagonals and selections"),
          Map.entry("opt.SizeConstraints", "what products and assignments tell of their operands"),
          Map.entry("plan.distribute.Chooser", "methods on a cluster"),
          Map.entry("plan.distribute.Placement", "puts checkpoints into programs"),
          Map.entry(
              "plan.compress",
              "puts compression into programs; transposes of products, limits of loops"),
          Map.entry("plan.ParforBody", "how iterations write: A[i,] = ..., A = A + ..."),
          Map.entry("parfor.decide.AccessPatterns", "slices X[i,] of loops"),
          Map.entry("parfor.SlicedBody", "slices X[i,] of loops"),
          Map.entry("parfor.decide.Estimates", "slices X[i,] of loops"),
          Map.entry("parfor.decide.Linear", "linear functions of a loop variable"),
          Map.entry("lang.check.LinearIndex", "linear functions of a loop variable"),
          Map.entry(
              "lang.check.ParforDependencies", "how iterations write: A[i,] = ..., A = A + ..."),
          Map.entry(
              "lang.check.Resolver",
              "what signs and brackets stand for; advice on single built-ins"),
          Map.entry("lang.check.Inference", "assignment to a part of what has no value"),
          Map.entry("lang.check.WrittenFiles", "paths that are put together with +"),
          Map.entry("hop.NamedIndex", "names in X[,names] become positions"),
          Map.entry("hop.NameFlow", "names of X[i,j]"),
          Map.entry("hop.NamesInUse", "a header asks for names"),
          Map.entry("hop.HopBuilder", "makes casts, and calls that fail"),
          Map.entry("opt.Passing", "makes casts"),
          Map.entry("run.ParforSums", "adds what iterations give"),
          Map.entry("run.CellAssignStep", "the short way of an assignment to one cell"),
          Map.entry("run.compiled.Cells", "reads and writes of one cell are code"),
          Map.entry("run.ColumnStep", "the short way of X[,j]"),
          Map.entry("run.PartitionStep", "the short way of X[i,] of a partitioned matrix"),
          Map.entry(
              "run.KernelMemory",
              "assignments in place; non-zeros of products of operands at hand"),
          Map.entry("run.SparkStep", "non-zeros of products of operands at hand"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.linden");

  @Test
  void onlyPatternsNameOperators() {
    Map<String, TreeSet<String>> others = new TreeMap<>();
    TreeSet<String> needless = new TreeSet<>(MAY_NAME_OPERATORS.keySet());
    for (JavaClass type : CLASSES) {
      for (JavaFieldAccess access : type.getFieldAccessesFromSelf()) {
        JavaClass owner = access.getTargetOwner();
        boolean operator =
            access.getTarget().getRawType().isEquivalentTo(Op.class)
                && owner.getPackageName().equals("dev.linden.op")
                && access.getName().equals(access.getName().toUpperCase(java.util.Locale.ROOT));
        if (operator && !type.getPackageName().equals("dev.linden.op")) {
          String name = outermost(type);
          String entry = entry(name);
          if (entry == null) {
            others.computeIfAbsent(name, n -> new TreeSet<>()).add(access.getName());
          } else {
            needless.remove(entry);
          }
        }
      }
    }
    assertEquals(Map.of(), others, "classes that name operators and are not in the table");
    assertEquals(new TreeSet<String>(), needless, "entries of the table that nobody needs");
  }

  private static String outermost(JavaClass type) {
    String name = type.getName().substring("dev.linden.".length());
    return name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
  }

  private static String entry(String name) {
    return MAY_NAME_OPERATORS.keySet().stream()
        .filter(e -> name.equals(e) || name.startsWith(e + "."))
        .findFirst()
        .orElse(null);
  }
}
