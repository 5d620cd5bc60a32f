package dev.linden.opt;

import dev.linden.op.Info;
import dev.linden.op.Size;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What holds of the variables at one point of a program, if they have a value there. A variable
 * that is not mentioned has no value yet, unless it came from outside: then nothing is known.
 */
final class Facts {
  private final Map<String, Info> infos;

  /** Variables that have a value on every path to this point. */
  private final Set<String> certain;

  /** Variables that may have a value before the first block. */
  private final Set<String> fromOutside;

  Facts(Set<String> fromOutside) {
    this(new HashMap<>(), new HashSet<>(), fromOutside);
  }

  private Facts(Map<String, Info> infos, Set<String> certain, Set<String> fromOutside) {
    this.infos = infos;
    this.certain = certain;
    this.fromOutside = fromOutside;
  }

  Facts copy() {
    return new Facts(new HashMap<>(infos), new HashSet<>(certain), fromOutside);
  }

  /** Null when nothing is known. A constant only of a variable that surely has a value. */
  Info get(String variable) {
    return infos.get(variable);
  }

  void assign(String variable, Info info) {
    infos.put(variable, info);
    certain.add(variable);
  }

  /** Adds to what is known of a variable that has just been read. */
  void refine(String variable, Info info) {
    infos.put(variable, info);
  }

  void forget(String variable) {
    infos.remove(variable);
    certain.remove(variable);
  }

  void dropConstants(Collection<String> variables) {
    for (String variable : variables) {
      infos.computeIfPresent(variable, (name, info) -> info.withoutConstant());
    }
  }

  /** Forgets variables that were not there before: those of the iterations of a parfor. */
  void keepOnlyThoseOf(Facts before) {
    infos.keySet().removeIf(name -> !before.mayHaveValue(name));
    certain.retainAll(infos.keySet());
  }

  private boolean mayHaveValue(String variable) {
    return infos.containsKey(variable) || fromOutside.contains(variable);
  }

  /** What holds where two paths meet: a size only if both agree on it. */
  Facts join(Facts other) {
    return join(other, false);
  }

  /**
   * What holds before every iteration, given what holds before this one and at the end of it.
   * Bounds of non-zeros that move are given up at once, so that loops are soon understood.
   */
  Facts joinIteration(Facts end) {
    return join(end, true);
  }

  private Facts join(Facts other, boolean loop) {
    Facts joined = new Facts(fromOutside);
    Set<String> names = new HashSet<>(infos.keySet());
    names.addAll(other.infos.keySet());
    for (String name : names) {
      Info a = infos.get(name);
      Info b = other.infos.get(name);
      Info info = null;
      if (a != null && b != null) {
        info = a.data() == b.data() ? a.join(b) : null;
        if (loop && info != null && info.size().nnz() != a.size().nnz()) {
          info = info.withSize(info.size().withoutNnz());
        }
      } else if (!fromOutside.contains(name)) {
        info = a == null ? b : a;
      }
      if (info != null) {
        boolean always = certain.contains(name) && other.certain.contains(name);
        // Folding a variable would hide that it may have no value.
        joined.infos.put(name, always ? info : info.withoutConstant());
        if (always) {
          joined.certain.add(name);
        }
      }
    }
    return joined;
  }

  /** Both descriptions hold: what the first does not know is taken from the second. */
  static Info both(Info first, Info second) {
    if (first.equals(second) || first.data() != second.data()) {
      return first;
    }
    Size a = first.size();
    Size b = second.size();
    Size size =
        first.isScalar()
            ? a
            : Size.of(
                a.rowsKnown() ? a.rows() : b.rows(),
                a.colsKnown() ? a.cols() : b.cols(),
                a.nnzKnown() ? a.nnz() : b.nnz());
    boolean typed = first.value() != dev.linden.op.ValueType.UNKNOWN;
    return new Info(
        first.data(),
        typed ? first.value() : second.value(),
        size,
        first.isConstant() || typed && first.value() != second.value()
            ? first.constant()
            : second.constant());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Facts that && infos.equals(that.infos) && certain.equals(that.certain);
  }

  @Override
  public int hashCode() {
    return infos.hashCode();
  }
}
