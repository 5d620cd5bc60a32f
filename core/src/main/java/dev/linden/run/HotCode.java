package dev.linden.run;

import dev.linden.base.Settings;
import dev.linden.run.compiled.Code;
import dev.linden.run.compiled.Node;
import dev.linden.run.compiled.Region;
import dev.linden.run.compiled.RegionCompiler;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * The code that takes over a loop or function after some iterations or calls: versions of it, each
 * for variables of certain types. Where there is none for the types at hand, the interpreter does
 * the work.
 */
final class HotCode {
  /** Iterations or calls until code is made, which takes about as long as these. */
  private static final int MANY = 1000;

  private static final int MOST_VERSIONS = 6;
  private static final Code[] NONE = {};

  private final Context context;
  private final Supplier<List<Node>> nodes;
  private final boolean loop;
  private final BitSet results;
  private int runs;
  private volatile Code[] versions = NONE;
  private volatile boolean off;

  private HotCode(
      Context context, Supplier<List<Node>> nodes, boolean loop, BitSet results, int runs) {
    this.context = context;
    this.nodes = nodes;
    this.loop = loop;
    this.results = results;
    this.off = context.code() == Settings.ScalarCode.OFF || context.verify();
    this.runs = runs;
  }

  /** Of a loop; {@code nodes} gives it alone, or null if it can't be code. */
  static HotCode ofLoop(Context context, Supplier<List<Node>> nodes) {
    return new HotCode(context, nodes, true, null, firstRuns(context));
  }

  /** Of the body of a function, after which only these slots are read. */
  static HotCode ofFunction(Context context, Supplier<List<Node>> nodes, int[] results) {
    BitSet slots = new BitSet();
    for (int slot : results) {
      slots.set(slot);
    }
    return new HotCode(context, nodes, false, slots, firstRuns(context));
  }

  private static int firstRuns(Context context) {
    return context.code() == Settings.ScalarCode.AT_ONCE ? MANY : 0;
  }

  /** Before an iteration or call: code for the variables as they are, or null. */
  Code of(Frame frame) {
    if (off || (runs < MANY && ++runs < MANY)) {
      return null;
    }
    Code[] all = versions;
    for (Code code : all) {
      if (code.fits(frame)) {
        return code;
      }
    }
    return all.length < MOST_VERSIONS ? made(frame) : null;
  }

  /** Whether somebody wants to hear of each operator and iteration, which code does not tell. */
  static boolean isHeard(Frame frame) {
    return frame.monitor != null && frame.monitor.listens();
  }

  int run(Code code, Frame frame, long next, long increment, long left) {
    try {
      return code.run(frame, next, increment, left);
    } finally {
      frame.unpin();
    }
  }

  private synchronized Code made(Frame frame) {
    for (Code code : versions) {
      if (code.fits(frame)) {
        return code; // by another thread
      }
    }
    long start = System.nanoTime();
    List<Node> instructions = nodes.get();
    Code code = null;
    if (instructions != null) {
      BitSet needed = results == null ? frame.named() : results;
      code = compiled(new Region(instructions, loop, needed, frame::isLiteral), frame);
    }
    if (code == null) {
      off = true;
      return null;
    }
    Code[] more = Arrays.copyOf(versions, versions.length + 1);
    more[versions.length] = code;
    versions = more;
    context.statistics().madeCode(loop, more.length == 1, System.nanoTime() - start);
    return code;
  }

  /** A mistake of the compiler must not stop a script that the interpreter can run. */
  private Code compiled(Region region, Frame frame) {
    try {
      return RegionCompiler.compile(region, frame);
    } catch (RuntimeException | LinkageError e) {
      if (context.code() == Settings.ScalarCode.AT_ONCE) {
        throw e;
      }
      context.environment().warn("a loop or function runs interpreted: " + e);
      return null;
    }
  }
}
