package dev.linden.engine;

import dev.linden.matrix.lapack.NativeLibrary;
import dev.linden.parfor.decide.CostProfile;
import dev.linden.plan.distribute.Resources;
import dev.linden.run.Backend;
import dev.linden.run.Backends;
import java.util.Optional;

/** What this installation and this machine offer to engines. */
public final class Installation {
  private Installation() {}

  public static boolean hasSpark() {
    return Backend.find().isPresent();
  }

  /** The Spark that engines use, in words. */
  public static Optional<String> spark() {
    return Backend.find().map(Backend::describe);
  }

  /** What to do where there is no Spark. */
  public static String sparkAdvice() {
    return Backends.advice();
  }

  /** The library for large solvers and products, in words. */
  public static Optional<String> nativeLibrary() {
    return Optional.ofNullable(NativeLibrary.find()).map(NativeLibrary::description);
  }

  /** Bytes that matrices and operations may take together in a heap of this size. */
  public static long budget(long heap) {
    return (long) (heap * Resources.LOCAL_SHARE);
  }

  /** Measures operators: the text of a file for {@link Engine.Builder#profile}. */
  public static String measure() {
    return CostProfile.measure().text();
  }
}
