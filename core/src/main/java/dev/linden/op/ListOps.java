package dev.linden.op;

import static dev.linden.op.Parameter.any;
import static dev.linden.op.Parameter.of;
import static dev.linden.op.Parameter.scalar;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Making and taking apart lists. */
public final class ListOps {
  public static final Op LIST =
      Op.define("list", "A list of the arguments, with their names if they have some.")
          .parameters(any("elements").repeated())
          .rule(
              call -> {
                names(call);
                return List.of(Info.list(call.count()));
              })
          .kernel(ListOps::runList)
          .build();

  public static final Op REMOVE =
      Op.define("remove", "A list without one element, and that element as a list.")
          .parameters(of("L", DataType.LIST), scalar("position"))
          .results(2)
          .rule(
              call -> {
                long elements = call.in(0).size().rows();
                if (!call.in(1).isString()) {
                  Indexes.count(call, 1, 2, elements, "list");
                }
                return List.of(elements > 0 ? Info.list(elements - 1) : Info.list(), Info.list(1));
              })
          .kernel(ListOps::runRemove)
          .build();

  static final List<Op> ALL = List.of(LIST, REMOVE);

  private ListOps() {}

  /** Null when no argument has a name. */
  private static List<String> names(CallSite call) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < call.count(); i++) {
      names.add(call.name(i));
    }
    return checkNames(names);
  }

  private static List<String> checkNames(List<String> names) {
    if (names.stream().allMatch(name -> name == null)) {
      return null;
    }
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i) == null) {
        throw new OpError(
            i,
            "either all elements of a list have names or none, but element "
                + (i + 1)
                + " has none");
      }
      if (!seen.add(names.get(i))) {
        throw new OpError(i, "the list has two elements with the name " + names.get(i));
      }
    }
    return names;
  }

  private static void runList(Invocation call) {
    List<Value> elements = new ArrayList<>(call.count());
    List<String> names = new ArrayList<>(call.count());
    for (int i = 0; i < call.count(); i++) {
      elements.add(call.value(i));
      names.add(call.name(i));
    }
    call.result(new ListValue(elements, checkNames(names)));
  }

  private static void runRemove(Invocation call) {
    ListValue list = call.list(0);
    if (list.size() == 0) {
      throw new InputError("cannot remove an element of an empty list");
    }
    int position =
        call.valueType(1) == ValueType.STRING
            ? list.position(call.text(1))
            : Indexes.start(call, 1, list.size(), "list");
    List<Value> rest = new ArrayList<>(list.elements());
    rest.remove(position);
    List<String> names = null;
    if (list.isNamed()) {
      names = new ArrayList<>(list.names());
      names.remove(position);
    }
    call.result(0, new ListValue(rest, names));
    call.result(1, list.slice(position, position + 1));
  }
}
