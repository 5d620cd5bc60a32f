package dev.linden.matrix.simd;

import java.lang.reflect.Constructor;

/**
 * Picks the form of {@link Simd} once, when first asked: start-up pays nothing for scripts without
 * large data.
 */
final class SimdProvider {
  private static final String MODULE = "jdk.incubator.vector";
  private static final String PROPERTY = "linden.simd";

  static final Simd CURRENT = choose();

  private SimdProvider() {}

  private static Simd choose() {
    boolean present = ModuleLayer.boot().findModule(MODULE).isPresent();
    if (!present || "scalar".equals(System.getProperty(PROPERTY))) {
      return ScalarSimd.INSTANCE;
    }
    return gradual();
  }

  /** By name, so that no class here links to the module when it is absent. */
  private static Simd gradual() {
    try {
      Constructor<?> constructor =
          Class.forName("dev.linden.matrix.simd.GradualSimd").getDeclaredConstructor();
      return (Simd) constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("module " + MODULE + " is present but can't be used", e);
    }
  }
}
