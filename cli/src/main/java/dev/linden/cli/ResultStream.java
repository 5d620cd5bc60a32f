package dev.linden.cli;

import dev.linden.base.ResourceError;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Where results go. Losing them is an error: the first line that can't be written ends the script
 * with a {@link ResourceError}, which {@link java.io.PrintStream} lets through, unlike the
 * IOException that it is made of. A reader that has seen enough and left, as {@code head} does, is
 * no error: what comes later is dropped.
 */
final class ResultStream extends OutputStream {
  /** What the system says of a pipe without a reader; Java passes only the text on. */
  private static final String READER_LEFT = "Broken pipe";

  private final OutputStream target;
  private boolean ended;

  ResultStream(OutputStream target) {
    this.target = target;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int start, int length) {
    attempt(() -> target.write(bytes, start, length));
  }

  @Override
  public void flush() {
    attempt(target::flush);
  }

  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) {
    if (ended) {
      return; // the loss has been told, or nobody reads
    }
    try {
      step.run();
    } catch (IOException e) {
      ended = true;
      if (!READER_LEFT.equals(e.getMessage())) {
        throw new ResourceError(
            "the output is lost: stdout can't be written: " + e.getMessage(), e);
      }
    }
  }
}
