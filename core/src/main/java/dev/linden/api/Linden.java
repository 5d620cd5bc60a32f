package dev.linden.api;

import dev.linden.base.Settings;
import dev.linden.base.Source;
import dev.linden.engine.CompiledScript;
import dev.linden.engine.Engine;
import dev.linden.op.Info;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Compiles and runs DML scripts. Instances are independent of each other; settings are fixed when
 * one is built.
 */
public final class Linden implements AutoCloseable {
  private final Engine engine;
  private final ExternalClasses externals;

  private Linden(Engine.Builder engine, ExternalClasses externals) {
    this.engine = engine.functions(externals).build();
    this.externals = externals;
  }

  public static Builder builder() {
    return new Builder(Engine.builder());
  }

  /** An instance with all defaults. */
  public static Linden create() {
    return builder().build();
  }

  /** For the other modules of Linden, which say more of an engine than programs do. */
  public static Linden of(Engine.Builder engine) {
    return new Builder(engine).build();
  }

  /** What is behind this instance, for the other modules of Linden. */
  public Engine engine() {
    return engine;
  }

  /** Bytes that matrices and operations may take together in this process. */
  public long budget() {
    return engine.budget();
  }

  /**
   * Compiles a script once, to be called with values from memory as often as wanted.
   *
   * @throws dev.linden.base.ScriptError with all errors of the script
   */
  public Prepared prepare(Script script) {
    Source source = script.source(engine::loadGiven);
    Map<String, Info> infos = new LinkedHashMap<>();
    script.inputs().forEach(input -> infos.put(input.name(), input.info()));
    CompiledScript compiled =
        engine.prepare(
            source,
            script.arguments(),
            infos,
            Set.copyOf(script.outputs()),
            script.writesOutputs());
    List<Input> inputs =
        infos.keySet().stream().map(name -> new Input(name, compiled.inputs().get(name))).toList();
    return new Prepared(compiled, inputs, script.outputs());
  }

  /** {@link #prepare(Script)} for a text without {@code $} arguments. */
  public Prepared prepare(String text, List<Input> inputs, List<String> outputs) {
    Script script = Script.of(text);
    inputs.forEach(script::input);
    outputs.forEach(script::output);
    return prepare(script);
  }

  /** Inputs one after the other that leave their variables to the next one, in DML. */
  public Session session() {
    return session(Script.DML);
  }

  /** The same in the syntax of this name, {@link Script#DML} or {@link Script#PYDML}. */
  public Session session(String syntax) {
    return new Session(engine.workspace(), Cells.requireGiven("the syntax of a session", syntax));
  }

  /** What has been executed so far: the {@code n} heaviest operators and counters. */
  public String statistics(int n) {
    return engine.statistics(n);
  }

  /** The same as maps, lists, texts and numbers; see docs/command-line.md. */
  public Map<String, Object> statisticsData(int n) {
    return engine.statisticsData(n);
  }

  @Override
  public void close() {
    engine.close();
    externals.close();
  }

  /** Settings of an instance; every one has a default. */
  public static final class Builder {
    private final Engine.Builder engine;
    private final Map<String, ExternalFunction> externals = new HashMap<>();
    private ClassLoader classLoader;

    private Builder(Engine.Builder engine) {
      this.engine = engine;
    }

    /**
     * Makes {@code function} known under a class name that scripts use in {@code implemented in}.
     * All calls share the instance, so it must be safe for use by many threads.
     */
    public Builder externalFunction(String className, ExternalFunction function) {
      externals.put(className, function);
      return this;
    }

    /**
     * Where classes of external functions are looked for; that of the calling thread if not set.
     */
    public Builder classLoader(ClassLoader loader) {
      classLoader = loader;
      return this;
    }

    /** Jars and directories with classes of external functions. */
    public Builder jars(List<Path> files) {
      return settings(settings().with(Settings.JARS, texts(files)));
    }

    private ClassLoader classLoader() {
      if (classLoader != null) {
        return classLoader;
      }
      ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
      return ofThread != null ? ofThread : Linden.class.getClassLoader();
    }

    /** All adjustable things at once; the methods below change one each. */
    public Builder settings(Settings all) {
      engine.settings(all);
      return this;
    }

    private Settings settings() {
      return engine.settings();
    }

    /** One setting by the name and in the words of the command line; see docs/command-line.md. */
    public Builder set(String name, String value) {
      return settings(settings().with(name, value));
    }

    public Builder threads(int count) {
      return settings(settings().with(Settings.THREADS, count));
    }

    /** Heap that the engine may plan with; the budget of an operation is 0.7 of it. */
    public Builder memoryBytes(long bytes) {
      return settings(settings().with(Settings.MEMORY, bytes));
    }

    /** Makes unseeded {@code rand} reproducible. */
    public Builder seed(long value) {
      return settings(settings().with(Settings.SEED, value));
    }

    /**
     * Scripts that are not trusted: they read and write below these folders only, run no Java of
     * their own, and call no external functions but registered ones. See docs/trust.md.
     */
    public Builder restricted(List<Path> folders) {
      return settings(settings().with(Settings.RESTRICTED, texts(folders)));
    }

    private static List<String> texts(List<Path> paths) {
      return paths.stream().map(Path::toString).toList();
    }

    /** What relative paths in scripts are relative to; the working directory if not set. */
    public Builder directory(Path path) {
      engine.directory(path);
      return this;
    }

    /** Where {@code print} writes. */
    public Builder output(PrintStream stream) {
      engine.output(stream);
      return this;
    }

    /**
     * Who hears warnings of functions, such as an iteration that ended before it converged; stderr
     * if not set.
     */
    public Builder warnings(Consumer<String> listener) {
      engine.warnings(listener);
      return this;
    }

    /** Who shows pictures; if nobody does, they are printed as characters. */
    public Builder pictures(Consumer<Picture> viewer) {
      engine.pictures(plot -> viewer.accept(new Picture(plot)));
      return this;
    }

    /**
     * Whether results that only other machines hold stay there until they are asked for, which must
     * then be before the engine is closed.
     */
    public Builder resultsStay(boolean on) {
      engine.resultsStay(on);
      return this;
    }

    /** Collects times per operator for {@link Linden#statistics(int)}. */
    public Builder statistics(boolean on) {
      engine.statistics(on);
      return this;
    }

    /** Whether large operations may use a native library, if one is on the class path. */
    public Builder nativeCode(boolean on) {
      return settings(settings().with(Settings.NATIVE, on));
    }

    /**
     * Checks at every operator what the compiler assumed and the kernels promise, and fails with a
     * {@link dev.linden.base.LindenBug} when something does not hold. Slow: for tests.
     */
    public Builder verify(boolean on) {
      return settings(settings().with(Settings.VERIFY, on));
    }

    public Linden build() {
      List<Path> jars =
          settings().get(Settings.JARS).stream().map(engine.directory()::resolve).toList();
      boolean restricted = settings().isSet(Settings.RESTRICTED);
      return new Linden(engine, new ExternalClasses(externals, classLoader(), jars, restricted));
    }
  }
}
