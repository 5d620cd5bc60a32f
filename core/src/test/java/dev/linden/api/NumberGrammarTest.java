package dev.linden.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.linden.testkit.EngineRunner;
import dev.linden.testkit.RunConfig;
import dev.linden.testkit.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A text is the same number, or none, wherever numbers are written as text. */
class NumberGrammarTest {
  private static final String NONE = "none";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "5, 5.0",
    "-5, -5.0",
    "+5, 5.0",
    "007, 7.0",
    "5., 5.0",
    ".5, 0.5",
    "-.5, -0.5",
    "1e3, 1000.0",
    "1E+3, 1000.0",
    "2.5e-1, 0.25",
    "12345678901234567890123, 1.2345678901234568E22",
    "1e400, Infinity",
    "NaN, NaN",
    "nan, NaN",
    "Inf, Infinity",
    "+inf, Infinity",
    "-Inf, -Infinity",
    "Infinity, Infinity",
    "-infinity, -Infinity",
    "1d, none",
    "1f, none",
    "1L, none",
    "0x1p3, none",
    "0x10, none",
    "1_000, none",
    "1e, none",
    "1e+, none",
    "., none",
    "-, none",
    "--5, none",
    "1.2.3, none",
    "infinit, none",
    "N, none",
    "abc, none"
  })
  void textIsTheSameNumberEverywhere(String text, String expected) throws IOException {
    assertEquals(expected, printed("print(as.double(\"" + text + "\"))"), "as.double");
    assertEquals(expected, printed("print(as.double(\" " + text + " \"))"), "with blanks");
    assertEquals(expected, cell("matrix(\"" + text + "\", 1, 1)"), "matrix of a text");
    assertEquals(expected, printed("print($x * 1.0)", "x", text), "argument");

    file("v.csv", text + "," + text);
    assertEquals(expected, cell("read(\"v.csv\", format=\"csv\", header=FALSE)"), "csv");
    file("v.ijv", "1 1 " + text);
    assertEquals(expected, cell("read(\"v.ijv\", format=\"text\", rows=1, cols=1)"), "text cells");
    file("v.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 " + text);
    assertEquals(expected, cell("read(\"v.mtx\", format=\"mm\")"), "MatrixMarket");
    file("v.libsvm", text + " 1:" + text);
    assertEquals(
        expected, cell("read(\"v.libsvm\", format=\"libsvm\", sep=\" \", cols=1)"), "libsvm");
    assertEquals(
        expected,
        cell(
            "as.matrix(read(\"v.csv\", data_type=\"frame\", format=\"csv\", header=FALSE,"
                + " schema=\"double,double\"))"),
        "frame");
    file("v", text);
    assertEquals(
        expected,
        printed("print(read(\"v\", data_type=\"scalar\", value_type=\"double\"))"),
        "scalar file");
    boolean unsigned = Character.isDigit(text.charAt(0));
    if (unsigned && text.length() < 19) { // an int of more digits is an error
      assertEquals(expected, printed("print(as.double(" + text + " * 1.0))"), "literal");
    }
  }

  private void file(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content + "\n");
  }

  /** The first cell. */
  private String cell(String matrix) {
    return printed("X = " + matrix + "\nprint(as.scalar(X[1, 1]))");
  }

  private String printed(String script) {
    return printed(script, "unused", "");
  }

  private String printed(String script, String argument, String value) {
    RunResult result =
        new EngineRunner()
            .run(
                script,
                Map.of(argument, value),
                new RunConfig("files", Map.of(), folder),
                Map.of());
    if (result.exitCode() == 1) {
      return NONE;
    }
    assertEquals(0, result.exitCode(), result.error());
    return result.stdout().strip();
  }
}
