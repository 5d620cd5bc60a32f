package dev.linden.parfor.decide;

import dev.linden.hop.HopBlock;
import dev.linden.hop.HopProgram;
import dev.linden.op.Environment;
import dev.linden.plan.OperationMemory;
import dev.linden.plan.distribute.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The plan trees of all parfor loops of a program that are in no other one, for people and for
 * programs. Sizes are those that the compiler knows; when a loop runs, it is planned anew with
 * those that it finds.
 */
public final class ParforExplain {
  /** {@code where}: the function, or the main part. */
  private record Shown(String where, PlanNode.Loop loop) {}

  private final List<Shown> loops = new ArrayList<>();

  private ParforExplain() {}

  public static ParforExplain of(
      HopProgram program,
      int threads,
      Resources resources,
      TimeModel times,
      Environment environment) {
    ParforExplain explain = new ParforExplain();
    Function<HopBlock.For, PlanNode.Loop> decide =
        loop ->
            Decisions.explain(
                loop,
                program.functions(),
                Machine.of(threads, resources, loop.options().mode()),
                times,
                environment);
    program
        .functions()
        .values()
        .forEach(f -> explain.add(f.body(), "FUNCTION " + f.source().ref().name(), decide));
    explain.add(program.main(), "MAIN", decide);
    return explain;
  }

  private void add(
      List<HopBlock> blocks, String where, Function<HopBlock.For, PlanNode.Loop> decide) {
    for (HopBlock block : blocks) {
      if (block instanceof HopBlock.For loop && loop.parallel()) {
        loops.add(new Shown(where, decide.apply(loop)));
      } else {
        add(block.inside(), where, decide);
      }
    }
  }

  // ---- for people

  public String text() {
    StringBuilder out = new StringBuilder();
    for (Shown shown : loops) {
      line(0, shown.where, out);
      tree(1, shown.loop, out);
    }
    return out.toString();
  }

  /** The decisions about a loop and those in it, without operations. */
  static String decisions(PlanNode.Loop loop) {
    StringBuilder out = new StringBuilder();
    loop.forEach(
        node -> {
          if (node instanceof PlanNode.Loop inner && inner.decision() != null) {
            lines(0, inner, out);
          }
        });
    return out.toString();
  }

  private static void tree(int depth, PlanNode node, StringBuilder out) {
    lines(depth, node, out);
    node.children().forEach(child -> tree(depth + 1, child, out));
  }

  private static void lines(int depth, PlanNode node, StringBuilder out) {
    line(depth, text(node), out);
    if (node instanceof PlanNode.Loop loop && loop.decision() != null) {
      loop.decision().notes().forEach(note -> line(depth + 1, "* " + note, out));
    }
  }

  private static void line(int depth, String text, StringBuilder out) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }

  private static String text(PlanNode node) {
    if (node instanceof PlanNode.Operation operation) {
      return operation.label()
          + " ["
          + OperationMemory.text(operation.memory())
          + "]"
          + (operation.onSpark() ? " SPARK" : "");
    }
    return node.label() + (node instanceof PlanNode.Loop loop ? how(loop) : "");
  }

  private static String how(PlanNode.Loop loop) {
    String iterations = " N=" + (loop.iterations() < 0 ? "?" : loop.iterations());
    Decision decision = loop.decision();
    if (decision == null) {
      return iterations;
    }
    if (decision.degree().sequential() != null) {
      return iterations + " as FOR";
    }
    return iterations
        + " "
        + decision.strategy().word()
        + " k="
        + decision.degree().workers()
        + " tasks="
        + decision.tasks().text()
        + " merge="
        + decision.merge()
        + " budget="
        + OperationMemory.text(decision.degree().budget());
  }

  // ---- for programs

  /** The lines of the text as {@code parfor}, and the trees as {@code loops}. */
  public Map<String, Object> data() {
    List<Object> trees = new ArrayList<>();
    for (Shown shown : loops) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("where", shown.where);
      fields.putAll(data(shown.loop));
      trees.add(fields);
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("parfor", text().lines().toList());
    data.put("loops", trees);
    return data;
  }

  private static Map<String, Object> data(PlanNode node) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("node", node.label());
    if (node instanceof PlanNode.Operation operation) {
      fields.put("operationMemory", bytes(operation.memory()));
      fields.put("exec", operation.onSpark() ? "SPARK" : "LOCAL");
      return fields;
    }
    if (node instanceof PlanNode.Loop loop) {
      fields.put("iterations", loop.iterations() < 0 ? null : loop.iterations());
      if (loop.decision() != null) {
        decision(loop.decision(), fields);
      }
    }
    List<Object> children = new ArrayList<>();
    node.children().forEach(child -> children.add(data(child)));
    fields.put("body", children);
    return fields;
  }

  private static void decision(Decision decision, Map<String, Object> fields) {
    fields.put("sequential", decision.degree().sequential());
    fields.put("mode", decision.strategy().word());
    fields.put("workers", decision.degree().workers());
    fields.put("tasks", decision.tasks().text());
    fields.put("merge", decision.merge().name());
    fields.put("budget", bytes(decision.degree().budget()));
    fields.put("notes", decision.notes());
  }

  private static Object bytes(double bytes) {
    return Double.isInfinite(bytes) ? null : (long) bytes;
  }
}
