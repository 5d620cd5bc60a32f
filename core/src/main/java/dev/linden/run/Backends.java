package dev.linden.run;

import dev.linden.base.Settings;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The backend of an engine, looked for when the first plan needs one. The jars of a backend may be
 * many: an installation keeps them in a folder of their own, which is not on the class path, so
 * that scripts without distributed operators do not pay for them.
 */
public final class Backends implements AutoCloseable {
  /** Names the folder with the jars of the backend. */
  public static final String FOLDER_PROPERTY = "linden.backend";

  /** One for all engines: two loaders would be two backends that know nothing of each other. */
  private static ClassLoader ofFolder;

  private final Settings settings;
  private final double localBudget;
  private Optional<Backend> backend;

  public Backends(Settings settings, double localBudget) {
    this.settings = settings;
    this.localBudget = localBudget;
  }

  /** A given one, or none at all. */
  Backends(Optional<Backend> given) {
    this(Settings.DEFAULTS, 0);
    backend = given;
  }

  /** Null if there is none. */
  synchronized Backend get() {
    if (backend == null) {
      backend = find();
      backend.ifPresent(found -> found.configure(settings, localBudget));
    }
    return backend.orElse(null);
  }

  /** Counters of the backend if it was needed. */
  public synchronized Map<String, Long> counters() {
    return backend == null || backend.isEmpty() ? Map.of() : backend.get().counters();
  }

  static Optional<Backend> find() {
    Optional<Backend> onClassPath = ServiceLoader.load(Backend.class).findFirst();
    if (onClassPath.isPresent()) {
      return onClassPath;
    }
    ClassLoader loader = loaderOfFolder();
    return loader == null
        ? Optional.empty()
        : ServiceLoader.load(Backend.class, loader).findFirst();
  }

  private static synchronized ClassLoader loaderOfFolder() {
    String folder = System.getProperty(FOLDER_PROPERTY);
    if (ofFolder == null && folder != null && Files.isDirectory(Path.of(folder))) {
      ofFolder = new URLClassLoader(jars(Path.of(folder)), Backends.class.getClassLoader());
    }
    return ofFolder;
  }

  private static URL[] jars(Path folder) {
    List<URL> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
      for (Path file : files) {
        jars.add(file.toUri().toURL());
      }
    } catch (MalformedURLException e) {
      throw new dev.linden.base.LindenBug("no URL for a file", e);
    } catch (java.io.IOException e) {
      throw new dev.linden.base.ResourceError("the folder " + folder + " can't be read", e);
    }
    return jars.toArray(new URL[0]);
  }

  @Override
  public synchronized void close() {
    if (backend != null) {
      backend.ifPresent(Backend::close);
      backend = Optional.empty();
    }
  }
}
