package dev.linden.fuse.skeleton;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Sink;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packed;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.cells.OwnTuples;
import dev.linden.matrix.kernel.rows.OwnRows;
import dev.linden.op.GroupUse;
import dev.linden.op.Size;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/** A fused program ready to run; picks the skeleton by the program and the data at hand. */
public final class FusedKernel {
  private final FusedProgram program;
  private final TileSkeleton tiles;
  private final NonZeroSkeleton nonZeros;

  /** Null for programs of rows and cells, which the others run. */
  private final OwnSkeleton own;

  /** Null unless rows are very long. */
  private final WideSkeleton wide;

  /** For each sink the inputs of which distinct tuples are enough, if they are packed. */
  private final List<Set<Integer>> ofTuples;

  /** Null unless tuples are enough for all sinks. */
  private final TupleSkeleton tuples;

  /** By some of the sinks. */
  private final Map<Set<Integer>, FusedKernel> parts = new ConcurrentHashMap<>();

  private final Bodies.Mode mode;
  private final int[] overwritable;

  /** By sparse sources, and operations with a number that keep their zeros. */
  private final Map<List<Set<Integer>>, TileSkeleton> forSparse = new ConcurrentHashMap<>();

  public FusedKernel(FusedProgram program, Bodies.Mode mode) {
    this.program = program;
    this.mode = mode;
    this.overwritable = program.overwritable();
    own = own(program, mode);
    nonZeros = own != null ? null : NonZeroSkeleton.of(program, mode);
    tiles = own != null ? null : new TileSkeleton(program, mode);
    ofTuples =
        program.sinks().stream()
            .map(sink -> own != null ? Set.<Integer>of() : TupleSkeleton.sources(program, sink))
            .toList();
    tuples = own != null ? null : TupleSkeleton.of(program, mode);
    wide = own != null ? null : WideSkeleton.of(program, mode);
  }

  private static OwnSkeleton own(FusedProgram program, Bodies.Mode mode) {
    return program.isOuter() ? new OuterSkeleton(program, mode) : null;
  }

  public FusedProgram program() {
    return program;
  }

  public Bodies.Mode mode() {
    return mode;
  }

  /** Inputs over which the result may be written. */
  public int[] overwritable() {
    return overwritable.clone();
  }

  /** For each input, how it is worked on if it is compressed. */
  public GroupUse[] groupUses() {
    GroupUse[] uses = new GroupUse[program.inputs()];
    for (int input = 0; input < uses.length; input++) {
      uses[input] = groupUse(input);
    }
    return uses;
  }

  private GroupUse groupUse(int input) {
    if (own != null || !isReadByRows(input)) {
      return GroupUse.PLAIN;
    } else if (seesTuplesOnly(input)) {
      return foldsRows(input) ? GroupUse.ROWS : GroupUse.VALUES;
    }
    boolean right = false;
    boolean left = false;
    for (int i = 0; i < program.nodes().size(); i++) {
      if (program.nodes().get(i) instanceof Node.Source source && source.input() == input) {
        if (!PackedTile.isOnlyMultiplied(program, i)) {
          return GroupUse.PLAIN;
        }
        right |= program.readers(i).stream().anyMatch(Node.Product.class::isInstance);
        int node = i;
        left |= program.sinks().stream().anyMatch(sink -> sink.arguments().contains(node));
      }
    }
    return right && left ? GroupUse.CHAIN : right ? GroupUse.RIGHT : GroupUse.LEFT;
  }

  /** Nothing but tuples of this input is wanted, and not together with those of another one. */
  private boolean seesTuplesOnly(int input) {
    for (int k = 0; k < ofTuples.size(); k++) {
      boolean reads =
          program.withSinks(List.of(program.sinks().get(k))).nodes().stream()
              .anyMatch(n -> n instanceof Node.Source source && source.input() == input);
      if (reads && !ofTuples.get(k).equals(Set.of(input))) {
        return false;
      }
    }
    return true;
  }

  /** Of such an input; there is a term for each row and group then. */
  private boolean foldsRows(int input) {
    for (int k = 0; k < ofTuples.size(); k++) {
      if (ofTuples.get(k).contains(input)
          && program.sinks().get(k) instanceof Sink.Rows rows
          && program.nodes().get(rows.x()) instanceof Node.RowFold) {
        return true;
      }
    }
    return false;
  }

  /** Runs the program and leaves its inputs as they are. */
  public Object[] run(Matrix[] matrices, double[] numbers, Workers workers) {
    return run(matrices, numbers, i -> false, workers);
  }

  /**
   * Says what is about to come, so that classes for much work are there in time.
   *
   * @param inputs sizes, null for scalars
   */
  public void expect(List<Size> inputs) {
    double rows = 0;
    double fewest = Double.POSITIVE_INFINITY;
    for (Node node : program.nodes()) {
      if (node instanceof Node.Source source) {
        Size size = inputs.get(source.input());
        rows = size.rows();
        if (size.nnzKnown() && Formats.sparse(size.rows(), size.cols(), size.nnz())) {
          fewest = Math.min(fewest, size.nnz());
        }
      }
    }
    if (own != null) {
      own.expect(rows, fewest);
    } else if (fewest < Double.POSITIVE_INFINITY) {
      // tiles of sparse sources have programs of their own
      if (nonZeros != null) {
        nonZeros.expect(fewest);
      }
    } else if (wide != null) {
      wide.expect(rows);
    } else {
      tiles.expect(rows);
    }
  }

  /**
   * Runs the program.
   *
   * @param inputs those that are matrices, null elsewhere
   * @param numbers those that are scalars
   * @param dies whether nobody needs an input any more, so that the result may take its place;
   *     asked about those only that will be overwritten if the answer is yes
   * @return per sink a {@link Matrix} or a {@link Double}
   */
  public Object[] run(Matrix[] inputs, double[] numbers, IntPredicate dies, Workers workers) {
    if (own != null) {
      return own.run(inputs, numbers, workers);
    }
    Object[] packed = runPacked(inputs, numbers, workers);
    if (packed != null) {
      return packed;
    }
    Plain[] matrices = new Plain[inputs.length];
    for (int i = 0; i < inputs.length; i++) {
      matrices[i] = inputs[i] == null ? null : inputs[i].plain(workers);
    }
    int driver = nonZeros == null ? -1 : nonZeros.driver(matrices, numbers);
    if (driver >= 0) {
      return nonZeros.run(driver, matrices, numbers, workers);
    }
    Dense target = target(matrices, dies);
    return wide != null && wide.fits(matrices)
        ? wide.run(matrices, numbers, target, workers)
        : tiles(matrices, numbers).run(matrices, numbers, target, workers);
  }

  /**
   * Packed matrices stay as they are: for functions of cells it is enough to see distinct tuples,
   * other programs take their rows. Null if that can't be done, or no matrix is packed.
   */
  private Object[] runPacked(Matrix[] inputs, double[] numbers, Workers workers) {
    boolean any = false;
    for (Matrix input : inputs) {
      any |= input instanceof Packed;
    }
    if (!any) {
      return null;
    }
    Object[] results = runTuples(inputs, numbers, workers);
    return results != null ? results : runRows(inputs, numbers, workers);
  }

  /** Null if no sink can do with tuples. Those that can't are left to a program of their own. */
  private Object[] runTuples(Matrix[] inputs, double[] numbers, Workers workers) {
    Set<Integer> sinks = sinksOfTuples(inputs);
    if (sinks.size() == ofTuples.size()) {
      return tuples.run(inputs, numbers, workers);
    }
    Object[] known = sinks.isEmpty() ? null : part(sinks).tuples.run(inputs, numbers, workers);
    if (known == null) {
      return null;
    }
    Set<Integer> others = new TreeSet<>();
    for (int k = 0; k < ofTuples.size(); k++) {
      if (!sinks.contains(k)) {
        others.add(k);
      }
    }
    Object[] rest = part(others).run(inputs, numbers, workers);
    Object[] results = new Object[ofTuples.size()];
    int ofKnown = 0;
    int ofRest = 0;
    for (int k = 0; k < results.length; k++) {
      results[k] = sinks.contains(k) ? known[ofKnown++] : rest[ofRest++];
    }
    return results;
  }

  /** The sinks that one packed input, or several with the same codes, suffice for. */
  private Set<Integer> sinksOfTuples(Matrix[] inputs) {
    Set<Integer> sinks = new TreeSet<>();
    for (int i = 0; i < inputs.length && sinks.isEmpty(); i++) {
      if (inputs[i] instanceof OwnTuples own) {
        for (int k = 0; k < ofTuples.size(); k++) {
          Set<Integer> read = ofTuples.get(k);
          if (read.contains(i) && read.stream().allMatch(j -> own.hasCodesOf(inputs[j]))) {
            sinks.add(k);
          }
        }
      }
    }
    return sinks;
  }

  private FusedKernel part(Set<Integer> sinks) {
    return parts.computeIfAbsent(
        sinks,
        s ->
            new FusedKernel(
                program.withSinks(s.stream().map(program.sinks()::get).toList()), mode));
  }

  /** Null if there is nothing to gain from rows of packed matrices. */
  private Object[] runRows(Matrix[] inputs, double[] numbers, Workers workers) {
    boolean any = false;
    Matrix[] matrices = new Matrix[inputs.length];
    boolean sparse = false;
    for (int i = 0; i < inputs.length; i++) {
      boolean stays = inputs[i] instanceof OwnRows rows && rows.multipliesRows() && isReadByRows(i);
      matrices[i] = stays || inputs[i] == null ? inputs[i] : inputs[i].plain(workers);
      any |= stays;
      sparse |= matrices[i] != null && matrices[i].isSparse();
    }
    boolean byNonZeros = sparse && nonZeros != null;
    return !any || byNonZeros
        ? null
        : tiles(matrices, numbers).run(matrices, numbers, null, workers);
  }

  private boolean isReadByRows(int input) {
    return program.nodes().stream()
        .allMatch(
            node ->
                !(node instanceof Node.RowVector vector && vector.input() == input)
                    && !(node instanceof Node.Number number && number.input() == input)
                    && !(node instanceof Node.Product product && product.matrix() == input));
  }

  /** An input that the result may overwrite, or null. */
  private Dense target(Plain[] matrices, IntPredicate dies) {
    for (int input : overwritable) {
      if (matrices[input] instanceof Dense dense && isAlone(input, matrices) && dies.test(input)) {
        dense.forgetNnz();
        return dense;
      }
    }
    return null;
  }

  private static boolean isAlone(int input, Plain[] matrices) {
    for (int other = 0; other < matrices.length; other++) {
      if (other != input && matrices[other] == matrices[input]) {
        return false;
      }
    }
    return true;
  }

  /** The skeleton for sources of which some may be sparse. */
  private TileSkeleton tiles(Matrix[] matrices, double[] numbers) {
    Set<Integer> sparse = new TreeSet<>();
    for (int i = 0; i < program.nodes().size(); i++) {
      if (program.nodes().get(i) instanceof Node.Source source
          && matrices[source.input()].isSparse()
          && tiles.isDense(i)) {
        sparse.add(i);
      }
    }
    if (sparse.isEmpty()) {
      return tiles;
    }
    Set<Integer> keeping = new TreeSet<>();
    for (int i = 0; i < program.nodes().size(); i++) {
      if (program.nodes().get(i) instanceof Node.Binary call
          && keepsZeros(program, call, matrices, numbers)) {
        keeping.add(i);
      }
    }
    return forSparse.computeIfAbsent(
        List.of(sparse, keeping),
        s -> new TileSkeleton(program.withUnsignedZeros(sparse, keeping), mode));
  }

  /** An operation with a number that gives 0 for 0. */
  static boolean keepsZeros(
      FusedProgram program, Node.Binary call, Matrix[] matrices, double[] numbers) {
    Node x = program.nodes().get(call.x());
    Node y = program.nodes().get(call.y());
    if (y instanceof Node.Number right) {
      return call.function().apply(0, number(right.input(), matrices, numbers)) == 0;
    }
    return x instanceof Node.Number left
        && call.function().apply(number(left.input(), matrices, numbers), 0) == 0;
  }

  private static double number(int input, Matrix[] matrices, double[] numbers) {
    return matrices[input] == null ? numbers[input] : matrices[input].get(0, 0);
  }
}
