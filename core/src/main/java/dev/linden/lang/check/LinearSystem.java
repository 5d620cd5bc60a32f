package dev.linden.lang.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Equations and inequalities of linear functions with integer coefficients over integer variables,
 * and the question whether they surely have no solution. An equation whose coefficients have a
 * common divisor that does not divide its constant has none (the GCD test). Bounds are tested over
 * the reals (Banerjee's idea, for all equations and bounds together): equations are solved for a
 * variable and substituted, then variables are eliminated from the inequalities one by one (Fourier
 * and Motzkin) until only numbers are left to compare.
 */
final class LinearSystem {
  /** Elimination may square the number of inequalities: more than that are given up. */
  private static final int MOST_INEQUALITIES = 400;

  private final List<LinearIndex> equations = new ArrayList<>();

  /** Each is at least 0. */
  private final List<LinearIndex> inequalities = new ArrayList<>();

  LinearSystem() {}

  private LinearSystem(LinearSystem other) {
    equations.addAll(other.equations);
    inequalities.addAll(other.inequalities);
  }

  void addAll(LinearSystem other) {
    equations.addAll(other.equations);
    inequalities.addAll(other.inequalities);
  }

  LinearSystem copy() {
    return new LinearSystem(this);
  }

  /** {@code left == right}. */
  void equal(LinearIndex left, LinearIndex right) {
    equations.add(left.minus(right));
  }

  /** {@code small <= large}. */
  void atMost(LinearIndex small, LinearIndex large) {
    inequalities.add(large.minus(small));
  }

  /** True only when there is no solution; numbers that grow too large prove nothing. */
  boolean hasNoSolution() {
    try {
      return copy().isContradiction();
    } catch (ArithmeticException overflow) {
      return false;
    }
  }

  private boolean isContradiction() {
    while (!equations.isEmpty()) {
      LinearIndex equation = equations.remove(equations.size() - 1);
      long divisor = divisor(equation);
      if (divisor == 0) {
        if (equation.constant() != 0) {
          return true;
        }
        continue;
      }
      if (equation.constant() % divisor != 0) {
        return true;
      }
      LinearIndex reduced = equation.dividedBy(divisor);
      String variable = withSmallestCoefficient(reduced);
      equations.replaceAll(other -> without(variable, other, reduced));
      inequalities.replaceAll(other -> tightened(without(variable, other, reduced)));
    }
    return boundsContradict();
  }

  /** A positive multiple of {@code target} plus one of the equation, without the variable. */
  private static LinearIndex without(String variable, LinearIndex target, LinearIndex equation) {
    long inTarget = target.coefficient(variable);
    if (inTarget == 0) {
      return target;
    }
    long inEquation = equation.coefficient(variable);
    long factor = inEquation > 0 ? Math.negateExact(inTarget) : inTarget;
    return target.times(Math.abs(inEquation)).plus(equation.times(factor));
  }

  private boolean boundsContradict() {
    while (true) {
      for (LinearIndex inequality : inequalities) {
        if (inequality.coefficients().isEmpty() && inequality.constant() < 0) {
          return true;
        }
      }
      inequalities.removeIf(inequality -> inequality.coefficients().isEmpty());
      String variable = cheapest();
      if (variable == null || inequalities.size() > MOST_INEQUALITIES) {
        return false;
      }
      eliminate(variable);
    }
  }

  private void eliminate(String variable) {
    List<LinearIndex> lower = new ArrayList<>();
    List<LinearIndex> upper = new ArrayList<>();
    List<LinearIndex> rest = new ArrayList<>();
    for (LinearIndex inequality : inequalities) {
      long a = inequality.coefficient(variable);
      (a == 0 ? rest : a > 0 ? lower : upper).add(inequality);
    }
    for (LinearIndex low : lower) {
      for (LinearIndex high : upper) {
        LinearIndex sum =
            low.times(-high.coefficient(variable)).plus(high.times(low.coefficient(variable)));
        rest.add(tightened(sum));
      }
    }
    inequalities.clear();
    inequalities.addAll(rest.stream().distinct().toList());
  }

  /** The variable whose elimination makes the fewest inequalities; null when none is left. */
  private String cheapest() {
    Map<String, long[]> signs = new TreeMap<>();
    for (LinearIndex inequality : inequalities) {
      inequality
          .coefficients()
          .forEach((name, a) -> signs.computeIfAbsent(name, n -> new long[2])[a > 0 ? 0 : 1]++);
    }
    String best = null;
    for (Map.Entry<String, long[]> entry : signs.entrySet()) {
      long[] counts = entry.getValue();
      if (best == null || counts[0] * counts[1] < signs.get(best)[0] * signs.get(best)[1]) {
        best = entry.getKey();
      }
    }
    return best;
  }

  /** The same inequality for integers in smaller numbers: its constant is rounded down. */
  private static LinearIndex tightened(LinearIndex inequality) {
    long divisor = divisor(inequality);
    return divisor <= 1 ? inequality : inequality.dividedBy(divisor);
  }

  /** Greatest common divisor of all coefficients; 0 if there are none. */
  private static long divisor(LinearIndex index) {
    long divisor = 0;
    for (long a : index.coefficients().values()) {
      long b = Math.abs(a);
      while (b != 0) {
        long rest = divisor % b;
        divisor = b;
        b = rest;
      }
    }
    return divisor;
  }

  private static String withSmallestCoefficient(LinearIndex index) {
    String best = null;
    for (Map.Entry<String, Long> term : index.coefficients().entrySet()) {
      if (best == null || Math.abs(term.getValue()) < Math.abs(index.coefficient(best))) {
        best = term.getKey();
      }
    }
    return best;
  }
}
