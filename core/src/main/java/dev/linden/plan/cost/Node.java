package dev.linden.plan.cost;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** An operator, block or call with the seconds that it takes in all, and what is inside it. */
final class Node {
  private final String title;
  private final int line;
  private final boolean operator;
  private final Map<Object, Node> inside = new IdentityHashMap<>();
  private final List<Node> inOrder = new ArrayList<>();
  private Seconds own = Seconds.NONE;
  private double times;

  /**
   * @param line in the script, where the outermost call stands if it is in a function
   * @param operator it has nothing inside
   */
  Node(String title, int line, boolean operator) {
    this.title = title;
    this.line = line;
    this.operator = operator;
  }

  /** The same node whenever the same thing is asked for. */
  Node inside(Object what, String itsTitle, int itsLine, boolean isOperator) {
    Node node = inside.get(what);
    if (node == null) {
      node = new Node(itsTitle, itsLine, isOperator);
      inside.put(what, node);
      inOrder.add(node);
    }
    return node;
  }

  void add(double executions, Seconds each) {
    times += executions;
    own = own.plus(each.times(executions));
  }

  String title() {
    return title;
  }

  int line() {
    return line;
  }

  boolean isOperator() {
    return operator;
  }

  double times() {
    return times;
  }

  List<Node> inside() {
    return Collections.unmodifiableList(inOrder);
  }

  Seconds seconds() {
    Seconds sum = own;
    for (Node node : inside()) {
      sum = sum.plus(node.seconds());
    }
    return sum;
  }
}
