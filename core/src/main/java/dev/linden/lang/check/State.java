package dev.linden.lang.check;

import dev.linden.op.Info;
import dev.linden.op.Size;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is known about the variables at one point of the program. */
final class State {
  /** Variables that have a value on every path to this point. */
  private final Map<String, Info> assigned;

  /** Variables that have a value on some path only. */
  private final Map<String, Info> maybe;

  /** Variables without a value whose use has been reported. */
  private final Set<String> reported;

  /** A variable is a matrix on one path and a scalar on another. */
  record Conflict(String variable, Info first, Info second) {}

  State() {
    this(new HashMap<>(), new HashMap<>(), new HashSet<>());
  }

  private State(Map<String, Info> assigned, Map<String, Info> maybe, Set<String> reported) {
    this.assigned = assigned;
    this.maybe = maybe;
    this.reported = reported;
  }

  State copy() {
    return new State(new HashMap<>(assigned), new HashMap<>(maybe), new HashSet<>(reported));
  }

  /** Null unless the variable has a value on every path. */
  Info assigned(String variable) {
    return assigned.get(variable);
  }

  /** What is known if it has a value at all; null when it has one on no path. */
  Info find(String variable) {
    Info info = assigned.get(variable);
    return info == null ? maybe.get(variable) : info;
  }

  /** Variables with a value on some path at least. */
  Set<String> names() {
    Set<String> names = new TreeSet<>(assigned.keySet());
    names.addAll(maybe.keySet());
    return names;
  }

  void assign(String variable, Info info) {
    assigned.put(variable, info);
    maybe.remove(variable);
    reported.remove(variable);
  }

  /** A variable that may have a value. */
  void maybe(String variable, Info info) {
    maybe.put(variable, info);
  }

  void remove(String variable) {
    assigned.remove(variable);
    maybe.remove(variable);
  }

  /**
   * Takes variables that an error has left without a known value as they were before: the error is
   * reported where it stands, once more if need be, and not what follows from it.
   */
  void restoreBroken(State before) {
    for (Map<String, Info> infos : List.of(assigned, maybe)) {
      infos.entrySet().removeIf(e -> Broken.is(e.getValue()) && before.find(e.getKey()) == null);
      infos.replaceAll((name, info) -> Broken.is(info) ? before.find(name) : info);
    }
  }

  /** True the first time. */
  boolean report(String variable) {
    return reported.add(variable);
  }

  /** Variables with a value on some path at least, those with errors left out. */
  Map<String, Info> facts() {
    Map<String, Info> facts = new TreeMap<>(maybe);
    // Folding such a variable would hide that it may have no value.
    facts.replaceAll((name, info) -> info.withoutConstant());
    facts.putAll(assigned);
    facts.values().removeIf(Broken::is);
    return facts;
  }

  void dropConstants(Collection<String> variables) {
    for (String variable : variables) {
      assigned.computeIfPresent(variable, (name, info) -> info.withoutConstant());
      maybe.computeIfPresent(variable, (name, info) -> info.withoutConstant());
    }
  }

  /** Forgets sizes and constants: types are all that is still known. */
  void forgetSizes() {
    assigned.replaceAll((name, info) -> forget(info));
    maybe.replaceAll((name, info) -> forget(info));
  }

  private static Info forget(Info info) {
    if (Broken.is(info)) {
      return info;
    }
    Size size =
        switch (info.data()) {
          case SCALAR -> Size.SCALAR;
          case LIST -> Info.list().size();
          case MATRIX, FRAME -> Size.UNKNOWN;
        };
    return new Info(info.data(), info.value(), size, null);
  }

  /**
   * Variables that only a path assigns that is never taken: code on such paths may still name them.
   */
  void addNeverTaken(State other) {
    for (String variable : other.names()) {
      if (find(variable) == null) {
        maybe.put(variable, other.find(variable));
      }
    }
  }

  /** What holds after two paths meet. Variables in conflict are broken afterwards. */
  State join(State other, Collection<Conflict> conflicts) {
    State joined = new State();
    Set<String> all = names();
    all.addAll(other.names());
    for (String variable : all) {
      Info info = join(variable, find(variable), other.find(variable), conflicts);
      boolean always = assigned.containsKey(variable) && other.assigned.containsKey(variable);
      (always ? joined.assigned : joined.maybe).put(variable, info);
    }
    joined.reported.addAll(reported);
    joined.reported.addAll(other.reported);
    return joined;
  }

  private static Info join(
      String variable, Info first, Info second, Collection<Conflict> conflicts) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    if (Broken.is(first) || Broken.is(second)) {
      return Broken.INFO;
    }
    if (first.data() != second.data()) {
      conflicts.add(new Conflict(variable, first, second));
      return Broken.INFO;
    }
    return first.join(second);
  }

  /**
   * What holds before every iteration, given what holds before this one and at the end of an
   * iteration. An error in the body must show again in the pass that reports, so broken values from
   * the end do not count. Bounds of non-zeros that move are given up at once; then every chain of
   * such steps is finite.
   */
  State joinLoop(State end, Map<String, Conflict> conflicts) {
    State head = copy();
    Set<String> all = names();
    all.addAll(end.names());
    for (String variable : all) {
      Info before = find(variable);
      Info after = end.find(variable);
      Info info = before;
      if (conflicts.containsKey(variable)) {
        info = Broken.INFO;
      } else if (before == null
          || Broken.is(before) && !assigned.containsKey(variable) && after != null) {
        // An error of an earlier pass may be gone now that less is known.
        info = after.withoutConstant();
      } else if (after != null && !Broken.is(before) && !Broken.is(after)) {
        if (before.data() != after.data()) {
          conflicts.put(variable, new Conflict(variable, before, after));
          info = Broken.INFO;
        } else {
          info = before.join(after);
          if (info.size().nnz() != before.size().nnz()) {
            info = info.withSize(info.size().withoutNnz());
          }
        }
      }
      boolean always = assigned.containsKey(variable) && end.assigned.containsKey(variable);
      (always ? head.assigned : head.maybe).put(variable, info);
      if (!always) {
        head.assigned.remove(variable);
      }
    }
    return head;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof State that
        && assigned.equals(that.assigned)
        && maybe.equals(that.maybe);
  }

  @Override
  public int hashCode() {
    return assigned.hashCode() * 31 + maybe.hashCode();
  }
}
