package dev.linden.storage.format.libsvm;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.rows.NonZeros;
import dev.linden.storage.format.FileTarget;
import dev.linden.storage.text.OrderedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes libsvm files in parallel: the last column is the label and comes first. */
final class LibsvmWriter {
  private LibsvmWriter() {}

  static void write(Matrix matrix, FileTarget file, Workers workers) throws IOException {
    byte[] between = file.parameters().separator().getBytes(StandardCharsets.UTF_8);
    byte[] afterIndex = file.parameters().indexSeparator().getBytes(StandardCharsets.UTF_8);
    int label = matrix.cols() - 1;
    try (OutputStream out = file.create()) {
      OrderedWriter.writeRows(
          out,
          matrix.rows(),
          NonZeros.perRow(matrix),
          workers,
          (text, rowStart, rowEnd) -> {
            NonZeros row = new NonZeros(matrix);
            for (int i = rowStart; i < rowEnd; i++) {
              row.moveTo(i);
              int end = row.end();
              boolean labelled = end > row.start() && row.column(end - 1) == label;
              text.add(labelled ? row.value(end - 1) : 0.0);
              for (int p = row.start(); p < (labelled ? end - 1 : end); p++) {
                if (row.value(p) != 0) {
                  text.add(between).add(row.column(p) + 1).add(afterIndex).add(row.value(p));
                }
              }
              text.add('\n');
            }
          });
    }
  }
}
