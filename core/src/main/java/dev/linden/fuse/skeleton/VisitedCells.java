package dev.linden.fuse.skeleton;

import dev.linden.fuse.code.Bodies;
import dev.linden.fuse.code.CellBody;
import dev.linden.fuse.code.CellProgram;
import dev.linden.fuse.program.FusedProgram;
import dev.linden.fuse.program.Node;
import dev.linden.fuse.program.Node.Cell;
import dev.linden.fuse.program.Node.Number;
import dev.linden.fuse.program.Node.RowVector;
import dev.linden.fuse.program.Node.Source;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Sparse;
import dev.linden.matrix.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cell-wise part of a program as one body over cells picked from the matrix, and the collection
 * of its operands at these cells.
 */
final class VisitedCells {
  /** Visited columns are looked up in arrays of this length at most: 32 KB. */
  private static final int WIDEST_LOOKUP = 1 << 13;

  /** Behind the cells of an operand: where those go that are not visited. */
  private static final int NOWHERE = CellBody.MOST_CELLS;

  private final FusedProgram program;
  private final int[] arrays;
  private final int[] scalars;
  private final int[] outputs;
  private final CellProgram cells;
  private final CellBody body;

  /**
   * @param outputs nodes whose cells are wanted
   */
  VisitedCells(FusedProgram program, List<Integer> outputs, Bodies.Mode mode) {
    this.program = program;
    List<Node> nodes = program.nodes();
    List<Integer> arrayNodes = new ArrayList<>();
    List<Integer> scalarNodes = new ArrayList<>();
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      if (node instanceof Cell) {
        members.add(i);
      } else if (node instanceof Number) {
        scalarNodes.add(i);
      } else if (node.arguments().isEmpty()) {
        arrayNodes.add(i);
      }
    }
    Map<Integer, Integer> number = new HashMap<>();
    arrayNodes.forEach(a -> number.put(a, number.size()));
    scalarNodes.forEach(a -> number.put(a, number.size()));
    members.forEach(m -> number.put(m, number.size()));
    List<CellProgram.Step> steps = new ArrayList<>();
    members.forEach(m -> steps.add(Schedule.step(nodes.get(m), number)));
    cells =
        new CellProgram(
            arrayNodes.size(),
            scalarNodes.size(),
            steps,
            outputs.stream().map(number::get).toList());
    body = Bodies.of(cells, mode);
    arrays = Schedule.ints(arrayNodes);
    scalars = Schedule.ints(scalarNodes);
    this.outputs = Schedule.ints(outputs);
  }

  /** Says that this many cells are about to be visited. */
  void expect(double count) {
    body.expect(count);
  }

  /** All outputs are zero in cells where the source is zero and not stored. */
  boolean isDrivenBy(int source, Plain[] matrices, double[] given) {
    boolean[] zero = cells.zerosWhere(position(source), numbers(matrices, given));
    return cells.outputs().stream().allMatch(o -> zero[o]);
  }

  private double[] numbers(Plain[] matrices, double[] given) {
    double[] numbers = new double[scalars.length];
    for (int k = 0; k < scalars.length; k++) {
      int input = ((Number) program.nodes().get(scalars[k])).input();
      numbers[k] = matrices[input] == null ? given[input] : matrices[input].get(0, 0);
    }
    return numbers;
  }

  private int position(int node) {
    for (int k = 0; k < arrays.length; k++) {
      if (arrays[k] == node) {
        return k;
      }
    }
    throw new IllegalArgumentException("node " + node + " is no array");
  }

  int outputCount() {
    return outputs.length;
  }

  /** Whether cells need nothing but what is supplied for this node. */
  boolean needOnly(int node) {
    return arrays.length == 1 && arrays[0] == node;
  }

  /** Buffers for one thread. */
  final class Buffers {
    private final double[][] rowVectors;
    private final double[] numbers;
    private final double[][] in = new double[arrays.length][];
    private final int[] at = new int[arrays.length];
    private final double[][] own = new double[arrays.length][];
    private final Plain[] sources = new Plain[arrays.length];
    private final boolean[] isColumn = new boolean[arrays.length];

    /** For each column the place of its visited cell, while a row is read. */
    private int[] places;

    private final double[][] temporaries = new double[body.temporaries()][CellBody.MOST_CELLS];

    Buffers(Plain[] matrices, double[] given, Workers workers) {
      this.numbers = numbers(matrices, given);
      this.rowVectors = new double[arrays.length][];
      for (int k = 0; k < arrays.length; k++) {
        if (program.nodes().get(arrays[k]) instanceof RowVector vector) {
          rowVectors[k] = Formats.toDense(matrices[vector.input()], workers).toArray();
        } else if (program.nodes().get(arrays[k]) instanceof Source source) {
          sources[k] = matrices[source.input()];
          isColumn[k] = source.width() == 1;
        }
      }
    }

    /** The values of a node come from here. */
    void supply(int node, double[] values, int offset) {
      int k = position(node);
      in[k] = values;
      at[k] = offset;
    }

    private double[] own(int k) {
      if (own[k] == null) {
        own[k] = new double[CellBody.MOST_CELLS + 1];
      }
      in[k] = own[k];
      at[k] = 0;
      return own[k];
    }

    /**
     * Collects all operands but the supplied ones for n cells of a row: columns {@code columns[p]}
     * and following, or if there are none, p and following. They stand from {@code to} on.
     */
    void collect(int supplied, int alsoSupplied, int row, int[] columns, int p, int n, int to) {
      boolean placed = false;
      for (int k = 0; k < arrays.length; k++) {
        if (arrays[k] == supplied || arrays[k] == alsoSupplied) {
          continue;
        }
        double[] cells = own(k);
        if (rowVectors[k] != null) {
          gather(rowVectors[k], 0, columns, p, n, cells, to);
        } else if (isColumn[k]) {
          Arrays.fill(cells, to, to + n, sources[k].get(row, 0));
        } else if (sources[k] instanceof Dense dense) {
          gather(dense.panelOf(row), dense.offset(row), columns, p, n, cells, to);
        } else {
          Sparse sparse = (Sparse) sources[k];
          if (columns != null && sparse.cols() <= WIDEST_LOOKUP) {
            if (!placed) {
              place(sparse.cols(), columns, p, n, to);
              placed = true;
            }
            scatter(sparse, row, cells, to, n);
          } else {
            gather(sparse, row, columns, p, n, cells, to);
          }
        }
      }
      if (placed) {
        for (int i = p; i < p + n; i++) {
          places[columns[i]] = NOWHERE;
        }
      }
    }

    private static void gather(
        double[] from, int offset, int[] columns, int p, int n, double[] cells, int to) {
      if (columns == null) {
        System.arraycopy(from, offset + p, cells, to, n);
        return;
      }
      for (int i = 0; i < n; i++) {
        cells[to + i] = from[offset + columns[p + i]];
      }
    }

    private void place(int cols, int[] columns, int p, int n, int to) {
      if (places == null) {
        places = new int[cols];
        Arrays.fill(places, NOWHERE);
      }
      for (int i = 0; i < n; i++) {
        places[columns[p + i]] = to + i;
      }
    }

    /**
     * Looking columns up needs no branch, while merging two lists of columns is all mispredicted
     * ones. All operands share the places.
     */
    private void scatter(Sparse from, int row, double[] cells, int to, int n) {
      for (int i = to; i < to + n; i++) {
        cells[i] = 0;
      }
      int[] stored = from.columns(row);
      double[] values = from.values(row);
      for (int q = from.start(row), end = from.end(row); q < end; q++) {
        cells[places[stored[q]]] = values[q];
      }
    }

    private static void gather(
        Sparse from, int row, int[] columns, int p, int n, double[] cells, int to) {
      int[] stored = from.columns(row);
      double[] values = from.values(row);
      int end = from.end(row);
      int first = columns == null ? p : columns[p];
      int q = Arrays.binarySearch(stored, from.start(row), end, first);
      q = q >= 0 ? q : -q - 1;
      for (int i = 0; i < n; i++) {
        int column = columns == null ? p + i : columns[p + i];
        while (q < end && stored[q] < column) {
          q++;
        }
        cells[to + i] = q < end && stored[q] == column ? values[q] : 0;
      }
    }

    void run(double[][] out, int[] outAt, int n) {
      body.run(in, at, numbers, out, outAt, temporaries, n);
    }
  }
}
