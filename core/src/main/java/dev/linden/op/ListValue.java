package dev.linden.op;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.List;

/**
 * An ordered list of values, all named or none. Immutable: changes give a new list that shares the
 * elements. A list refers to its matrices for good, so nothing ever overwrites them.
 */
public record ListValue(List<Value> elements, List<String> names) implements Value {
  public ListValue {
    elements = List.copyOf(elements);
    for (Value element : elements) {
      if (element instanceof MatrixValue matrix) {
        matrix.retain();
      }
    }
    names = names == null ? null : List.copyOf(names);
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
}
