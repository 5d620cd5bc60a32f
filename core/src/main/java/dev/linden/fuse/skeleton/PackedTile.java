package dev.linden.fuse.skeleton;

import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Product;
import dev.linden.fuse.program.Node.Source;
import dev.linden.fuse.program.Sink;
import dev.linden.fuse.program.Sink.TransposedProduct;
import dev.linden.matrix.Dense;
import dev.linden.matrix.kernel.rows.OwnRows;
import java.util.function.Supplier;

/**
 * A tile whose rows come from packed matrices too. Where these are multiplied, from either side,
 * they do it in their own form; cells are unpacked, into the buffers of the tile, if something else
 * reads them.
 */
final class PackedTile extends Tile {
  /** What the tiles of an execution have in common: products by node, sums by sink. */
  static final class Products {
    private final Supplier<OwnRows.Writer>[] writers;
    private final Supplier<OwnRows.Sums>[] sums;

    /** A range of rows should have so many. */
    private int leastRows = 1;

    @SuppressWarnings("unchecked") // there are no arrays of suppliers of something
    Products(FusedProgram program, Shared shared) {
      writers = new Supplier[program.nodes().size()];
      sums = new Supplier[program.sinks().size()];
      for (int i = 0; i < writers.length; i++) {
        if (program.nodes().get(i) instanceof Product product) {
          OwnRows packed = packed(program, shared, product.x());
          writers[i] =
              packed == null ? null : packed.times(shared.factorByRows(product), product.width());
        }
      }
      for (int k = 0; k < sums.length; k++) {
        int source = packedFactor(program, shared, program.sinks().get(k));
        if (source >= 0) {
          TransposedProduct product = (TransposedProduct) program.sinks().get(k);
          int other = product.x() == source ? product.y() : product.x();
          int width = program.nodes().get(other).width();
          OwnRows packed = packed(program, shared, source);
          sums[k] = packed.sums(width);
          leastRows = Math.max(leastRows, packed.leastRowsOfSums());
        }
      }
    }

    int leastRows() {
      return leastRows;
    }
  }

  private static OwnRows packed(FusedProgram program, Shared shared, int node) {
    return program.nodes().get(node) instanceof Source source
            && shared.matrices[source.input()] instanceof OwnRows rows
        ? rows
        : null;
  }

  /** The factor of a product of two nodes that is packed, if it is not both; else -1. */
  private static int packedFactor(FusedProgram program, Shared shared, Sink sink) {
    if (!(sink instanceof TransposedProduct product) || product.x() == product.y()) {
      return -1;
    }
    return packed(program, shared, product.x()) != null
        ? product.x()
        : packed(program, shared, product.y()) != null ? product.y() : -1;
  }

  /** Whether nothing but such products reads a node. */
  static boolean isOnlyMultiplied(FusedProgram program, int node) {
    for (Node reader : program.nodes()) {
      if (reader.arguments().contains(node) && !(reader instanceof Product)) {
        return false;
      }
    }
    for (Sink sink : program.sinks()) {
      boolean product =
          sink instanceof TransposedProduct p
              && p.x() != p.y()
              && !(program.nodes().get(p.x()) instanceof Source
                  && program.nodes().get(p.y()) instanceof Source);
      if (sink.arguments().contains(node) && !product) {
        return false;
      }
    }
    return true;
  }

  private final Products products;
  private final OwnRows.Writer[] writers;

  PackedTile(TileSkeleton skeleton, FusedProgram program, Shared shared) {
    super(skeleton, program, shared, 0);
    this.products = shared.products;
    writers = new OwnRows.Writer[products.writers.length];
    for (int i = 0; i < writers.length; i++) {
      writers[i] = products.writers[i] == null ? null : products.writers[i].get();
    }
  }

  @Override
  void bind(int node, Source source, int row, int count) {
    OwnRows packed = packed(program, shared, node);
    if (packed == null) {
      super.bind(node, source, row, count);
    } else if (!skeleton.isOnlyMultiplied(node)) {
      double[] cells = buffer(node);
      packed.cells(row, row + count, cells, 0);
      arrays[node] = cells;
      at[node] = 0;
    }
  }

  @Override
  void primitive(int i, int row, int count) {
    if (writers[i] == null) {
      super.primitive(i, row, count);
    } else {
      target(i, row, count);
      writers[i].write(row, row + count, arrays[i], at[i]);
    }
  }

  @Override
  SinkState state(Sink sink) {
    int k = program.sinks().indexOf(sink);
    return products.sums[k] == null
        ? super.state(sink)
        : new SummedRows(
            products.sums[k].get(),
            packed(program, shared, ((TransposedProduct) sink).x()) != null,
            widthOfOther((TransposedProduct) sink));
  }

  private int widthOfOther(TransposedProduct product) {
    int other = packed(program, shared, product.x()) != null ? product.y() : product.x();
    return nodes.get(other).width();
  }

  @Override
  void feed(Sink sink, int k, SinkState state, int row, int count) {
    if (state instanceof SummedRows summed) {
      TransposedProduct product = (TransposedProduct) sink;
      int other = summed.packedLeft ? product.y() : product.x();
      summed.sums.collect(arrays[other], at[other], row, row + count);
    } else {
      super.feed(sink, k, state, row, count);
    }
  }

  /** Of t(X) %*% W, or of its transpose. */
  private static final class SummedRows extends SinkState {
    private final OwnRows.Sums sums;
    private final boolean packedLeft;
    private final int n;

    SummedRows(OwnRows.Sums sums, boolean packedLeft, int n) {
      this.sums = sums;
      this.packedLeft = packedLeft;
      this.n = n;
    }

    @Override
    void add(SinkState later) {
      sums.add(((SummedRows) later).sums);
    }

    /** Null: they are not finite. */
    @Override
    Object result(int rows) {
      double[] cells = sums.result();
      if (cells == null || packedLeft) {
        return cells == null ? null : Dense.wrap(cells.length / n, n, cells);
      }
      int cols = cells.length / n;
      return Dense.wrap(n, cols, turned(cells, cols, n));
    }
  }
}
