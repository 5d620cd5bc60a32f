package dev.linden.op;

import static dev.linden.op.Parameter.matrix;
import static dev.linden.op.Parameter.scalar;

import dev.linden.matrix.CellFacts;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.compress.Compression;
import dev.linden.matrix.compress.plan.Decision;
import dev.linden.matrix.compress.plan.Workload;
import java.util.List;

/** The compressed form of matrices; no cell changes. */
public final class CompressionOps {
  public static final Op COMPRESS =
      Op.define(
              "compress",
              "The same matrix with columns in groups of coded values, if that takes less memory.")
          .parameters(matrix("X"))
          .rule(call -> List.of(call.in(0)))
          .kernel(
              call -> {
                Matrix packed = Compression.compress(call.matrix(0), call.workers());
                keep(call, packed);
              })
          .scratch((call, threads) -> encoding(call))
          .properties(Property.FAILS_BY_SIZE_ONLY)
          .naming(Naming.rowsOf(0), Naming.colsOf(0))
          .distribution(Distribution.LOCAL)
          .build();

  public static final Op DECOMPRESS =
      Op.define("decompress", "The same matrix with its cells as they are.")
          .parameters(matrix("X"))
          .rule(call -> List.of(call.in(0)))
          .kernel(call -> keep(call, call.matrix(0).plain(call.workers())))
          .properties(Property.FAILS_BY_SIZE_ONLY)
          .naming(Naming.rowsOf(0), Naming.colsOf(0))
          .distribution(Distribution.LOCAL)
          .build();

  /** Where a plan has it, the workload says what is done with the matrix, in each iteration. */
  public static final Op COMPRESS_FOR =
      Op.define("compress for", "Compresses a matrix if that pays for what is done with it.")
          .parameters(matrix("X"), scalar("workload"), scalar("iterations"), scalar("always"))
          .rule(call -> List.of(call.in(0)))
          .kernel(call -> compress(call, look(call)))
          .scratch((call, threads) -> encoding(call))
          .naming(Naming.rowsOf(0), Naming.colsOf(0))
          .distribution(Distribution.SCATTERED)
          .build();

  static final List<Op> ALL = List.of(COMPRESS, DECOMPRESS);

  static final List<Op> PHYSICAL = List.of(COMPRESS_FOR);

  private CompressionOps() {}

  /** Whether an operator decides by itself, when it runs, what it does and where. */
  public static boolean decidesWhenRun(Op op) {
    return op == COMPRESS_FOR;
  }

  /**
   * Whether results often have few distinct values: what is read, coded, rounded or compared. Of
   * others a look at the cells would mostly be in vain.
   */
  public static boolean mayGiveFewValues(Op op, List<Info> operands) {
    boolean pair = operands.size() > 1 && operands.get(1) != null;
    boolean rounds = op.unary() != null && op.unary().facts().has(CellFacts.Trait.OFTEN_ZERO);
    boolean compares = op.binary() != null && op.binary().facts().has(CellFacts.Trait.TRUTH);
    return op.has(Property.READS_FILE) || TransformOps.encodes(op) || (pair ? compares : rounds);
  }

  private static Compression.Look look(Invocation call) {
    return Compression.look(call.matrix(0), workload(call), isAlways(call), call.workers());
  }

  /** What is done with the matrix in all iterations. */
  public static Workload workload(Invocation call) {
    return Workload.parse(call.text(1)).times(Math.max(0, call.number(2)));
  }

  /** Whether it is compressed even if that does not pay. */
  public static boolean isAlways(Invocation call) {
    return call.flag(3);
  }

  /** The second half of {@link #COMPRESS_FOR}; it also tells what came of it. */
  public static Decision compress(Invocation call, Compression.Look look) {
    Compression.Outcome outcome = Compression.compress(call.matrix(0), look, call.workers());
    keep(call, outcome.matrix());
    return outcome.decision();
  }

  private static void keep(Invocation call, Matrix form) {
    if (form == call.matrix(0)) {
      call.result(call.value(0));
    } else {
      call.result(form);
    }
  }

  /**
   * Codes of all columns before they are packed, tables of the values that were met, and for each
   * column a sample with what is planned for it.
   */
  private static double encoding(CallSite call) {
    Size size = call.in(0).size();
    if (!size.known()) {
      return Footprint.UNKNOWN;
    }
    double sample = Math.max(Math.min(size.rows(), 4096), Math.pow(size.rows(), 0.65));
    double columns = Footprint.times(4096 + 24 * sample, size.cols());
    return Footprint.of(call.in(0)) + columns + (64 << 20);
  }
}
