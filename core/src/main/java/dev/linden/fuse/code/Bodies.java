package dev.linden.fuse.code;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.UnaryFunction;
import dev.linden.matrix.simd.Simd;
import dev.linden.matrix.simd.WarmUp;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The runnable forms of cell programs, one per program in the whole process: equal programs of
 * other DAGs, of recompilations and of other scripts find the class that is there. Programs with
 * much to do have their class from the start. For others the interpreted form does the work until
 * that has become much, and goes on while one thread makes a class and warms it up. Classes have
 * plain loops at first, and loops over vectors when there has been much to do. All compute the same
 * bits, so it does not matter to results when the change happens.
 */
public final class Bodies {
  /** When classes are generated. */
  public enum Mode {
    /** When there is much to do. */
    ADAPTIVE,
    /** Before the first use; a class that can't be made is an error. For tests. */
    AT_ONCE,
    /** Never. */
    OFF
  }

  /** Programs kept at most; far beyond what an application of many scripts needs. */
  private static final int MOST_PROGRAMS = 10_000;

  private static final ConcurrentHashMap<CellProgram, CellBody> CACHE = new ConcurrentHashMap<>();
  private static final ConcurrentHashMap<CellProgram, CellBody> COMPILED =
      new ConcurrentHashMap<>();
  private static final AtomicInteger CLASSES = new AtomicInteger();
  private static final AtomicInteger HITS = new AtomicInteger();
  private static final AtomicLong GENERATE_NANOS = new AtomicLong();
  private static final AtomicLong COMPILE_NANOS = new AtomicLong();

  /** Where a failure to generate a class is reported, once per program. */
  private static volatile Consumer<String> warnings =
      message -> System.err.println("linden: warning: " + message);

  /** A class as it is loaded; tests put mistakes into it. */
  private static volatile UnaryOperator<byte[]> edited = UnaryOperator.identity();

  private static volatile long mostSteps = Long.MAX_VALUE;

  private Bodies() {}

  public static CellBody of(CellProgram program, Mode mode) {
    // one function alone has a loop of its own, which no class improves on
    boolean single =
        mode == Mode.ADAPTIVE
            && program.steps().size() == 1
            && !(program.steps().get(0) instanceof CellProgram.Select);
    if (mode == Mode.OFF || single || program.steps().size() > LoopCode.MOST_STEPS) {
      return new InterpretedBody(program);
    }
    if (mode == Mode.AT_ONCE) {
      return COMPILED.computeIfAbsent(program, p -> compile(p, usesVectors()));
    }
    CellBody known = CACHE.get(program);
    if (known != null) {
      HITS.incrementAndGet();
      return known;
    }
    if (CACHE.size() > MOST_PROGRAMS) {
      CACHE.clear();
    }
    AdaptiveBody body = new AdaptiveBody(program);
    CellBody raced = CACHE.putIfAbsent(program, body);
    return raced == null ? body : raced;
  }

  /**
   * Figures of the process so far.
   *
   * @param classes generated
   * @param hits programs that were there already
   * @param generateNanos time of writing classes
   * @param compileNanos time of loading and checking them
   */
  public record Counters(int classes, int hits, long generateNanos, long compileNanos) {
    /** What has happened since. */
    public Counters minus(Counters earlier) {
      return new Counters(
          classes - earlier.classes,
          hits - earlier.hits,
          generateNanos - earlier.generateNanos,
          compileNanos - earlier.compileNanos);
    }
  }

  public static Counters counters() {
    return new Counters(CLASSES.get(), HITS.get(), GENERATE_NANOS.get(), COMPILE_NANOS.get());
  }

  /** Sends warnings elsewhere than to stderr. */
  static void warnings(Consumer<String> to) {
    warnings = to;
  }

  /** Sets the steps on cells after which classes are made at the latest; for tests. */
  static void changeAfter(long steps) {
    mostSteps = steps;
  }

  /** Changes all classes made from now on. */
  static void edit(UnaryOperator<byte[]> change) {
    edited = change;
  }

  /** All of it stays in registers: no function is called on arrays in between. */
  public static boolean isInline(CellProgram program) {
    return program.steps().size() <= LoopCode.MOST_STEPS
        && program.steps().stream().allMatch(LoopCode::isInline);
  }

  static boolean usesVectors() {
    return !Simd.current().name().equals("scalar");
  }

  /**
   * @param vectors with loops over vectors, which take much longer to become fast
   */
  static CellBody compile(CellProgram program, boolean vectors) {
    long start = System.nanoTime();
    String name = "Fused" + CLASSES.incrementAndGet();
    LoopCode code = new LoopCode(program, vectors);
    byte[] bytes = edited.apply(code.of(name));
    long generated = System.nanoTime();
    GENERATE_NANOS.addAndGet(generated - start);
    try {
      CellBody body =
          (CellBody)
              MethodHandles.lookup()
                  .defineHiddenClass(bytes, true)
                  .lookupClass()
                  .getConstructor(UnaryFunction[].class, BinaryFunction[].class, int.class)
                  .newInstance(code.unary(), code.binary(), code.temporaries());
      verify(program, body);
      return body;
    } catch (IllegalStateException | ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException(
          "no class can be made for the fused expression " + describe(program), e);
    } finally {
      COMPILE_NANOS.addAndGet(System.nanoTime() - generated);
    }
  }

  private static String describe(CellProgram program) {
    return program.describe(program.outputs().get(0));
  }

  /** A class that does not compute the bits of the interpreted form must never be used. */
  private static void verify(CellProgram program, CellBody body) {
    Sample expected = new Sample(program);
    expected.run(new InterpretedBody(program));
    Sample found = new Sample(program);
    found.run(body);
    if (!Arrays.deepEquals(expected.out, found.out)) {
      throw new IllegalStateException(
          "the class made for the fused expression "
              + describe(program)
              + " does not compute the same as its operators");
    }
  }

  /** Cells to run a body on. */
  private static final class Sample {
    /** Several vectors and a rest. */
    private static final int CELLS = 267;

    private final double[][] in;
    private final double[] scalars;
    private final double[][] out;
    private final int[] at;

    Sample(CellProgram program) {
      in = new double[program.arrays()][CELLS];
      scalars = new double[program.scalars()];
      out = new double[program.outputs().size()][CELLS];
      at = new int[Math.max(in.length, out.length)];
      for (int k = 0; k < in.length; k++) {
        for (int i = 0; i < CELLS; i++) {
          in[k][i] = (i * 7 + k * 3) % 16 * 0.25 - 1.5;
        }
      }
      for (int k = 0; k < scalars.length; k++) {
        scalars[k] = 0.5 + k;
      }
    }

    void run(CellBody body) {
      double[][] temporaries = new double[body.temporaries()][CELLS];
      body.run(in, at, scalars, out, at, temporaries, CELLS);
    }
  }

  /** The forms of a program, each faster than the one before, and longer in the making. */
  private enum Form {
    /**
     * Good up to some seconds of work: with a late change all is thrown away that has been compiled
     * around it, and half a second passes until the compiler has caught up.
     */
    INTERPRETED(1L << 30),
    /**
     * Plain loops; the JIT compiler has work with each class. Vectors save a third of a nanosecond
     * per step, and take a quarter of a second to compile.
     */
    PLAIN(1L << 30),
    VECTORS(Long.MAX_VALUE);

    /** Steps on cells, all together, after which vectors pay. */
    private final long steps;

    Form(long steps) {
      this.steps = steps;
    }
  }

  /** Starts interpreted unless much work is expected, and changes when there has been much. */
  private static final class AdaptiveBody extends CellBody {
    /** Steps on cells of one execution for which a class pays from the start: a millisecond. */
    private static final long WORTH_A_CLASS = 1 << 20;

    private final CellProgram program;
    private final int temporaries;
    private final AtomicLong steps = new AtomicLong();
    private volatile CellBody body;

    /** What could not be used when it was made: the compiler was busy. */
    private CellBody untranslated;

    private volatile Form form = Form.INTERPRETED;

    /** The last form, or on the way to the next. */
    private volatile boolean settled;

    AdaptiveBody(CellProgram program) {
      this.program = program;
      body = new InterpretedBody(program);
      temporaries = body.temporaries();
    }

    @Override
    public int temporaries() {
      return temporaries;
    }

    @Override
    public void run(
        double[][] in,
        int[] at,
        double[] scalars,
        double[][] out,
        int[] outAt,
        double[][] temporaries,
        int n) {
      if (!settled && steps.addAndGet((long) n * program.steps().size()) > worthAChange()) {
        change();
      }
      body.run(in, at, scalars, out, outAt, temporaries, n);
    }

    @Override
    public synchronized void expect(double cells) {
      if (!settled && form == Form.INTERPRETED && cells * program.steps().size() > WORTH_A_CLASS) {
        settled = true;
        changeTo(Form.PLAIN, false);
      }
    }

    private long worthAChange() {
      return Math.min(form.steps, mostSteps);
    }

    /** By the thread that finds it worth it; others go on meanwhile. */
    private void change() {
      synchronized (this) {
        if (settled) {
          return;
        }
        settled = true;
      }
      changeTo(usesVectors() ? Form.VECTORS : Form.PLAIN, true);
    }

    /**
     * @param warm the form at hand is compiled and fast by now
     */
    private void changeTo(Form next, boolean warm) {
      try {
        CellBody made =
            warm && untranslated != null ? untranslated : compile(program, next == Form.VECTORS);
        if (warm && !isFast(made)) {
          untranslated = made;
          steps.set(0);
          settled = false;
          return;
        }
        body = made;
        form = next;
        settled = next == Form.VECTORS || !usesVectors();
      } catch (RuntimeException | LinkageError e) {
        Throwable reason = e;
        while (reason.getCause() != null) {
          reason = reason.getCause();
        }
        warnings.accept(
            "the fused expression "
                + describe(program)
                + (form == Form.INTERPRETED ? " runs interpreted: " : " runs without vectors: ")
                + reason.getMessage());
      }
    }

    /** After it has been called until the compiler has translated it. */
    private boolean isFast(CellBody made) {
      Sample sample = new Sample(program);
      CellBody replaced = body;
      return WarmUp.run(() -> sample.run(made), () -> sample.run(replaced));
    }
  }
}
