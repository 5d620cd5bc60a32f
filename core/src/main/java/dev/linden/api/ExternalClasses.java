package dev.linden.api;

import dev.linden.base.CancelledError;
import dev.linden.base.InputError;
import dev.linden.base.LindenBug;
import dev.linden.base.ResourceError;
import dev.linden.base.ScriptError;
import dev.linden.op.Value;
import dev.linden.run.HostFunctions;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** External functions: registered instances first, then classes of the jars and the application. */
final class ExternalClasses implements HostFunctions, AutoCloseable {
  private final Map<String, ExternalFunction> registered;
  private final Map<String, Constructor<?>> constructors = new ConcurrentHashMap<>();
  private final ClassLoader loader;
  private final URLClassLoader jars;
  private final boolean registeredOnly;

  /** {@code registeredOnly}: scripts may not name any other class. */
  ExternalClasses(
      Map<String, ExternalFunction> registered,
      ClassLoader parent,
      List<Path> jarFiles,
      boolean registeredOnly) {
    if (registeredOnly && !jarFiles.isEmpty()) {
      throw new InputError(
          "the settings jars and restricted exclude each other: restricted scripts load no"
              + " classes");
    }
    this.registeredOnly = registeredOnly;
    this.registered = Map.copyOf(registered);
    jars = jarFiles.isEmpty() ? null : new URLClassLoader(urls(jarFiles), parent);
    loader = jars == null ? parent : jars;
  }

  private static URL[] urls(List<Path> jarFiles) {
    return jarFiles.stream().map(ExternalClasses::url).toArray(URL[]::new);
  }

  private static URL url(Path jar) {
    if (!Files.exists(jar)) {
      throw new InputError("jar not found: " + jar);
    }
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new InputError("not a jar: " + jar, e);
    }
  }

  @Override
  public void check(String className) {
    if (!registered.containsKey(className)) {
      constructors.computeIfAbsent(className, this::constructor);
    }
  }

  private Constructor<?> constructor(String className) {
    if (registeredOnly) {
      throw new InputError("the restricted mode lets scripts load no class such as " + className);
    }
    Class<?> type;
    try {
      type = Class.forName(className, true, loader);
    } catch (ClassNotFoundException e) {
      throw new InputError(
          "class " + className + " is neither registered nor on the class path of the jars", e);
    } catch (LinkageError e) {
      throw new InputError("class " + className + " can't be loaded: " + e, e);
    }
    if (!ExternalFunction.class.isAssignableFrom(type)) {
      throw new InputError(
          "class " + className + " does not implement " + ExternalFunction.class.getName());
    }
    try {
      Constructor<?> constructor = type.getConstructor();
      if (Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers())) {
        return constructor;
      }
    } catch (NoSuchMethodException e) {
      // the same message as for a class that is not public
    }
    throw new InputError(
        "class " + className + " must be public with a public constructor without parameters");
  }

  @Override
  public List<Value> call(String className, String function, List<Value> arguments, int results) {
    ValuesExternalCall call = new ValuesExternalCall(function, arguments, results);
    try {
      instance(className).call(call);
    } catch (ScriptError | ResourceError | CancelledError | LindenBug e) {
      throw e;
    } catch (InputError e) {
      throw new InputError(failure(function, className) + e.getMessage(), e);
    } catch (InvocationTargetException e) {
      throw new InputError(failure(function, className) + e.getCause(), e.getCause());
    } catch (Exception | LinkageError e) {
      throw new InputError(failure(function, className) + e, e);
    }
    return call.given();
  }

  private static String failure(String function, String className) {
    return "external function " + function + ", class " + className + ", failed: ";
  }

  private ExternalFunction instance(String className) throws ReflectiveOperationException {
    ExternalFunction shared = registered.get(className);
    return shared != null
        ? shared
        : (ExternalFunction)
            constructors.computeIfAbsent(className, this::constructor).newInstance();
  }

  @Override
  public void close() {
    if (jars != null) {
      try {
        jars.close();
      } catch (IOException e) {
        throw new InputError("a jar can't be closed: " + e.getMessage(), e);
      }
    }
  }
}
