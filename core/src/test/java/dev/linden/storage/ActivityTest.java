package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Workers;
import dev.linden.op.Environment;
import dev.linden.op.MatrixValue;
import dev.linden.op.Scalar;
import dev.linden.storage.store.CountingFileStore;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.LocalFileStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far reads and writes are. */
class ActivityTest {
  @TempDir Path folder;

  /** A store that looks at the activity of somebody whenever bytes have gone to and fro. */
  private FileStore watching(Runnable look) {
    boolean[] looks = {false};
    return new CountingFileStore(
        new LocalFileStore(folder),
        bytes -> {
          if (!looks[0]) { // to look up the size of a file is to read of it
            looks[0] = true;
            look.run();
            looks[0] = false;
          }
        });
  }

  @Test
  void readsAndWritesTellTheirBytes() {
    List<String> seen = new ArrayList<>();
    dev.linden.storage.Files[] files = new dev.linden.storage.Files[1];
    files[0] =
        new dev.linden.storage.Files(
            path -> watching(() -> seen.add(files[0].activity())), 1 << 16);
    double[] cells = new double[30_000];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = i;
    }
    MatrixValue value = new MatrixValue(dev.linden.matrix.Dense.wrap(10_000, 3, cells));
    assertNull(files[0].activity());
    files[0].write(
        value,
        new Environment.WriteRequest("x.csv", Map.of("format", Scalar.of("csv"))),
        Workers.serial());
    assertTrue(seen.get(0).startsWith("x.csv: "), seen.get(0));
    assertTrue(seen.stream().noneMatch(s -> s.contains(" of ")), "nobody knows how long it gets");
    assertNull(files[0].activity());

    seen.clear();
    files[0].read(new Environment.ReadRequest("x.csv", Map.of(), List.of()), Workers.serial());
    String last = seen.get(seen.size() - 1);
    assertTrue(seen.stream().anyMatch(s -> s.matches("x\\.csv: .* KB of .* KB")), last);
    assertNull(files[0].activity());
  }

  @Test
  void aFailedReadIsNoActivity() throws IOException {
    Files.writeString(folder.resolve("bad.csv"), "1,2\n3,x\n");
    dev.linden.storage.Files files =
        new dev.linden.storage.Files(path -> new LocalFileStore(folder), 1 << 16);
    Environment.ReadRequest request =
        new Environment.ReadRequest(
            "bad.csv",
            Map.of("data_type", Scalar.of("matrix"), "format", Scalar.of("csv")),
            List.of());
    org.junit.jupiter.api.Assertions.assertThrows(
        RuntimeException.class, () -> files.read(request, Workers.serial()));
    assertNull(files.activity());
  }

  @Test
  void everyWayInAndOutIsCounted() throws IOException {
    AtomicLong moved = new AtomicLong();
    FileStore store = new CountingFileStore(new LocalFileStore(folder), moved::addAndGet);
    try (OutputStream out = store.create("a.bin")) {
      out.write(1);
      out.write(new byte[99]);
    }
    assertEquals(100, moved.getAndSet(0));
    try (FileStore.Output out = store.createForPositions("b.bin", 50)) {
      out.write(0, ByteBuffer.allocate(50));
    }
    assertEquals(50, moved.getAndSet(0));
    try (FileStore.Input in = store.open("a.bin")) {
      assertEquals(60, in.read(40, new byte[100], 0, 100));
      assertEquals(10, in.read(90, ByteBuffer.allocate(100)));
      assertEquals(-1, in.read(100, new byte[1], 0, 1));
    }
    assertEquals(70, moved.getAndSet(0));
    try (var in = store.stream("a.bin")) {
      assertEquals(1, in.read());
      assertEquals(99, in.readAllBytes().length);
    }
    assertEquals(100, moved.get());
    assertEquals(100, store.size("a.bin"));
    store.rename("a.bin", "c.bin");
    assertEquals(FileStore.Kind.MISSING, store.kind("a.bin"));
    store.delete("c.bin");
    assertEquals(List.of("b.bin"), store.list(""));
  }
}
