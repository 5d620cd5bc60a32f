package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Dense;
import dev.linden.storage.store.FileStore;
import dev.linden.storage.store.LocalFileStore;
import dev.linden.storage.store.Unfinished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Paths that lead to something else than a file of that name. */
@DisabledOnOs(OS.WINDOWS)
class LinksAndPipesTest extends FileTest {
  private static final Dense ROW = Dense.of(1, 2, 1, 2);

  private Path link(String name, String target) throws IOException {
    return Files.createSymbolicLink(directory.resolve(name), Path.of(target));
  }

  @Test
  void linksStayAndTheirTargetsAreReplaced() throws IOException {
    file("data/t.csv", "9\n");
    file("data/t.csv.mtd", "{\"rows\": 1, \"cols\": 1, \"format\": \"csv\"}");
    Path link = link("l.csv", "data/t.csv");
    link("second.csv", "l.csv");
    write(ROW, path("second.csv"));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("1.0,2.0\n", content("data/t.csv"));
    assertSame(ROW, read(path("second.csv")));
    assertSame(ROW, read(path("data/t.csv")));
    assertEquals(List.of("data", "l.csv", "second.csv", "second.csv.mtd"), names());
  }

  @Test
  void linkToNothingMakesItsTarget() throws IOException {
    Path link = link("l.csv", "t.csv");
    write(ROW, path("l.csv"));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("1.0,2.0\n", content("t.csv"));
  }

  @Test
  void linkToDirectoryOfParts() throws IOException {
    file("parts/part-0", "1,2\n");
    Path link = link("l", "parts");
    write(ROW, path("l"), "format", "csv");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("1.0,2.0\n", content("parts"));
  }

  @Test
  void circleOfLinks() throws IOException {
    link("a", "b");
    link("b", "a");
    assertError(
        "can't write DIR/a: its symbolic links lead in a circle", () -> write(ROW, path("a")));
  }

  @Test
  void standardOutputIsNoFileToReplace() throws IOException {
    LocalFileStore store = new LocalFileStore();
    for (String path : List.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/stdin")) {
      if (Files.exists(Path.of(path))) {
        assertEquals(FileStore.Kind.DEVICE, store.kind(path), path);
      }
    }
  }

  @Test
  void pipesAreReadAndWritten() throws Exception {
    String pipe = path("pipe");
    int made = new ProcessBuilder("mkfifo", pipe).start().waitFor();
    assertEquals(0, made);
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(() -> write(ROW, pipe, "format", "csv"));
    assertSame(ROW, read(pipe));
    writer.get();
    assertFalse(Files.isRegularFile(Path.of(pipe)));
    assertEquals(List.of("pipe"), names());
  }

  @Test
  void pipesAreDescribedWithoutBeingRead() throws Exception {
    String pipe = path("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe).start().waitFor());
    assertEquals(-1, describe(pipe).size().rows());
    assertEquals(3, describe(pipe, "cols", 3).size().cols());
  }

  @Test
  void endingDecidesTheFormatUnlessItIsGiven() {
    write(ROW, path("a.csv"));
    write(ROW, path("a.tsv"));
    write(ROW, path("a.mtx"));
    write(ROW, path("a.libsvm"));
    write(ROW, path("a.CSV"), "format", "text");
    write(ROW, path("a"));
    assertEquals("1.0,2.0\n", content("a.csv"));
    assertEquals("1.0\t2.0\n", content("a.tsv"));
    assertEquals("2.0,1:1.0\n", content("a.libsvm"));
    assertEquals("1 1 1.0\n1 2 2.0\n", content("a.CSV"));
    assertEquals("1 1 1.0\n1 2 2.0\n", content("a"));
    write(ROW, path("a.bin"));
    for (String name : List.of("a.csv", "a.tsv", "a.mtx", "a.libsvm", "a.bin", "a.CSV", "a")) {
      assertSame(ROW, read(path(name)));
    }
    file("b.libsvm", "1 1:0.5 3:2\n-1 2:1\n");
    assertSame(Dense.of(2, 4, .5, 0, 2, 1, 0, 1, 0, -1), read(path("b.libsvm")));
  }

  @Test
  void leftoversOfKilledProcessesAreRemoved() throws Exception {
    String own = Unfinished.beside(path("x.csv"));
    String name = Path.of(own).getFileName().toString();
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    String mine = "-" + ProcessHandle.current().pid() + "-";
    String other =
        name.replace(mine, "-" + gone.pid() + "-")
            .replaceFirst("-[0-9a-f]+-([0-9a-f]+)$", "-abc-$1");
    String sameNumber = name.replaceFirst("-[0-9a-f]+-([0-9a-f]+)$", "-abc-$1");
    String elsewhere = other.replaceFirst("linden-[0-9a-f]+-", "linden-0-");
    file(other + ".tmp", "half");
    file(other + ".mtd.tmp", "half");
    file(sameNumber + ".tmp", "half");
    file(elsewhere + ".tmp", "of another machine");
    file(name + ".tmp", "being written");
    file(other + ".old", "was replaced when the process died, so that nothing has the name");
    write(ROW, path("y.csv"));
    assertEquals(
        List.of(other + ".old", elsewhere + ".tmp", name + ".tmp", "y.csv", "y.csv.mtd").stream()
            .sorted()
            .toList(),
        names());
  }
}
