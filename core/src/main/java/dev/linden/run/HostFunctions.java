package dev.linden.run;

import dev.linden.op.Value;
import java.util.List;

/** Functions in host code by the names of their classes. Many threads call them at once. */
public interface HostFunctions {
  /** An {@link dev.linden.base.InputError} if there is no such function. */
  void check(String className);

  /** One value for each result, null where the function gave none. */
  List<Value> call(String className, String function, List<Value> arguments, int results);
}
