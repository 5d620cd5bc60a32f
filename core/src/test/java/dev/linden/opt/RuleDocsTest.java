package dev.linden.opt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.opt.rule.Rules;
import dev.linden.plan.physical.OuterProducts;
import dev.linden.plan.physical.PhysicalRule;
import dev.linden.plan.physical.PhysicalRules;
import dev.linden.testkit.GeneratedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The doc comment of a rule is its documentation: {@code docs/rewrites.md} is made of them. Run
 * with {@code -Ddocs.update=true} to write the page anew.
 */
class RuleDocsTest {
  private static final Pattern COMMENT =
      Pattern.compile(
          "/\\*\\*[\\s*]*\\{@code (?<rewrite>[^}]*)}[\\s*]*<p>(?<why>.*?)<p>When: (?<when>.*?)"
              + "<p>Numerics: (?<numerics>.*?)\\*/\\s*public final class",
          Pattern.DOTALL);

  private static final String INTRODUCTION =
      """
      # Rewrites

      What the optimizer does to operator DAGs, in the order in which rules are tried at a call. Made from the doc comments of the
      rules; `mvn -pl core test -Dtest=RuleDocsTest -Ddocs.update=true` writes it anew. `linden explain` and `-stats` show what has fired.
      `--set opt.rules.off=TraceOfProduct,ChainOrdering` switches rules and passes off, `--set opt.rules.only=...` all others,
      `--set opt.rewrites=false` everything.

      Besides the rules: equal calls are computed once (but not `rand` and the like), calls of constants are folded by their own
      kernels, and names that nothing reads are dropped.

      ## Passes over the program

      In the order in which they run; rules without sizes before the first, all rules after ChainOrdering.

      | pass | does |
      | --- | --- |
      | **BranchRemoval** | takes branches and loops of known outcome away and joins what becomes adjacent; again once constants have come from other functions |
      | **Inlining** | puts the bodies of small functions, and of moderate ones that are called once, in place of their calls; errors still show these calls |
      | **DeadFunctions** | drops functions that neither the script nor `eval` can call |
      | **FunctionFacts** | carries sizes, non-zeros and constants through blocks, into functions whose calls agree on them, and out of functions |
      | **ChainOrdering** | orders chains of matrix products by their cost, with the expected share of non-zeros |
      | **CommonAcrossBlocks** | computes a value once that several blocks need, if it is worth keeping |
      | **LoopInvariants** | computes values that are the same in every iteration before the loop, if they can't fail and are worth keeping |
      """;

  private static final String RULES = "opt/rule";
  private static final String OPERATORS = "plan/physical";

  private static final String PHYSICAL =
      """

      ## Physical operators

      Operators with kernels of their own that plans have in place of several, chosen on the rewritten DAG: at each operator the first that fits.
      `linden explain` shows them by the names on the right; `--set operators.off=...` takes these names, or `all`.

      """;

  private static List<String> names(List<Rule> rules) {
    return rules.stream().map(Rule::name).toList();
  }

  private static List<String> physical() {
    return Stream.concat(
            Stream.of(OuterProducts.class.getSimpleName()),
            PhysicalRules.ALL.stream().map(PhysicalRule::name))
        .toList();
  }

  @Test
  void thePageIsUpToDate() throws IOException {
    GeneratedFile.assertUpToDate(
        "docs/rewrites.md",
        INTRODUCTION
            + section("Rules that need no sizes", Rules.STATIC)
            + section("Rules that need sizes", Rules.DYNAMIC)
            + PHYSICAL
            + entries(OPERATORS, physical()));
  }

  @Test
  void everyPassIsOnThePage() {
    for (String pass : Optimizer.PASSES) {
      assertTrue(INTRODUCTION.contains("| **" + pass + "** |"), pass);
    }
  }

  @Test
  void everyRuleIsInTheList() throws IOException {
    try (Stream<Path> files = Files.list(sources(RULES))) {
      List<String> found =
          files
              .map(file -> file.getFileName().toString().replace(".java", ""))
              .filter(name -> isRule(name))
              .sorted()
              .toList();
      assertEquals(found, Rules.ALL.all().stream().map(Rule::name).sorted().toList());
    }
  }

  @Test
  void everyRuleHasTestsThatItFiresThatItDoesNotAndThatResultsAgree() throws IOException {
    String tests = "";
    try (Stream<Path> files = Files.list(root().resolve("core/src/test/java/dev/linden/opt"))) {
      for (Path file : files.filter(f -> f.toString().endsWith("RulesTest.java")).toList()) {
        tests += Files.readString(file);
      }
    }
    List<String> missing = new ArrayList<>();
    String[] methods = tests.split("@Test");
    List<String> rules = new ArrayList<>(names(Rules.ALL.all()));
    PhysicalRules.ALL.forEach(rule -> rules.add(rule.name()));
    for (String rule : rules) {
      String own =
          Stream.of(methods)
              .filter(method -> method.contains("new " + rule + "()"))
              .collect(Collectors.joining());
      boolean complete =
          own.contains(".becomes(")
              && own.contains(".doesNotFire(")
              && (own.contains(".withSame") || isAboutUnknownSizes(rule));
      if (!complete) {
        missing.add(rule);
      }
    }
    assertEquals(List.of(), missing);
  }

  /** With known sizes dimensions are constants, so that these have nothing to do in a run. */
  private static boolean isAboutUnknownSizes(String rule) {
    return rule.startsWith("ShapeOf");
  }

  private static boolean isRule(String name) {
    try {
      Class<?> type = Class.forName("dev.linden.opt.rule." + name);
      return Rule.class.isAssignableFrom(type)
          && !java.lang.reflect.Modifier.isAbstract(type.getModifiers());
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static String section(String title, List<Rules.Group> groups) throws IOException {
    StringBuilder out = new StringBuilder("\n## " + title + "\n");
    for (Rules.Group group : groups) {
      out.append("\n### ").append(group.title()).append("\n\n");
      out.append(entries(RULES, names(group.rules())));
    }
    return out.toString();
  }

  private static String entries(String folder, List<String> rules) throws IOException {
    StringBuilder out = new StringBuilder();
    for (String rule : rules) {
      String source = Files.readString(sources(folder).resolve(rule + ".java"));
      Matcher comment = COMMENT.matcher(source);
      assertTrue(
          comment.find(), rule + " needs a doc comment with the rewrite, why, When: and Numerics:");
      out.append("**").append(rule).append("** `");
      out.append(text(comment.group("rewrite"))).append("`  \n");
      out.append(text(comment.group("why")))
          .append(" *When:* ")
          .append(text(comment.group("when")));
      out.append(" *Numerics:* ").append(text(comment.group("numerics"))).append("\n\n");
    }
    return out.toString().replaceFirst("\\n+$", "\n");
  }

  private static String text(String comment) {
    return comment
        .replaceAll("\\s*\\n \\*[ \\t]*", " ")
        .replaceAll("\\{@code ([^}]*)}", "`$1`")
        .replaceAll("\\{@link [\\w.]*\\.(\\w+)}", "`$1`")
        .strip();
  }

  private static Path sources(String folder) {
    return root().resolve("core/src/main/java/dev/linden").resolve(folder);
  }

  /** The checkout, whether tests run in it or in the module. */
  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    return Files.isDirectory(here.resolve("golden")) ? here : here.getParent();
  }
}
