package dev.linden.fuse.explore;

import dev.linden.fuse.program.Template;
import dev.linden.hop.Hop;
import java.util.Set;

/** When operators belong into a fused operator of a template (open, fuse, merge, close). */
interface TemplateRules {
  Template template();

  /** A fused operator can begin with this hop, reading all its inputs. */
  boolean opens(Hop hop);

  /** An open fused operator that computes this operand can go on to compute the hop. */
  boolean fuses(Hop hop, int operand);

  /**
   * A fused operator that computes the hop can compute this operand as well. Asked for each
   * operand, not each value: the left factor of {@code t(X) %*% t(X)} can be inside, its right one
   * can't.
   */
  boolean merges(Hop hop, int operand);

  /** Templates whose open plans can be merged. */
  Set<Template> mergedTemplates();

  /** Whether the hop ends the fused operator. */
  MemoEntry.Status status(MemoTable memo, Hop hop, MemoEntry entry);
}
