package dev.linden.fuse.explore;

import java.util.Arrays;

/**
 * One way to compute a hop inside a fused operator: which inputs are computed inside as well (by
 * number), and which are read (-1).
 */
public final class MemoEntry {
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

  private final Template template;
  private final int[] references;
  private final int referenceCount;
  private final Status status;

  MemoEntry(Template template, int[] references, Status status) {
    this.template = template;
    this.references = references;
    this.status = status;
    int count = 0;
    for (int reference : references) {
      count += reference == READ ? 0 : 1;
    }
    this.referenceCount = count;
  }

  MemoEntry with(Status changed) {
    return new MemoEntry(template, references, changed);
  }

  public Template template() {
    return template;
  }

  public Status status() {
    return status;
  }

  /** Inputs of the hop. */
  public int inputs() {
    return references.length;
  }

  /** The number of an input that is computed inside, or {@link #READ}. */
  public int reference(int input) {
    return references[input];
  }

  public boolean hasReferences() {
    return referenceCount > 0;
  }

  public int referenceCount() {
    return referenceCount;
  }

  public boolean isOpen() {
    return status == Status.OPEN || status == Status.OPEN_INVALID;
  }

  public boolean mayEnd() {
    return status == Status.OPEN || status == Status.CLOSED;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemoEntry entry
        && template == entry.template
        && status == entry.status
        && Arrays.equals(references, entry.references);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(references) + template.hashCode();
  }

  /** As in the paper: {@code R(10,-1)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(template.letter()).append('(');
    for (int i = 0; i < references.length; i++) {
      text.append(i == 0 ? "" : ",").append(references[i]);
    }
    return text.append(')').toString();
  }
}
