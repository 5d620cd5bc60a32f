package dev.linden.opt;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The rules and passes that may be used, the rules in the order in which they are tried. */
public final class RuleSet {
  private final List<Rule> sizeless;
  private final List<Rule> all;
  private final Predicate<String> isOn;
  private final boolean keepsNames;

  /**
   * @param sizeless rules that hold whatever the sizes are
   * @param sized rules that need sizes, tried after the others
   */
  public RuleSet(List<Rule> sizeless, List<Rule> sized) {
    this(sizeless, joined(sizeless, sized), name -> true, false);
  }

  private RuleSet(List<Rule> sizeless, List<Rule> all, Predicate<String> isOn, boolean keepsNames) {
    this.sizeless = sizeless;
    this.all = all;
    this.isOn = isOn;
    this.keepsNames = keepsNames;
  }

  /** Those that need no sizes first: they leave less to do. */
  private static List<Rule> joined(List<Rule> first, List<Rule> second) {
    List<Rule> all = new ArrayList<>(first);
    all.addAll(second);
    return List.copyOf(all);
  }

  /**
   * @param off names of rules and passes that must not be used
   * @param only if not empty: the only ones that may be used
   * @throws InputError when there is no rule of one of the names
   */
  public RuleSet without(List<String> off, List<String> only) {
    off.forEach(this::requireExists);
    only.forEach(this::requireExists);
    return where(name -> !off.contains(name) && (only.isEmpty() || only.contains(name)));
  }

  /** The rules and passes with these names. */
  RuleSet where(Predicate<String> named) {
    return new RuleSet(chosen(sizeless, named), chosen(all, named), named, keepsNames);
  }

  /**
   * The same for a program that may ask how rows and columns of matrices are called: a rule is then
   * used only where its replacement has the names of the expression as it is written.
   */
  public RuleSet keepingNames(boolean keeping) {
    return new RuleSet(sizeless, all, isOn, keeping);
  }

  private static List<Rule> chosen(List<Rule> rules, Predicate<String> named) {
    return rules.stream().filter(rule -> named.test(rule.name())).toList();
  }

  private void requireExists(String name) {
    if (!Optimizer.PASSES.contains(name)
        && all.stream().noneMatch(rule -> rule.name().equals(name))) {
      throw new InputError("there is no rewrite rule " + name);
    }
  }

  boolean keepsNames() {
    return keepsNames;
  }

  List<Rule> sizeless() {
    return sizeless;
  }

  public List<Rule> all() {
    return all;
  }

  /** Whether a pass may be used. */
  boolean has(String pass) {
    return isOn.test(pass);
  }
}
