package dev.linden.op;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An ordered list of values, all named or none. Immutable: changes give a new list that shares the
 * elements. Who keeps a list ({@link #retain()} tells the first) has to count a reference to each
 * of its elements, so that nothing overwrites them.
 */
public final class ListValue implements Value {
  private final List<Value> elements;
  private final List<String> names;
  private final AtomicInteger references = new AtomicInteger();

  /** {@code names} null: the elements have none. */
  public ListValue(List<? extends Value> elements, List<String> names) {
    this.elements = List.copyOf(elements);
    this.names = names == null ? null : List.copyOf(names);
  }

  public List<Value> elements() {
    return elements;
  }

  public List<String> names() {
    return names;
  }

  /** Counts one more slot or list that refers to this one; true for the first. */
  public boolean retain() {
    return references.getAndIncrement() == 0;
  }

  /** True when nobody refers to it any more. */
  public boolean release() {
    return references.decrementAndGet() == 0;
  }

  @Override
  public DataType dataType() {
    return DataType.LIST;
  }

  public int size() {
    return elements.size();
  }

  public boolean isNamed() {
    return names != null && !names.isEmpty();
  }

  /** 0-based position of a name; an error that lists the names when it is not there. */
  public int position(String name) {
    int at = names == null ? -1 : names.indexOf(name);
    if (at < 0) {
      throw new InputError(
          "the list has no element \""
              + name
              + "\""
              + (isNamed()
                  ? "; its elements are " + String.join(", ", names)
                  : "; its elements have no names"));
    }
    return at;
  }

  /** Elements {@code [from, to)}, 0-based. */
  public ListValue slice(int from, int to) {
    return new ListValue(elements.subList(from, to), isNamed() ? names.subList(from, to) : null);
  }

  public ListValue with(int position, Value value) {
    List<Value> changed = new ArrayList<>(elements);
    changed.set(position, value);
    return new ListValue(changed, names);
  }

  /**
   * With the elements of another list in place of those from {@code position} on. If both lists
   * have names, the new elements bring theirs.
   */
  public ListValue with(int position, ListValue values) {
    List<Value> changed = new ArrayList<>(elements);
    List<String> changedNames = isNamed() ? new ArrayList<>(names) : null;
    for (int k = 0; k < values.size(); k++) {
      changed.set(position + k, values.elements.get(k));
      if (isNamed() && values.isNamed()) {
        changedNames.set(position + k, values.names.get(k));
      }
    }
    if (changedNames != null && new HashSet<>(changedNames).size() < changedNames.size()) {
      throw new InputError(
          "the list would have two elements of one name: " + String.join(", ", changedNames));
    }
    return new ListValue(changed, changedNames);
  }
}
