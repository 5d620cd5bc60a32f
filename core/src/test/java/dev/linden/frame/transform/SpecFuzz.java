package dev.linden.frame.transform;

import dev.linden.base.InputError;
import java.nio.charset.StandardCharsets;

/**
 * Target of coverage-guided fuzzing: any text is a specification of a transformation or an error of
 * the input. {@link dev.linden.FuzzCorpusTest} runs it on what fuzzing has found so far.
 */
public final class SpecFuzz {
  private SpecFuzz() {}

  public static void fuzzerTestOneInput(byte[] data) {
    try {
      TransformSpec.parse(new String(data, StandardCharsets.UTF_8)).check(7);
    } catch (InputError e) {
      if (e.getMessage().isEmpty()) {
        throw new AssertionError("an error without a text");
      }
    }
  }
}
