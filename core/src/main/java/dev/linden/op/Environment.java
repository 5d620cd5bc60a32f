package dev.linden.op;

import dev.linden.base.Settings;

/**
 * The world outside the script: files, standard output, functions by name. The run package
 * implements it.
 */
public interface Environment {
  /**
   * What a read with these arguments will give, from metadata alone; null when nothing can be known
   * before the script runs. Errors if the file is missing or contradictory.
   */
  Info describe(ReadRequest request);

  Value read(ReadRequest request);

  void write(Value value, WriteRequest request);

  /** Replaces what the path held by these bytes, or leaves it untouched when writing fails. */
  default void writeBytes(String path, byte[] bytes) {
    throw new dev.linden.base.InputError("files can't be written here");
  }

  /**
   * Shows a picture where the script's output goes: in characters, unless somebody knows better.
   */
  default void show(dev.linden.picture.Plot plot) {
    print(plot.sketch());
  }

  /** Whether scripts may run no Java of their own. */
  boolean isRestricted();

  /** One line of script output. */
  void print(String line);

  /** Which results of operators that make codes anyway are compressed. */
  default Settings.Compression compression() {
    return Settings.Compression.OFF;
  }

  /** Something that the user should know, apart from what the script prints. */
  void warn(String message);

  /** A fresh seed for {@code seed=-1}, reproducible when the run has a seed. */
  long nextSeed();

  /** Calls the function (user-defined or built-in) of that name; all its results. */
  java.util.List<Value> call(
      String function, java.util.List<Value> arguments, java.util.List<String> names);

  /** The names of the results of that function; null for a built-in. */
  default java.util.List<String> resultNames(String function) {
    return null;
  }

  /** An error that says why, if there is no function in host code of that class name. */
  default void checkExternal(String className) {
    throw new dev.linden.base.InputError("there are no external functions here");
  }

  /**
   * Calls a function in host code; one value for each result, null where it gave none. {@code
   * function} is its name in the script.
   */
  default java.util.List<Value> callExternal(
      String className, String function, java.util.List<Value> arguments, int results) {
    throw new dev.linden.base.InputError("there are no external functions here");
  }

  /** Arguments of a read besides the path; absent ones are not in the map. */
  record ReadRequest(
      String path, java.util.Map<String, Scalar> options, java.util.List<String> naStrings) {}

  record WriteRequest(String path, java.util.Map<String, Scalar> options) {}
}
