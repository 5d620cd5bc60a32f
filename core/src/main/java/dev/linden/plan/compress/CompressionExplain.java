package dev.linden.plan.compress;

import dev.linden.base.Settings;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import dev.linden.plan.distribute.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which matrices may be compressed in front of which loops, and why others are not; as text for
 * people and as data for programs. What operators in front of loops decide is in the statistics.
 */
public final class CompressionExplain {
  private record Loop(String title, List<Considered> matrices, List<Loop> inside) {
    boolean isEmpty() {
      return matrices.isEmpty() && inside.isEmpty();
    }
  }

  /** Of the main program: name MAIN. */
  private record Routine(String title, List<Loop> loops) {}

  private final Settings.Compression when;
  private final CompressedLoops loops;
  private final List<Routine> routines = new ArrayList<>();

  private CompressionExplain(Settings.Compression when, CompressedLoops loops) {
    this.when = when;
    this.loops = loops;
  }

  public static CompressionExplain of(
      HopProgram program,
      Placement.Selector selector,
      Settings.Compression when,
      Environment environment) {
    CompressionExplain explain =
        new CompressionExplain(when, CompressedLoops.of(program, selector, when, environment));
    program
        .functions()
        .values()
        .forEach(f -> explain.add("FUNCTION " + f.source().ref().name(), f.body()));
    explain.add("MAIN", program.main());
    return explain;
  }

  private void add(String title, List<HopBlock> blocks) {
    List<Loop> found = loops(blocks, Set.of());
    if (!found.isEmpty()) {
      routines.add(new Routine(title, found));
    }
  }

  /** Those with matrices; {@code known}: variables about which an outer loop has decided. */
  private List<Loop> loops(List<HopBlock> blocks, Set<String> known) {
    List<Loop> found = new ArrayList<>();
    for (HopBlock block : blocks) {
      if (!CompressedLoops.isLoop(block)) {
        found.addAll(loops(block.inside(), known));
        continue;
      }
      List<Considered> matrices = loops.considered(block, known);
      Set<String> decided = CompressedLoops.decided(matrices, known);
      Loop loop = new Loop(title(block), matrices, loops(block.inside(), decided));
      if (!loop.isEmpty()) {
        found.add(loop);
      }
    }
    return found;
  }

  private static String title(HopBlock block) {
    String word =
        block instanceof HopBlock.For loop
            ? (loop.parallel() ? "PARFOR " : "FOR ") + loop.variable()
            : "WHILE";
    return word + " (line " + block.span().line() + ")";
  }

  /** A line for each matrix, indented below its loop. */
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append("compression=").append(when.name().toLowerCase(Locale.ROOT));
    if (when == Settings.Compression.OFF) {
      out.append(", so nothing is compressed; with compression=on:");
    }
    out.append('\n');
    for (Routine routine : routines) {
      out.append(routine.title()).append('\n');
      append(out, "  ", routine.loops());
    }
    return out.toString();
  }

  private void append(StringBuilder out, String indent, List<Loop> loops) {
    boolean always = when == Settings.Compression.ALWAYS;
    for (Loop loop : loops) {
      out.append(indent).append(loop.title()).append('\n');
      String inner = indent + "  ";
      loop.matrices().forEach(m -> out.append(inner).append(m.text(always)).append('\n'));
      append(out, inner, loop.inside());
    }
  }

  /** The lines of {@link #text}, and each decision. */
  public Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("compression", text().lines().toList());
    List<Object> decisions = new ArrayList<>();
    routines.forEach(routine -> addData(routine.loops(), decisions));
    data.put("matrices", decisions);
    return data;
  }

  private static void addData(List<Loop> loops, List<Object> decisions) {
    for (Loop loop : loops) {
      for (Considered matrix : loop.matrices()) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("loop", loop.title());
        fields.put("variable", matrix.variable());
        fields.put("workload", matrix.workload().toString());
        fields.put("whyNot", matrix.whyNot());
        decisions.add(fields);
      }
      addData(loop.inside(), decisions);
    }
  }
}
