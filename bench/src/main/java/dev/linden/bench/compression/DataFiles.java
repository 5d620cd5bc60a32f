package dev.linden.bench.compression;

import dev.linden.matrix.Matrix;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes generated data sets as csv files, which every system reads, with their metadata.
 * Arguments: a folder, the share of the rows, names of data sets. A file that is there is not
 * written again.
 */
public final class DataFiles {
  private DataFiles() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    double share = Double.parseDouble(args[1]);
    Files.createDirectories(folder);
    for (String name : List.of(args).subList(2, args.length)) {
      Path file = folder.resolve(name + ".csv");
      if (!Files.exists(file)) {
        write(DataSets.named(name).apply(share), file);
      }
    }
  }

  private static void write(Matrix matrix, Path file) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".part");
    double[] cells = new double[matrix.cols()];
    try (BufferedWriter out = Files.newBufferedWriter(unfinished)) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < matrix.rows(); i++) {
        line.setLength(0);
        for (int j = 0; j < cells.length; j++) {
          double cell = matrix.get(i, j);
          line.append(j > 0 ? "," : "");
          if (cell == (int) cell) {
            line.append((int) cell);
          } else {
            line.append(cell);
          }
        }
        out.append(line).append('\n');
      }
    }
    Files.writeString(
        file.resolveSibling(file.getFileName() + ".mtd"),
        String.format(
            "{\"data_type\": \"matrix\", \"format\": \"csv\", \"header\": false, \"rows\": %d,"
                + " \"cols\": %d}%n",
            matrix.rows(), matrix.cols()));
    Files.move(unfinished, file);
  }
}
