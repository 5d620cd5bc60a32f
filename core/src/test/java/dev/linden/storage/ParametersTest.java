package dev.linden.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.matrix.Workers;
import dev.linden.op.Environment.ReadRequest;
import dev.linden.op.Scalar;
import dev.linden.storage.format.Metadata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where readers get their parameters from, and which file they find. */
class ParametersTest extends FileTest {
  private static Metadata metadata(String json) {
    try {
      return Metadata.parse(json.getBytes(StandardCharsets.UTF_8), "x.mtd");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void metadataInAnyLayout() {
    Metadata metadata =
        metadata(
            "{\"rows\":3 ,\n"
                + "\"sep\":\"\\t\", \"header\" :"
                + " true,\"default\":-1.5,\"odd\":{\"a\":[1]},\"none\":null,"
                + "\"naStrings\":[\"NA\",\"?\"]}");
    assertEquals(
        options("rows", 3, "sep", "\t", "header", true, "default", -1.5), metadata.fields());
    assertEquals(List.of("NA", "?"), metadata.naStrings());
  }

  @Test
  void brokenMetadata() {
    assertError("x.mtd: expected a JSON object", () -> metadata("[1]"));
    assertError("x.mtd: expected a JSON object", () -> metadata(""));
    assertError("x.mtd: there is more text after the JSON object", () -> metadata("{} {}"));
    dev.linden.base.InputError error =
        org.junit.jupiter.api.Assertions.assertThrows(
            dev.linden.base.InputError.class, () -> metadata("{\n  \"rows\": x\n}"));
    assertTrue(error.getMessage().startsWith("x.mtd:2:"), error.getMessage());
  }

  @Test
  void metadataIsWrittenAsDocumented() {
    String json =
        new Metadata.Builder()
            .put("data_type", "scalar")
            .put("value_type", "int")
            .put("format", "text")
            .put("author", "user")
            .created(ZonedDateTime.of(2026, 1, 1, 0, 0, 1, 0, ZoneId.of("UTC")))
            .build()
            .toJson();
    String expected =
        """
        {
            "data_type": "scalar",
            "value_type": "int",
            "format": "text",
            "author": "user",
            "created": "2026-01-01 00:00:01 UTC"
        }
        """;
    assertEquals(expected, json);
  }

  @Test
  void metadataCompletesTheCall() {
    file(
        "x.mtd",
        "{\"format\":\"csv\",\"header\":true,\"sep\":\";\",\"default\":5,\"naStrings\":\"-\",\"rows\":2}");
    assertMatrix(read(file("x", "a;b\n1;-\n;2\n"), "cols", 2), 2, 2, 1, Double.NaN, 5, 2);
  }

  @Test
  void contradictionsNameBothValues() {
    file("x.mtd", "{\"format\":\"csv\",\"cols\":3,\"header\":false,\"naStrings\":[\"NA\"]}");
    String file = file("x", "1,2,3\n");
    assertError("cols is 4 in the call, but 3 in DIR/x.mtd", () -> describe(file, "cols", 4));
    assertError(
        "format is \"text\" in the call, but \"csv\" in DIR/x.mtd",
        () -> read(file, "format", "text"));
    assertError(
        "header is TRUE in the call, but FALSE in DIR/x.mtd", () -> read(file, "header", true));
    assertError(
        "naStrings is [?] in the call, but [NA] in DIR/x.mtd",
        () -> files.read(new ReadRequest(file, options(), List.of("?")), Workers.serial()));
    assertMatrix(read(file, "format", "CSV", "cols", 3.0, "header", "false"), 1, 3, 1, 2, 3);
  }

  @Test
  void parametersMustMakeSense() {
    String file = file("x", "1,2\n");
    assertError("read has no parameter \"colour\"", () -> read(file, "colour", "red"));
    assertError("rows must be a whole number, but is 1.5", () -> read(file, "rows", 1.5));
    assertError(
        "header must be TRUE or FALSE, but is \"maybe\"",
        () -> read(file, "format", "csv", "header", "maybe"));
    assertError("sep must not be empty", () -> read(file, "format", "csv", "sep", ""));
    assertError("format \"hdf5\" is not supported yet", () -> read(file, "format", "hdf5"));
    assertError(
        "unknown data_type \"tensor\": expected matrix, frame, scalar or list",
        () -> read(file, "data_type", "tensor"));
    assertError(
        "DIR/x: 9999999999 rows are more than the 2147483631 that a matrix can have",
        () -> read(file, "format", "text", "rows", 9999999999d, "cols", 1));
  }

  @Test
  void missingFiles() {
    file("iris.csv", "1\n");
    file("iris.csv.mtd", "{}");
    assertError(
        "file not found: DIR/irs.csv; did you mean DIR/iris.csv?", () -> read(path("irs.csv")));
    assertError(
        "file not found: DIR/IRIS.CSV; did you mean DIR/iris.csv?",
        () -> describe(path("IRIS.CSV")));
    assertError(
        "file not found: DIR/iris.data; did you mean DIR/iris.csv?", () -> read(path("iris.data")));
    assertError("file not found: DIR/wine.txt", () -> read(path("wine.txt")));
    assertError(
        "file not found: DIR/nowhere/a.csv; the directory DIR/nowhere does not exist either",
        () -> read(path("nowhere/a.csv")));
    assertError("the path to read is empty", () -> read(""));
  }

  @Test
  void fileUris() {
    file("x.csv", "1,2\n");
    assertMatrix(read("file:" + path("x.csv")), 1, 2, 1, 2);
    assertMatrix(read("file://" + path("x.csv")), 1, 2, 1, 2);
  }

  @Test
  void otherFileSystemsPlugIn() {
    write(example(), "memory://a/b", "format", "csv");
    try {
      assertEquals(
          "1.0,0,2.5\n0,-3.0,1.0E10\n",
          new String(MemoryFileStore.FILES.get("memory://a/b"), StandardCharsets.UTF_8));
      assertEquals(
          List.of("memory://a/b", "memory://a/b.mtd"), List.copyOf(MemoryFileStore.FILES.keySet()));
      assertSame(example(), read("memory://a/b"));
    } finally {
      MemoryFileStore.FILES.clear();
    }
    assertError(
        "hdfs://host/x: there is no file system for \"hdfs:\" on the class path; the spark module"
            + " supplies distributed ones such as hdfs:",
        () -> read("hdfs://host/x"));
  }

  @Test
  void devicesAreWrittenToDirectly() {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        java.nio.file.Files.exists(java.nio.file.Path.of("/dev/null")));
    write(Scalar.of(1L), "/dev/null");
    assertTrue(java.nio.file.Files.exists(java.nio.file.Path.of("/dev/null")));
    assertTrue(!java.nio.file.Files.isRegularFile(java.nio.file.Path.of("/dev/null")));
    assertError(
        "/dev/null: the file is empty, so the number of columns is not known",
        () -> read("/dev/null", "format", "csv"));
  }

  @Test
  void metadataThatContradictsTheDataIsAnError() {
    String data = file("d.csv", "1,2,3\n4,5,6\n");
    for (String size : List.of("\"rows\": 0, \"cols\": 0", "\"rows\": 2, \"cols\": 0")) {
      file("d.csv.mtd", "{" + size + ", \"format\": \"csv\"}");
      assertError("DIR/d.csv: expected 0 columns, found 3", () -> read(data));
      assertError("DIR/d.csv: expected 0 columns, found 3", () -> describe(data));
    }
    file("d.csv.mtd", "{\"rows\": 0, \"cols\": 3, \"format\": \"csv\"}");
    assertError("DIR/d.csv: expected 0 rows, found 2", () -> describe(data));
    file("d.csv.mtd", "{\"rows\": \"2\", \"cols\": 3}");
    assertError("DIR/d.csv.mtd: rows must be a whole number, but is \"2\"", () -> describe(data));
    file("d.csv.mtd", "{\"rows\": 2, \"cols\": 3, \"nnz\": 0, \"format\": \"csv\"}");
    assertEquals(-1, describe(data).size().nnz());
  }

  @Test
  void sizesBeyondWhatAMatrixHasAreRefusedBeforeReading() {
    String most = " are more than the 2147483631 that a matrix can have";
    String header = "%%MatrixMarket matrix coordinate real general\n";
    String market = file("a.mtx", header + "999999999999999999 999999999999999999 0\n");
    assertError("DIR/a.mtx: 999999999999999999 rows" + most, () -> describe(market));
    String cells = file("b", "1 1 1\n");
    file("b.mtd", "{\"rows\": 9223372036854775807, \"cols\": 9223372036854775807}");
    assertError("DIR/b: 9223372036854775807 rows" + most, () -> describe(cells));
    file("b.mtd", "{\"rows\": 1e19, \"cols\": 1}");
    assertError("DIR/b.mtd: 1.0E19 is no integer of 64 bits", () -> describe(cells));
  }
}
