package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.op.Value;
import java.util.List;

/** Functions in host code by the names of their classes. Many threads call them at once. */
public interface HostFunctions {
  /** There are none. */
  HostFunctions NONE =
      new HostFunctions() {
        @Override
        public void check(String className) {
          throw new InputError("there are no external functions here, and no " + className);
        }

        @Override
        public List<Value> call(
            String className, String function, List<Value> arguments, int results) {
          throw new InputError("there are no external functions here, and no " + className);
        }
      };

  /** An {@link InputError} if there is no such function. */
  void check(String className);

  /** One value for each result, null where the function gave none. */
  List<Value> call(String className, String function, List<Value> arguments, int results);
}
