package dev.linden.matrix.lapack;

import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Native code for dense linear algebra, found on the class path when the first large operation asks
 * for it. Its constructor fails where the library does not work; Java does the work then.
 */
public interface NativeLibrary extends Lapack, Blas {
  /** Name and version for {@code linden doctor}. */
  String description();

  /** The library of this process, or null. */
  static NativeLibrary find() {
    return Holder.LIBRARY;
  }

  /** Starts looking for the library, without waiting for it. */
  static void prepare() {
    if (PREPARING.compareAndSet(false, true)) {
      Thread thread = new Thread(NativeLibrary::find, "linden-native");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Whether {@link #prepare} has been called. */
  AtomicBoolean PREPARING = new AtomicBoolean();

  /** {@code off} switches native code off for the whole process. */
  String PROPERTY = "linden.native";

  /** Looks once, when first asked. */
  final class Holder {
    private static final NativeLibrary LIBRARY = load();

    private Holder() {}

    private static NativeLibrary load() {
      if ("off".equals(System.getProperty(PROPERTY))) {
        return null;
      }
      try {
        Iterator<NativeLibrary> found =
            ServiceLoader.load(NativeLibrary.class, NativeLibrary.class.getClassLoader())
                .iterator();
        return found.hasNext() ? found.next() : null;
      } catch (ServiceConfigurationError | LinkageError e) {
        // Not a failure: no library for this platform, or a folder that nothing can be loaded from.
        System.getLogger(NativeLibrary.class.getName())
            .log(Level.DEBUG, "native library not loaded: {0}", e);
        return null;
      }
    }
  }
}
