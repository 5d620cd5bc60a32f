package dev.linden.matrix.simd;

import java.lang.reflect.Constructor;

/**
 * Picks the form of {@link Simd} once, when first asked: start-up pays nothing for scripts without
 * large data.
 */
final class SimdProvider {
  private static final String MODULE = "jdk.incubator.vector";
  private static final String PROPERTY = "linden.simd";

  /**
   * Cells of an operation before its vector form is used: a million cells take 60 to 100 ms in that
   * form at first, and 5 ms in a plain loop.
   */
  private static final long COLD_CELLS = 1 << 23;

  static final Simd CURRENT = choose();

  private SimdProvider() {}

  private static Simd choose() {
    boolean present = ModuleLayer.boot().findModule(MODULE).isPresent();
    if (!present || "scalar".equals(System.getProperty(PROPERTY))) {
      return ScalarSimd.INSTANCE;
    }
    return vector(COLD_CELLS);
  }

  /** By name, so that no class here links to the module when it is absent. */
  static Simd vector(long coldCells) {
    try {
      Constructor<?> constructor =
          Class.forName("dev.linden.matrix.simd.VectorSimd").getDeclaredConstructor(long.class);
      return (Simd) constructor.newInstance(coldCells);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("module " + MODULE + " is present but can't be used", e);
    }
  }
}
