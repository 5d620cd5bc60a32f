package dev.linden.testkit;

/**
 * What a run of a script shows to the outside; {@code error} is the text for the user, or null
 * after success.
 */
public record RunResult(String stdout, String error, int exitCode) {
  public boolean succeeded() {
    return error == null && exitCode == 0;
  }
}
