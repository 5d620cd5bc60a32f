package dev.linden.plan.compress;

import dev.linden.base.Settings;
import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which matrices may be compressed in front of which loops, and why others are not; as text for
 * people and as data for programs. What operators in front of loops decide is in the statistics.
 */
public final class CompressionExplain {
  private final Settings.Compression when;
  private final List<CompressedLoops.Routine> routines;

  private CompressionExplain(Settings.Compression when, List<CompressedLoops.Routine> routines) {
    this.when = when;
    this.routines = routines;
  }

  public static CompressionExplain of(
      HopProgram program, Settings.Compression when, Environment environment) {
    return new CompressionExplain(when, CompressedLoops.of(program, when, environment).routines());
  }

  private static String title(HopBlock block) {
    String word =
        block instanceof HopBlock.For loop
            ? (loop.parallel() ? "PARFOR " : "FOR ") + loop.variable()
            : block instanceof HopBlock.While
                ? "WHILE"
                : block instanceof HopBlock.If ? "IF" : "BLOCK";
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
    for (CompressedLoops.Routine routine : routines) {
      out.append(routine.title()).append('\n');
      append(out, "  ", routine.places());
    }
    return out.toString();
  }

  private void append(StringBuilder out, String indent, List<CompressedLoops.Place> places) {
    boolean always = when == Settings.Compression.ALWAYS;
    for (CompressedLoops.Place place : places) {
      out.append(indent).append(title(place.block())).append('\n');
      String inner = indent + "  ";
      place.matrices().forEach(m -> out.append(inner).append(m.text(always)).append('\n'));
      append(out, inner, place.inside());
    }
  }

  /** The lines of {@link #text}, and each decision. */
  public Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("compression", text().lines().toList());
    List<Object> decisions = new ArrayList<>();
    routines.forEach(routine -> addData(routine.places(), decisions));
    data.put("matrices", decisions);
    return data;
  }

  private static void addData(List<CompressedLoops.Place> places, List<Object> decisions) {
    for (CompressedLoops.Place place : places) {
      for (Considered matrix : place.matrices()) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("loop", title(place.block()));
        fields.put("variable", matrix.variable());
        fields.put("workload", matrix.workload().toString());
        fields.put("whyNot", matrix.whyNot());
        decisions.add(fields);
      }
      addData(place.inside(), decisions);
    }
  }
}
