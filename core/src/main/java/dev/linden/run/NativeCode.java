package dev.linden.run;

import dev.linden.matrix.Workers;
import dev.linden.matrix.lapack.Lapack;
import dev.linden.matrix.lapack.NativeLibrary;
import dev.linden.op.Property;
import dev.linden.plan.Instruction;

/**
 * Loads the native library while a script starts, if one of its steps will probably ask for it:
 * loading takes a quarter of a second.
 */
final class NativeCode {
  private NativeCode() {}

  static void prepareFor(Instruction.Compute compute, Workers workers) {
    if (workers.nativeCode() && isLarge(compute)) {
      NativeLibrary.prepare();
    }
  }

  private static boolean isLarge(Instruction.Compute compute) {
    return compute.op().has(Property.NATIVE_CODE)
        && compute.op().flops(compute.infos(), compute.results()) >= Lapack.NATIVE_WORK;
  }
}
