package dev.linden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.linden.base.ResourceError;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ResultStreamTest {
  private static PrintStream failing(String reason) {
    OutputStream target =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(reason);
          }
        };
    return new PrintStream(new ResultStream(target), true, UTF_8);
  }

  /** A print stream alone would keep the failure to itself. */
  @Test
  void theFirstLossIsTold() {
    PrintStream out = failing("No space left on device");
    ResourceError error = assertThrows(ResourceError.class, () -> out.println(1));
    assertEquals(
        "the output is lost: stdout can't be written: No space left on device", error.getMessage());
    out.println(2); // once is enough
    out.flush();
  }

  @Test
  void aReaderMayLeave() {
    PrintStream out = failing("Broken pipe");
    out.println(1);
    out.flush();
  }
}
