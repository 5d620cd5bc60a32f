package dev.linden.fuse.explore;

import dev.linden.fuse.program.Template;
import java.util.List;

/**
 * One way to compute a hop inside a fused operator: which inputs are computed inside as well (by
 * number), and which are read (-1).
 */
public record MemoEntry(Template template, List<Integer> references, Status status) {
  /** Reads an input that is there already. */
  public static final int READ = -1;

  /** Whether consumers can join, and whether a fused operator may end here. */
  public enum Status {
    OPEN,
    /** Consumers can join, but the operator can't end here. */
    OPEN_INVALID,
    CLOSED,
    CLOSED_INVALID
  }

  public MemoEntry {
    references = List.copyOf(references);
  }

  public boolean hasReferences() {
    return references.stream().anyMatch(r -> r != READ);
  }

  public int referenceCount() {
    return (int) references.stream().filter(r -> r != READ).count();
  }

  public boolean isOpen() {
    return status == Status.OPEN || status == Status.OPEN_INVALID;
  }

  public boolean mayEnd() {
    return status == Status.OPEN || status == Status.CLOSED;
  }

  /** As in the paper: {@code R(10,-1)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(template.letter()).append('(');
    for (int i = 0; i < references.size(); i++) {
      text.append(i == 0 ? "" : ",").append(references.get(i));
    }
    return text.append(')').toString();
  }
}
