package dev.linden.run.compiled;

import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes code of regions. */
public final class RegionCompiler {
  private static final AtomicInteger CLASSES = new AtomicInteger();

  private RegionCompiler() {}

  /** Code for variables of the types that they have now; null: the region is too long for it. */
  public static Code compile(Region region, Variables variables) {
    if (!region.isShort()) {
      return null;
    }
    String name = "Region" + CLASSES.incrementAndGet();
    RegionWriter writer = new RegionWriter(region, variables, true);
    byte[] bytes = writer.write(name);
    if (bytes == null) {
      writer = new RegionWriter(region, variables, false);
      bytes = writer.write(name);
    }
    if (bytes == null) {
      return null;
    }
    try {
      Code code =
          (Code)
              MethodHandles.lookup()
                  .defineHiddenClassWithClassData(bytes, writer.constants(), true)
                  .lookupClass()
                  .getConstructor()
                  .newInstance();
      return code.with(writer.signature());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException("no code can be made for a loop or function", e);
    }
  }
}
