package dev.linden.parfor.decide;

import dev.linden.base.InputError;
import dev.linden.hop.Hop;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Formats;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.Catalogue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Op;
import dev.linden.op.Size;
import dev.linden.op.Value;
import dev.linden.op.ValuesCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Times of operators on one machine (Boehm et al.: Hybrid Parallelization Strategies for
 * Large-Scale Machine Learning in SystemML, 4.2.2): for each operator a polynomial of the number of
 * cells, measured with dense square matrices, and one of the sparsity. An estimate is the first,
 * scaled by the ratio of the second (equation 4), and for products by the ratio of floating-point
 * operations to those of square operands. Other operators are estimated as without a profile.
 */
public final class CostProfile extends TimeModel {
  private static final String HEADER = "linden profile 1";
  private static final int[] SIDES = {50, 100, 200, 400, 700};
  private static final double[] SPARSITIES = {0.005, 0.02, 0.05, 0.1, 0.2};
  private static final int SPARSE_SIDE = 700;
  private static final double MOST_SPARSE = 0.4;
  private static final int REPEATS = 5;
  private static final List<String> OPERATORS =
      List.of("%*%", "+", "*", "exp", "sum", "rowSums", "colSums", "t", "round");

  /** Coefficients of 1, x, x^2. */
  private record Cost(double[] ofCells, double[] ofSparsity) {}

  private final Map<String, Cost> costs = new TreeMap<>();

  private CostProfile() {}

  @Override
  double seconds(Hop.Compute call, double bytes) {
    Cost cost = costs.get(call.op().name());
    Hop first = call.inputs().isEmpty() ? null : call.inputs().get(0);
    if (cost == null
        || first == null
        || first.info() == null
        || !first.info().isMatrix()
        || !first.info().size().known()) {
      return super.seconds(call, bytes);
    }
    Size size = first.info().size();
    double cells = (double) size.rows() * size.cols();
    double time = Math.max(0, value(cost.ofCells(), cells));
    double sparsity = size.nnzKnown() && cells > 0 ? size.nnz() / cells : 1;
    if (sparsity < MOST_SPARSE) {
      double sparse = value(cost.ofSparsity(), sparsity);
      double dense = value(cost.ofCells(), (double) SPARSE_SIDE * SPARSE_SIDE);
      time *= Math.max(0, sparse) / Math.max(1e-12, dense);
    }
    double flops = flops(call);
    return flops > 0 ? time * flops / (2 * Math.pow(cells, 1.5)) : time;
  }

  private static double value(double[] polynomial, double x) {
    return polynomial[0] + x * (polynomial[1] + x * polynomial[2]);
  }

  // ---- measuring

  /** Takes some seconds. */
  public static CostProfile measure() {
    CostProfile profile = new CostProfile();
    for (String name : OPERATORS) {
      Op op = Catalogue.find(name);
      List<double[]> byCells = new ArrayList<>();
      for (int side : SIDES) {
        byCells.add(new double[] {(double) side * side, time(op, random(side, 1))});
      }
      List<double[]> bySparsity = new ArrayList<>();
      for (double sparsity : SPARSITIES) {
        bySparsity.add(new double[] {sparsity, time(op, random(SPARSE_SIDE, sparsity))});
      }
      profile.costs.put(name, new Cost(fitted(byCells), fitted(bySparsity)));
    }
    return profile;
  }

  private static Matrix random(int side, double sparsity) {
    Random random = new Random(side);
    double[] cells = new double[side * side];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = random.nextDouble() < sparsity ? random.nextDouble() : 0;
    }
    return Formats.adapt(Dense.wrap(side, side, cells));
  }

  /** The best of several: others may use the machine too. */
  private static double time(Op op, Matrix matrix) {
    List<Value> arguments = new ArrayList<>();
    while (arguments.size()
        < (op.parameters().size() > 1 && !op.parameters().get(1).optional() ? 2 : 1)) {
      arguments.add(new MatrixValue(matrix));
    }
    while (arguments.size() < op.parameters().size()) {
      arguments.add(op.parameters().get(arguments.size()).defaultValue());
    }
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < REPEATS; i++) {
      ValuesCall call = new ValuesCall(op, arguments, List.of(), Workers.serial(), null);
      long start = System.nanoTime();
      call.run();
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    return best;
  }

  /** Least squares by the normal equations, in units in which x is about 1. */
  private static double[] fitted(List<double[]> points) {
    double unit = points.get(points.size() - 1)[0];
    double[][] a = new double[3][4];
    for (double[] point : points) {
      double x = point[0] / unit;
      double[] powers = {1, x, x * x};
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          a[i][j] += powers[i] * powers[j];
        }
        a[i][3] += powers[i] * point[1];
      }
    }
    for (int i = 0; i < 3; i++) {
      for (int row = i + 1; row < 3; row++) {
        double factor = a[row][i] / a[i][i];
        for (int j = i; j < 4; j++) {
          a[row][j] -= factor * a[i][j];
        }
      }
    }
    double[] c = new double[3];
    for (int i = 2; i >= 0; i--) {
      c[i] = a[i][3];
      for (int j = i + 1; j < 3; j++) {
        c[i] -= a[i][j] * c[j];
      }
      c[i] /= a[i][i];
    }
    return new double[] {c[0], c[1] / unit, c[2] / (unit * unit)};
  }

  // ---- the file

  /** One line per operator: coefficients by cells, then by sparsity. */
  public String text() {
    StringBuilder out = new StringBuilder(HEADER).append('\n');
    costs.forEach(
        (name, cost) -> {
          out.append(name);
          for (double[] polynomial : List.of(cost.ofCells(), cost.ofSparsity())) {
            for (double c : polynomial) {
              out.append(String.format(Locale.ROOT, " %.6g", c));
            }
          }
          out.append('\n');
        });
    return out.toString();
  }

  /**
   * @throws InputError when the file can't be read or is no profile
   */
  public static CostProfile read(Path file) {
    try {
      return parse(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new InputError("the profile " + file + " can't be read: " + e.getMessage(), e);
    }
  }

  static CostProfile parse(String text, String name) {
    CostProfile profile = new CostProfile();
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw notAProfile(name);
    }
    for (String line : lines.subList(1, lines.size())) {
      String[] words = line.split(" ");
      if (words.length != 7) {
        throw notAProfile(name);
      }
      double[] numbers = new double[6];
      for (int i = 0; i < 6; i++) {
        try {
          numbers[i] = Double.parseDouble(words[i + 1]);
        } catch (NumberFormatException e) {
          throw notAProfile(name);
        }
      }
      profile.costs.put(
          words[0],
          new Cost(
              new double[] {numbers[0], numbers[1], numbers[2]},
              new double[] {numbers[3], numbers[4], numbers[5]}));
    }
    return profile;
  }

  private static InputError notAProfile(String name) {
    return new InputError(name + " is not a profile; linden profile makes a new one");
  }
}
