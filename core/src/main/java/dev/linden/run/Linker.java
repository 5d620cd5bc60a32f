package dev.linden.run;

import dev.linden.op.CompressionOps;
import dev.linden.op.PlacementOps;
import dev.linden.op.ScalarArithmetic;
import dev.linden.plan.Instruction;
import dev.linden.plan.Plan;
import dev.linden.plan.PlanBlock;
import dev.linden.plan.RecompilePoint;
import dev.linden.plan.Recompiler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Turns a plan into steps, choosing for each instruction the variant that its operand types allow.
 */
final class Linker {
  private final Context context;

  /** For runs that check themselves: NaN or an infinity has occurred. */
  private final AtomicBoolean specialValues;

  private final Map<String, Routine> functions = new LinkedHashMap<>();
  private final Plan plan;
  private final Recompiler recompiler;

  private Linker(Context context, Plan plan, Recompiler recompiler, AtomicBoolean specialValues) {
    this.context = context;
    this.plan = plan;
    this.recompiler = recompiler;
    this.specialValues = specialValues;
  }

  /** The main routine; {@code functions} receives the others by key. */
  static Routine link(Plan plan, Context context, Map<String, Routine> functions) {
    Linker linker = unlinked(plan, context);
    plan.functions()
        .forEach(
            (key, f) -> {
              Routine routine = linker.functions.get(key);
              routine.link(linker.blocks(f.body().blocks(), routine), context);
            });
    Routine main = new Routine("main", plan.main(), null, context.pool());
    main.link(linker.blocks(plan.main().blocks(), main), context);
    functions.putAll(linker.functions);
    return main;
  }

  /** Knows the functions, but has made no steps yet. */
  static Linker unlinked(Plan plan, Context context) {
    Linker linker = new Linker(context, plan, plan.recompiler(), new AtomicBoolean());
    plan.functions()
        .forEach(
            (key, f) ->
                linker.functions.put(
                    key, new Routine(f.signature().name(), f.body(), f, context.pool())));
    return linker;
  }

  /** Makes steps for a worker, whose functions are linked when it first calls them. */
  Linker forWorker(Context worker) {
    Linker linker =
        new Linker(
            worker,
            plan,
            plan.recompiler().withLocalBudget(worker.resources().localBudget()),
            specialValues);
    functions.forEach(
        (key, original) -> {
          Routine routine = new Routine(original);
          routine.linkLater(
              () -> linker.blocks(plan.functions().get(key).body().blocks(), routine), worker);
          linker.functions.put(key, routine);
        });
    worker.environment().functions(linker.functions);
    return linker;
  }

  Context context() {
    return context;
  }

  Step[] blocks(List<PlanBlock> blocks, Routine routine) {
    List<Step> steps = new ArrayList<>();
    for (PlanBlock block : blocks) {
      if (block instanceof PlanBlock.Straight straight) {
        steps.addAll(List.of(instructions(straight.instructions(), straight.point(), routine)));
      } else if (block instanceof PlanBlock.If b) {
        steps.add(branches(b, routine));
      } else if (block instanceof PlanBlock.While b) {
        steps.add(
            new ControlSteps.While(
                instructions(b.predicate(), b.point(), routine),
                b.predicateSlot(),
                blocks(b.body(), routine),
                b.cleanup(),
                b.span(),
                context));
      } else {
        PlanBlock.For b = (PlanBlock.For) block;
        ControlSteps.Bounds bounds =
            new ControlSteps.Bounds(
                instructions(b.bounds(), b.point(), routine),
                b.fromSlot(),
                b.toSlot(),
                b.stepSlot(),
                b.span());
        Step[] body = blocks(b.body(), routine);
        steps.add(
            b.parfor() == null
                ? new ControlSteps.For(b.variableSlot(), bounds, body, b.cleanup(), context)
                : new ParforStep(b, bounds, body, this, routine));
      }
    }
    return steps.toArray(new Step[0]);
  }

  /** From the end of a chain of else-ifs on: it may be longer than the stack is deep. */
  private Step branches(PlanBlock.If first, Routine routine) {
    List<PlanBlock.If> chain = new ArrayList<>();
    for (PlanBlock.If branch = first; branch != null; branch = branch.elseIf()) {
      chain.add(branch);
    }
    Step next = null;
    for (int i = chain.size() - 1; i >= 0; i--) {
      PlanBlock.If branch = chain.get(i);
      List<PlanBlock> otherwise = branch.otherwise();
      Step[] second;
      if (next == null) {
        second = blocks(otherwise, routine);
      } else {
        Step[] before = blocks(otherwise.subList(0, otherwise.size() - 1), routine);
        second = Arrays.copyOf(before, before.length + 1);
        second[before.length] = next;
      }
      next =
          new ControlSteps.If(
              instructions(branch.predicate(), branch.point(), routine),
              branch.predicateSlot(),
              blocks(branch.then(), routine),
              second,
              branch.cleanup(),
              branch.span());
    }
    return next;
  }

  /** With a point to recompile: one step that chooses among the instructions made so far. */
  private Step[] instructions(
      List<Instruction> instructions, RecompilePoint point, Routine routine) {
    Step[] steps = instructions(instructions);
    return point == null
        ? steps
        : new Step[] {
          new RecompilingStep(point, steps, recompiler, this::instructions, routine, context)
        };
  }

  private Step[] instructions(List<Instruction> instructions) {
    return instructions.stream().map(this::step).toArray(Step[]::new);
  }

  private Step step(Instruction instruction) {
    if (instruction instanceof Instruction.Compute compute) {
      Step step = compute(compute);
      return context.recording() == null ? step : context.recording().around(step, compute);
    } else if (instruction instanceof Instruction.Invoke invoke) {
      Routine routine = functions.get(invoke.function());
      Step call = new ControlSteps.Invoke(invoke, routine);
      return context.recording() == null
          ? call
          : context.recording().around(call, invoke, routine.name());
    } else if (instruction instanceof Instruction.Copy copy) {
      return new ControlSteps.Copy(copy);
    } else if (instruction instanceof Instruction.Exists exists) {
      return new ControlSteps.Exists(exists);
    }
    return new ControlSteps.Remove(((Instruction.Remove) instruction).slots());
  }

  private Step compute(Instruction.Compute compute) {
    if (PlacementOps.isPlacement(compute.op())) {
      return new PlacementStep(compute);
    } else if (CompressionOps.decidesWhenRun(compute.op())) {
      return new CompressionStep(compute, context);
    }
    NativeCode.prepareFor(compute, context.workers());
    Step step = unchecked(compute);
    Step checked = context.verify() ? new CheckedStep(step, compute, context, specialValues) : step;
    return compute.exec().isOnSpark() ? new SparkStep(compute, checked, context) : checked;
  }

  private Step unchecked(Instruction.Compute compute) {
    boolean scalars =
        ScalarArithmetic.covers(compute.op())
            && compute.infos().stream().allMatch(info -> info != null && info.isScalar());
    boolean wanted = compute.outputs().length == 1 && compute.outputs()[0] != Instruction.NONE;
    if (scalars && wanted && compute.op().binary() != null && compute.infos().size() == 2) {
      return new ScalarBinaryStep(compute, context);
    } else if (scalars && wanted && compute.op().unary() != null && compute.infos().size() == 1) {
      return new ScalarUnaryStep(compute, context);
    }
    if (PartitionStep.covers(compute)) {
      boolean column = ColumnStep.covers(compute);
      Step whole = column ? new ColumnStep(compute, context) : new KernelStep(compute, context);
      return new PartitionStep(compute, context, whole);
    }
    return CellAssignStep.covers(compute, context)
        ? new CellAssignStep(compute, context)
        : new KernelStep(compute, context);
  }
}
