package dev.linden.fuse.explore;

import dev.linden.fuse.program.Template;
import dev.linden.hop.Hop;
import java.util.Set;

/** When operators belong into a fused operator of a template (open, fuse, merge, close). */
interface TemplateRules {
  Template template();

  /** A fused operator can begin with this hop, reading all its inputs. */
  boolean opens(Hop hop);

  /** An open fused operator that computes {@code input} can go on to compute the hop. */
  boolean fuses(Hop hop, Hop input);

  /** A fused operator that computes the hop can compute this input as well. */
  boolean merges(Hop hop, Hop input);

  /** Templates whose open plans can be merged. */
  Set<Template> mergedTemplates();

  /** Whether the hop ends the fused operator. */
  MemoEntry.Status status(MemoTable memo, Hop hop, MemoEntry entry);
}
