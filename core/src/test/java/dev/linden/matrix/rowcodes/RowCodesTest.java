package dev.linden.matrix.rowcodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.api.Input;
import dev.linden.api.Linden;
import dev.linden.base.InputError;
import dev.linden.base.Settings;
import dev.linden.matrix.ArrayPool;
import dev.linden.matrix.Cells;
import dev.linden.matrix.Dense;
import dev.linden.matrix.Matrix;
import dev.linden.matrix.Packing;
import dev.linden.matrix.Plain;
import dev.linden.matrix.Workers;
import dev.linden.matrix.kernel.Forms;
import dev.linden.matrix.kernel.cells.Elementwise;
import dev.linden.matrix.kernel.fold.Aggregate;
import dev.linden.matrix.kernel.product.MatMult;
import dev.linden.matrix.kernel.reorg.Indexing;
import dev.linden.matrix.kernel.reorg.Reorg;
import dev.linden.op.MatrixValue;
import dev.linden.storage.pool.BufferPool;
import dev.linden.storage.pool.Resident;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How a representation that nobody knows takes part: in operators, in memory, on disk. That it
 * changes no answer is shown by the golden files (configuration {@code foreign}), by the kernel
 * tests, for which it is one of the forms, and on Spark by DistributedOperatorsTest.
 */
class RowCodesTest {
  private static final Workers WORKERS = Workers.serial();

  @TempDir Path folder;

  private static Dense repeated(int rows) {
    double[] kinds = {1, 0, Double.NaN, -0.0, 5, Double.NEGATIVE_INFINITY};
    Dense matrix = Dense.zeros(rows, 3);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 3; j++) {
        matrix.set(i, j, kinds[i % 2 * 3 + j]);
      }
    }
    return matrix;
  }

  @Test
  void equalRowsAreKeptOnce() {
    Dense matrix = repeated(1000);
    Matrix packed = Forms.packed(matrix);
    assertInstanceOf(RowCodes.class, packed);
    assertTrue(packed.bytes() < matrix.bytes() / 5, packed.bytes() + " of " + matrix.bytes());
    assertEquals(matrix.nnz(), packed.nnz());
    Forms.assertSame(matrix, packed, "cells");
    Forms.assertSame(matrix, packed.plain(WORKERS), "unpacked");
    Forms.assertSame(
        Indexing.slice(matrix, 7, 20, 0, 3, WORKERS),
        ((RowCodes) packed).unpack(7, 20, WORKERS),
        "a tile");
  }

  @Test
  void variablesHoldIt() {
    Settings settings = Settings.DEFAULTS.with("memory.packing", "row-codes");
    try (Linden linden = Linden.builder().settings(settings).build()) {
      String script = "X = rand(rows=20, cols=3, seed=1)\nY = t(X) %*% X\nZ = X[3:9,]";
      List<Input> inputs = List.of(Input.matrix("A", 4, 3));
      MatrixValue input = new MatrixValue(repeated(4));
      var results =
          linden
              .prepare(script + "\nB = A", inputs, List.of("X", "Y", "Z", "B"))
              .call()
              .bind("A", input)
              .execute();
      assertInstanceOf(RowCodes.class, input.matrix());
      for (String name : List.of("X", "Y", "Z", "B")) {
        Matrix matrix = ((MatrixValue) results.value(name)).matrix();
        assertInstanceOf(RowCodes.class, matrix, name);
      }
    }
  }

  @Test
  void operatorsAskItFirst() {
    Matrix x = Forms.packed(Dense.of(4, 2, 1, 2, 3, 4, 1, 2, 1, 2));
    Matrix twice = Elementwise.scalarRight(Cells.TIMES, x, 2, false, WORKERS);
    assertInstanceOf(RowCodes.class, twice);
    assertInstanceOf(RowCodes.class, Indexing.slice(twice, 1, 3, 0, 1, WORKERS));
    assertInstanceOf(RowCodes.class, Reorg.reverseRows(twice, WORKERS));
    assertEquals(8, Aggregate.all(Aggregate.Kind.MAX, twice, WORKERS));
    assertEquals(14, Aggregate.rows(Aggregate.Kind.SUM, twice, WORKERS).get(1, 0));
    Matrix product = MatMult.multiply(x, Dense.of(2, 1, 1, 1), WORKERS);
    Forms.assertSame(Dense.of(4, 1, 3, 7, 3, 3), product, "product");
  }

  @Test
  void whatItHasNoFormForIsUnpacked() {
    Matrix x = Forms.packed(Dense.of(3, 2, 1, 2, 3, 4, 1, 2));
    assertInstanceOf(Plain.class, Reorg.transpose(x, WORKERS));
    assertEquals(13, Aggregate.all(Aggregate.Kind.SUM, x, WORKERS));
    Forms.assertSame(Dense.of(2, 2, 11, 16, 16, 24), MatMult.tsmm(x, true, WORKERS), "t(X)%*%X");
  }

  @Test
  void overwritingAnOperandLeavesItAlone() {
    Dense cells = Dense.of(2, 2, 1, 2, 3, 4);
    Matrix x = Forms.packed(cells);
    Matrix changed = Indexing.fill(x, 0, 1, 0, 1, 9, true, WORKERS);
    assertEquals(9, changed.get(0, 0));
    Forms.assertSame(cells, x, "packed");
  }

  @Test
  void staysPackedOnDisk() {
    Workers workers = new Workers(1, ArrayPool.none());
    try (BufferPool pool = new BufferPool(1 << 24, folder, true, workers)) {
      pool.packWith(Packing.named("row-codes"));
      Dense cells = repeated(50);
      MatrixValue value = new MatrixValue(cells);
      pool.retain(value);
      assertEquals(8 * 150, value.packedBytes().unpacking());
      pool.admit(new Resident[] {(Resident) value.keeper()}, 0, false).close();
      assertNull(value.resident());
      assertEquals(8 * 150, value.packedBytes().unpacking());
      Matrix back = value.matrix();
      assertInstanceOf(RowCodes.class, back);
      Forms.assertSame(cells, back, "from disk");
      pool.release(value);
    }
  }

  @Test
  void sparseFormsComeBackSparse() throws IOException, ClassNotFoundException {
    Matrix sparse = Forms.packed(Forms.csr(new double[][] {{0, 2, 0}, {0, 0, 0}, {0, 2, 0}}, 3));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(sparse);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Matrix back = (Matrix) in.readObject();
      assertTrue(back.isSparse() && back.plain(WORKERS).isSparse());
      Forms.assertSame(sparse, back, "by Java's serialization");
    }
  }

  @Test
  void unknownWaysOfPackingAreRefused() {
    InputError error = assertThrows(InputError.class, () -> Packing.named("zip"));
    assertEquals(
        "there is no packing \"zip\"; known are [row-codes, all-sparse, all-dense,"
            + " compressed-always, compressed]",
        error.getMessage());
  }
}
