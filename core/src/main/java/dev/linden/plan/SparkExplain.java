package dev.linden.plan;

import dev.linden.op.Size;
import dev.linden.plan.ProgramView.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The distributed part of a plan: the operators that run on Spark with their lines in the script,
 * in the control flow they stand in. All the rest of the plan is local. Text and JSON show the same
 * tree, in which branches and loops without such operators are left out.
 */
public final class SparkExplain {
  private final List<Function> functions = new ArrayList<>();
  private final List<Entry> main;

  private record Function(String name, List<Entry> body) {}

  private sealed interface Entry {}

  /** {@code otherwise}: what stands behind {@code else}. */
  private record Section(Kind kind, boolean otherwise, int line, List<Entry> body)
      implements Entry {}

  /** {@code size} is that of a matrix, else null; the method is empty if there is one only. */
  private record Operation(String name, List<String> inputs, int line, Size size, String method)
      implements Entry {}

  private SparkExplain(Plan plan) {
    for (Plan.PlanFunction f : plan.functions().values()) {
      List<Entry> body = new Body(f.body()).entries(f.body().blocks());
      if (!body.isEmpty()) {
        functions.add(new Function(f.signature().name(), body));
      }
    }
    main = new Body(plan.main()).entries(plan.main().blocks());
  }

  public static SparkExplain of(Plan plan) {
    return new SparkExplain(plan);
  }

  // ---- the tree

  private record Body(Plan.Body body) {
    List<Entry> entries(List<PlanBlock> blocks) {
      List<Entry> entries = new ArrayList<>();
      for (PlanBlock block : blocks) {
        if (block instanceof PlanBlock.Straight b) {
          entries.addAll(operations(b.instructions()));
        } else if (block instanceof PlanBlock.If b) {
          entries.addAll(operations(b.predicate()));
          add(new Section(Kind.IF, false, b.span().line(), entries(b.then())), entries);
          add(new Section(Kind.IF, true, b.span().line(), entries(b.otherwise())), entries);
        } else if (block instanceof PlanBlock.While b) {
          List<Entry> inside = new ArrayList<>(operations(b.predicate()));
          inside.addAll(entries(b.body()));
          add(new Section(Kind.WHILE, false, b.span().line(), inside), entries);
        } else {
          PlanBlock.For b = (PlanBlock.For) block;
          entries.addAll(operations(b.bounds()));
          Kind kind = b.parallel() ? Kind.PARFOR : Kind.FOR;
          add(new Section(kind, false, b.span().line(), entries(b.body())), entries);
        }
      }
      return entries;
    }

    private static void add(Section section, List<Entry> entries) {
      if (!section.body().isEmpty()) {
        entries.add(section);
      }
    }

    private List<Entry> operations(List<Instruction> instructions) {
      List<Entry> operations = new ArrayList<>();
      for (Instruction instruction : instructions) {
        if (instruction instanceof Instruction.Compute c && c.exec().isOnSpark()) {
          List<String> inputs = new ArrayList<>();
          for (int slot : c.inputs()) {
            if (slot != Instruction.NONE) {
              inputs.add(operand(slot));
            }
          }
          boolean matrix = !c.results().isEmpty() && c.results().get(0).isMatrix();
          Size size = matrix ? c.results().get(0).size() : null;
          String method = c.exec().method().label();
          operations.add(new Operation(c.op().name(), inputs, c.span().line(), size, method));
        }
      }
      return operations;
    }

    /** Temporaries have numbers that say nothing. */
    private String operand(int slot) {
      boolean temporary = body.literals().get(slot) == null && body.slotNames().get(slot) == null;
      return temporary ? "_" : Explain.slot(slot, body);
    }
  }

  // ---- as text

  /** One line per operator, indented below the functions, branches and loops around it. */
  public String text() {
    StringBuilder out = new StringBuilder();
    for (Function function : functions) {
      out.append("FUNCTION ").append(function.name()).append('\n');
      append(out, "  ", function.body());
    }
    if (!main.isEmpty()) {
      out.append("MAIN\n");
      append(out, "  ", main);
    }
    return out.isEmpty() ? "nothing runs on Spark\n" : out.toString();
  }

  private static void append(StringBuilder out, String indent, List<Entry> entries) {
    for (Entry entry : entries) {
      out.append(indent);
      if (entry instanceof Section section) {
        String word = section.otherwise() ? "ELSE" : section.kind().name();
        out.append(word).append(" (line ").append(section.line()).append(")\n");
        append(out, indent + "  ", section.body());
      } else {
        Operation operation = (Operation) entry;
        out.append(operation.line()).append(": ").append(operation.name());
        operation.inputs().forEach(input -> out.append(' ').append(input));
        if (operation.size() != null) {
          out.append(" -> ").append(operation.size().shape());
        }
        if (!operation.method().isEmpty()) {
          out.append(" [").append(operation.method()).append(']');
        }
        out.append('\n');
      }
    }
  }

  // ---- as data

  /** For JSON: maps, lists, texts and numbers. */
  public Map<String, Object> data() {
    List<Object> all = new ArrayList<>();
    for (Function function : functions) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", function.name());
      fields.put("body", data(function.body()));
      all.add(fields);
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("spark", text().lines().toList());
    data.put("functions", all);
    data.put("main", data(main));
    return data;
  }

  private static List<Object> data(List<Entry> entries) {
    List<Object> all = new ArrayList<>();
    for (Entry entry : entries) {
      Map<String, Object> fields = new LinkedHashMap<>();
      if (entry instanceof Section section) {
        String word = section.otherwise() ? "else" : section.kind().name();
        fields.put("type", word.toLowerCase(Locale.ROOT));
        fields.put("line", section.line());
        fields.put("body", data(section.body()));
      } else {
        Operation operation = (Operation) entry;
        fields.put("operator", operation.name());
        fields.put("inputs", operation.inputs());
        fields.put("line", operation.line());
        Size size = operation.size();
        if (size != null) {
          fields.put("rows", size.rowsKnown() ? size.rows() : null);
          fields.put("cols", size.colsKnown() ? size.cols() : null);
        }
        if (!operation.method().isEmpty()) {
          fields.put("method", operation.method());
        }
      }
      all.add(fields);
    }
    return all;
  }
}
