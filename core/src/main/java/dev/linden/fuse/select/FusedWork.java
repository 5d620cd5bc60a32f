package dev.linden.fuse.select;

import dev.linden.fuse.program.Blockwise;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Sink;
import dev.linden.op.CellWork;
import dev.linden.op.Info;
import dev.linden.op.Size;
import java.util.List;

/** How much a fused program has to do, from the facts of its cell functions. */
final class FusedWork {
  /** Of reading a cell for a product, and of its multiplication and addition for one result. */
  private static final double READ = 2;

  private static final double IN_PRODUCT = 0.5;

  /** Of a non-zero that is put at the end of a row of the result. */
  private static final double APPENDED = 8;

  private FusedWork() {}

  /** Simple operations for all rows; those with zeros of sparse operands are left out. */
  static double operations(FusedProgram program, List<Info> operands) {
    Info main = main(program, operands);
    if (main == null) {
      return 0;
    }
    double share = CellWork.share(main.size());
    double perRow = 0;
    for (Node node : program.nodes()) {
      perRow += ofRow(program, node, operands);
    }
    for (Sink sink : program.sinks()) {
      perRow += ofRow(program, sink, share < 1);
    }
    return Math.max(0, main.size().rows()) * perRow * share;
  }

  /** The operand whose rows are visited: the driver of an outer product, or the widest. */
  private static Info main(FusedProgram program, List<Info> operands) {
    int width = Blockwise.width(program);
    for (int i = 0; i < program.nodes().size(); i++) {
      if (program.nodes().get(i) instanceof Node.Source source
          && (program.isOuter() ? i == program.driver() : source.width() == width)) {
        return operands.get(source.input());
      }
    }
    return null;
  }

  private static double ofRow(FusedProgram program, Node node, List<Info> operands) {
    if (node instanceof Node.Unary unary) {
      return unary.function().facts().cost() * unary.width();
    } else if (node instanceof Node.Binary binary) {
      return binary.function().costWith(Double.NaN) * binary.width();
    } else if (node instanceof Node.Select select) {
      return select.width();
    } else if (node instanceof Node.RowFold fold) {
      return CellWork.FOLD * width(program, fold.x());
    } else if (node instanceof Node.RowExtreme extreme) {
      return CellWork.FOLD * width(program, extreme.x());
    } else if (node instanceof Node.Product product) {
      return product(width(program, product.x()), product.width());
    } else if (node instanceof Node.OuterCell cell) {
      Size factor = operands.get(cell.u()).size();
      return cell.width() * product(Math.max(1, factor.cols()), 1);
    }
    return 0; // reads what is there
  }

  private static double ofRow(FusedProgram program, Sink sink, boolean sparse) {
    if (sink instanceof Sink.Fold fold) {
      return CellWork.FOLD * width(program, fold.x());
    } else if (sink instanceof Sink.ColumnFold fold) {
      return width(program, fold.x());
    } else if (sink instanceof Sink.TransposedProduct product) {
      return product(width(program, product.x()), width(program, product.y()));
    } else if (sink instanceof Sink.Rows rows && sparse) {
      return APPENDED * width(program, rows.x());
    }
    return 0;
  }

  private static double product(double cells, double results) {
    return cells * (READ + IN_PRODUCT * results);
  }

  private static double width(FusedProgram program, int node) {
    return Math.max(1, program.nodes().get(node).width());
  }
}
