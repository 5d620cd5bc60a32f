package dev.linden.fuse.select;

import dev.linden.base.Cancellation;
import dev.linden.fuse.explore.MemoEntry;
import dev.linden.fuse.explore.MemoTable;
import dev.linden.fuse.explore.Shape;
import dev.linden.fuse.explore.Template;
import dev.linden.hop.Hop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Chooses the fused operators of a DAG, partition by partition: an assignment says at which
 * interesting points values are materialized, the rest is fused as far as it goes.
 */
final class Selector {
  private final MemoTable memo;
  private final CostModel costs;
  private final Selection selection;
  private final HandWritten handWritten;
  private final FusionStatistics statistics;

  Selector(
      MemoTable memo, Selection selection, HandWritten handWritten, FusionStatistics statistics) {
    this.handWritten = handWritten;
    this.memo = memo;
    this.costs = new CostModel(memo, selection.machine());
    this.selection = selection;
    this.statistics = statistics;
  }

  List<FusedOperator> select() {
    List<FusedOperator> selected = new ArrayList<>();
    int points = 0;
    for (Partition partition : Partition.of(memo)) {
      statistics.partitions++;
      statistics.plansOfPartitions += Math.pow(2, partition.points().size());
      points += partition.points().size();
      for (FusedOperator operator : operators(partition, decide(partition))) {
        if (operator.template() != null
            && operator.reads(selection.smallest(), memo)
            && (operator.bytes(memo) <= selection.alternatives().budget()
                || operator.isDistributed(memo, selection.alternatives()))) {
          selected.add(operator);
        }
      }
    }
    statistics.plansOfDags += Math.pow(2, points);
    return selected;
  }

  /**
   * Estimated seconds of a group of operators that could be fused, by how they are.
   *
   * @param hops their numbers
   * @param choices places at which fusing is a question
   * @param chosen as selected
   * @param most fused as far as possible
   * @param common values that several operators read are materialized
   * @param none each operator by itself
   */
  record Costs(
      List<Integer> hops, int choices, double chosen, double most, double common, double none) {}

  /** What was weighed, for those who want to see it. */
  List<Costs> costs() {
    List<Costs> all = new ArrayList<>();
    for (Partition partition : Partition.of(memo)) {
      double none = 0;
      for (int n : partition.nodes().stream().toArray()) {
        none += costs.ordinary(n);
      }
      all.add(
          new Costs(
              partition.nodes().stream().boxed().toList(),
              partition.points().size(),
              cost(partition, decide(partition)),
              cost(partition, decisions(partition, point -> false)),
              cost(
                  partition,
                  decisions(
                      partition, point -> Partition.isMaterializationPoint(memo, point.target()))),
              none));
    }
    return all;
  }

  private double cost(Partition partition, Decisions decisions) {
    return cost(partition, decisions, Double.POSITIVE_INFINITY);
  }

  private Decisions decide(Partition partition) {
    if (selection.policy() != Policy.COST) {
      return decisions(
          partition,
          point ->
              selection.policy() == Policy.NO_REDUNDANCY
                  && Partition.isMaterializationPoint(memo, point.target()));
    }
    if (partition.points().isEmpty()) {
      return decisions(partition, point -> false);
    }
    PlanCache.Question question = selection.plans().ask(memo, partition, costs);
    Set<Partition.Point> known = question.answer();
    if (known != null) {
      return decisions(partition, known::contains);
    }
    Decisions best = new Enumeration(memo, partition, costs, this).best();
    question.answer(best.materialized());
    return best;
  }

  private Decisions decisions(Partition partition, Predicate<Partition.Point> materializes) {
    boolean[] materialized = new boolean[partition.points().size()];
    for (int p = 0; p < materialized.length; p++) {
      materialized[p] = materializes.test(partition.points().get(p));
    }
    Decisions decisions = new Decisions(memo, partition.points());
    decisions.set(materialized);
    return decisions;
  }

  /** Estimated time of a partition under an assignment; stops adding beyond {@code limit}. */
  double cost(Partition partition, Decisions decisions, double limit) {
    Cancellation.checkThread();
    statistics.plansEvaluated++;
    double total = 0;
    List<FusedOperator> fused = new ArrayList<>();
    for (FusedOperator operator : operators(partition, decisions)) {
      if (operator.template() != null) {
        fused.add(operator);
      } else {
        total += operator.isBasic() ? costs.ordinary(operator.root()) : cost(List.of(operator));
      }
      if (total > limit) {
        return total;
      }
    }
    for (List<FusedOperator> pass : Passes.of(memo, fused)) {
      total += cost(pass);
      if (total > limit) {
        return total;
      }
    }
    return total;
  }

  private double cost(List<FusedOperator> pass) {
    FusedOperator first = pass.get(0);
    double driven = first.driven(memo);
    if (pass.size() == 1) {
      BitSet results = new BitSet();
      results.set(first.root());
      return costs.operator(first.covered(), first.inputs(), results, driven);
    }
    BitSet computed = new BitSet();
    BitSet inputs = new BitSet();
    BitSet results = new BitSet();
    for (FusedOperator member : pass) {
      computed.or(member.covered());
      inputs.or(member.inputs());
      results.set(member.root());
    }
    return costs.operator(computed, inputs, results, driven);
  }

  /**
   * The operators of a partition: one for each value that is needed as such; basic operators are
   * those with one covered hop.
   */
  private List<FusedOperator> operators(Partition partition, Decisions decisions) {
    BitSet needed = partition.results(memo);
    List<FusedOperator> operators = new ArrayList<>();
    // inputs have smaller numbers
    for (int root = needed.length() - 1; root >= 0; root = needed.previousSetBit(root - 1)) {
      int current = root;
      FusedOperator operator =
          decisions.operator(decisions.operator(root, () -> operator(current, decisions)));
      operators.add(operator);
      BitSet inputs = (BitSet) operator.inputs().clone();
      inputs.and(partition.nodes());
      needed.or(inputs);
    }
    Collections.reverse(operators);
    return operators;
  }

  /**
   * The operator that computes a value: a generated one, or a hand-written one if that does more.
   */
  private FusedOperator operator(int root, Decisions decisions) {
    FusedOperator generated = generated(root, decisions);
    FusedOperator written = handWritten.at(root);
    return written == null || generated.covers(written) ? generated : written;
  }

  private FusedOperator generated(int root, Decisions decisions) {
    for (Template template : Template.BY_PREFERENCE) {
      MemoEntry entry = bestEntry(root, template, decisions, true);
      if (entry != null && !handWritten.claims(root)) {
        Cover cover = new Cover(template, decisions);
        FusedOperator operator = cover.add(root, entry) ? cover.operator(root) : null;
        if (operator != null && operator.isWorthwhile(memo) && cover.isComplete(operator)) {
          return operator;
        }
      }
    }
    BitSet covered = new BitSet();
    covered.set(root);
    BitSet inputs = new BitSet();
    for (Hop input : memo.hop(root).inputs()) {
      if (input != null) {
        inputs.set(memo.numberOf(input));
      }
    }
    return new FusedOperator(root, null, covered, inputs);
  }

  /** Hops computed inside a fused operator, while it is put together. */
  private final class Cover {
    private final Template template;
    private final Decisions decisions;
    private BitSet covered = new BitSet();
    private BitSet inputs = new BitSet();

    /** Inputs that are read as a whole, even if their rows are computed inside too. */
    private BitSet whole = new BitSet();

    private int outerProducts;

    Cover(Template template, Decisions decisions) {
      this.template = template;
      this.decisions = decisions;
    }

    /** False if a hop that would have to be inside has no plan that fits. */
    boolean add(int number, MemoEntry entry) {
      covered.set(number);
      List<Hop> operands = memo.hop(number).inputs();
      boolean outer = entry.template() == Template.OUTER && !entry.hasReferences();
      outerProducts += outer ? 1 : 0;
      for (int i = 0; i < entry.inputs(); i++) {
        int reference = entry.reference(i);
        if (reference != MemoEntry.READ) {
          if (!covered.get(reference)
              && !addInput(reference, template)
              && !(template != Template.CELL && addInput(reference, Template.CELL))) {
            return false;
          }
        } else if (operands.get(i) != null) {
          // the right factor of an outer product is read without its transpose
          boolean transposed = outer && i == 1;
          Hop read = transposed ? operands.get(i).inputs().get(0) : operands.get(i);
          boolean rightFactor = i == 1 && isProductByRow(memo.hop(number));
          // transposed inside means: reached through its original, by a product
          boolean asWhole = outer || rightFactor || Shape.isTranspose(read);
          (asWhole ? whole : inputs).set(memo.numberOf(read));
        }
      }
      return true;
    }

    private boolean isProductByRow(Hop hop) {
      return Shape.isProduct(hop) && !Shape.isTransposedProduct(hop);
    }

    private boolean addInput(int number, Template tried) {
      MemoEntry entry = bestEntry(number, tried, decisions, false);
      if (entry == null) {
        return false;
      }
      if (template != Template.OUTER) {
        return add(number, entry);
      }
      BitSet coveredBefore = (BitSet) covered.clone();
      BitSet inputsBefore = (BitSet) inputs.clone();
      BitSet wholeBefore = (BitSet) whole.clone();
      int productsBefore = outerProducts;
      // there is room for the factors of one product
      if (add(number, entry) && outerProducts <= 1) {
        return true;
      }
      covered = coveredBefore;
      inputs = inputsBefore;
      whole = wholeBefore;
      outerProducts = productsBefore;
      return false;
    }

    FusedOperator operator(int root) {
      inputs.andNot(covered);
      inputs.or(whole);
      return new FusedOperator(root, template, covered, inputs);
    }

    /** An Outer operator has a product and a driver. */
    boolean isComplete(FusedOperator operator) {
      return template != Template.OUTER || (outerProducts == 1 && operator.driven(memo) < 1);
    }
  }

  /**
   * The plan of a hop with most references that the assignment allows. A plan without references
   * stands for the operator alone.
   */
  private MemoEntry bestEntry(int number, Template template, Decisions decisions, boolean asRoot) {
    MemoEntry best = null;
    for (MemoEntry entry : memo.group(number)) {
      if (entry.template() == template
          && (asRoot ? entry.mayEnd() && entry.hasReferences() : entry.isOpen())
          && (best == null || entry.referenceCount() > best.referenceCount())
          && isAllowed(number, entry, decisions)) {
        best = entry;
      }
    }
    return best;
  }

  private boolean isAllowed(int number, MemoEntry entry, Decisions decisions) {
    if (entry.template() == Template.ROW
        && entry.reference(0) == MemoEntry.READ
        && Shape.isTransposedProduct(memo.hop(number))) {
      return false; // a transposed matrix is read row by row through its original only
    }
    for (int i = 0; i < entry.inputs(); i++) {
      if (entry.reference(i) != MemoEntry.READ && decisions.reads(number, i)) {
        return false;
      }
    }
    return true;
  }
}
