package dev.linden.run;

import dev.linden.base.InputError;
import dev.linden.base.ResourceError;
import dev.linden.lang.ParforOptions.MergeMethod;
import dev.linden.matrix.Matrix;
import dev.linden.op.ListValue;
import dev.linden.op.MatrixValue;
import dev.linden.op.Value;
import dev.linden.parfor.ParforPlan;
import dev.linden.parfor.ResultMerge;
import dev.linden.parfor.StagedMerge;
import dev.linden.plan.ParforBody;
import dev.linden.storage.pool.BufferPool;
import dev.linden.storage.pool.Resident;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Gives result variables the values that the workers have left, in memory or over files. */
final class ParforMerge {
  private final Context context;
  private final BufferPool pool;
  private final MergeMethod method;

  ParforMerge(Context context, ParforPlan plan) {
    this.context = context;
    this.pool = context.pool();
    this.method = plan.merge();
  }

  void merge(ParforBody.Result result, Frame master, List<Value> values) {
    Value original = master.value(result.slot());
    List<Value> parts = new ArrayList<>();
    for (Value value : values) {
      if (value != original) {
        parts.add(value);
      }
    }
    if (parts.isEmpty()) {
      return;
    }
    if (parts.size() == 1) {
      master.set(result.slot(), onlyPart(original, parts.get(0)));
    } else if (original instanceof MatrixValue matrix) {
      master.set(result.slot(), mergeMatrices(result.variable(), matrix, parts));
    } else {
      master.set(result.slot(), mergeLists(result.variable(), (ListValue) original, parts));
    }
  }

  // ---- matrices

  /** A variable keeps its names through a loop, as it does where results are merged. */
  private static Value onlyPart(Value original, Value part) {
    if (!(original instanceof MatrixValue before)
        || !(part instanceof MatrixValue matrix)
        || !before.isNamed() && !matrix.isNamed()) {
      return part;
    }
    return matrix.isShared()
        ? new MatrixValue(matrix.matrix().copy()).namedLike(before)
        : matrix.namedLike(before);
  }

  private Value mergeMatrices(String variable, MatrixValue original, List<Value> parts) {
    for (Value part : parts) {
      MatrixValue matrix = (MatrixValue) part;
      if (matrix.rows() != original.rows() || matrix.cols() != original.cols()) {
        throw new InputError(
            variable + " has another size after an iteration of a parfor loop than before it");
      }
    }
    boolean staged =
        method == MergeMethod.LOCAL_FILE
            || method != MergeMethod.LOCAL_MEM && !fitsMemory(original, parts);
    return staged ? mergeStaged(variable, original, parts) : mergeInMemory(original, parts);
  }

  /** The original and two parts are in memory at once, dense in the worst case. */
  private boolean fitsMemory(MatrixValue original, List<Value> parts) {
    boolean dense = false;
    double largest = 0;
    for (Value part : parts) {
      Matrix block = ((MatrixValue) part).resident();
      dense |= block == null || !block.isSparse();
      largest = Math.max(largest, block == null ? 0 : block.bytes());
    }
    double each = dense ? 8.0 * original.rows() * original.cols() : largest;
    return 3 * each <= pool.budget();
  }

  private Value mergeInMemory(MatrixValue original, List<Value> parts) {
    MatrixValue target = (MatrixValue) parts.get(0);
    if (target.isShared()) {
      // The body has put another variable in the place of the whole.
      target = new MatrixValue(target.matrix().copy());
    }
    pool.retain(target);
    boolean empty = isEmpty(original);
    for (Value part : parts.subList(1, parts.size())) {
      MatrixValue merged;
      try (BufferPool.Admission admission =
          pool.admit(residents(original, target, (MatrixValue) part), 0, false)) {
        if (target.keeper() != null) {
          target.keeper().overwritten();
        }
        target.forgetRemote();
        Matrix block =
            ResultMerge.merge(
                empty ? null : original.matrix(),
                List.of(target.matrix(), ((MatrixValue) part).matrix()),
                context.workers());
        merged = block == target.matrix() ? target : new MatrixValue(block);
      }
      if (merged != target) {
        pool.retain(merged);
        pool.release(target);
        target = merged;
      }
    }
    BufferPool.handOver(target);
    return target.namedLike(original);
  }

  private Value mergeStaged(String variable, MatrixValue original, List<Value> parts) {
    try (StagedMerge merge = new StagedMerge(original.rows(), original.cols())) {
      if (!isEmpty(original)) {
        try (BufferPool.Admission admission = pool.admit(residents(original), 0, false)) {
          merge.original(original.matrix(), pool.stagingFile());
        }
      }
      for (Value part : parts) {
        MatrixValue matrix = (MatrixValue) part;
        try (BufferPool.Admission admission = pool.admit(residents(matrix), 0, false)) {
          merge.part(matrix.matrix(), pool.stagingFile());
        }
      }
      return new MatrixValue(merge.merge(context.workers())).namedLike(original);
    } catch (IOException e) {
      throw new ResourceError(
          "the results of the iterations for "
              + variable
              + " can't be merged over files: "
              + e.getMessage(),
          e);
    }
  }

  private boolean isEmpty(MatrixValue original) {
    try (BufferPool.Admission admission = pool.admit(residents(original), 0, false)) {
      return ResultMerge.isEmpty(original.matrix());
    }
  }

  private static Resident[] residents(MatrixValue... matrices) {
    List<Resident> kept = new ArrayList<>();
    for (MatrixValue matrix : matrices) {
      if (matrix.keeper() instanceof Resident resident) {
        kept.add(resident);
      }
    }
    return kept.toArray(new Resident[0]);
  }

  // ---- lists

  private static Value mergeLists(String variable, ListValue original, List<Value> parts) {
    List<Value> elements = new ArrayList<>(original.elements());
    for (Value part : parts) {
      ListValue changed = (ListValue) part;
      if (changed.size() != original.size()) {
        throw new InputError(
            "the list "
                + variable
                + " has another length after an iteration of a parfor loop than before it");
      }
      for (int i = 0; i < elements.size(); i++) {
        if (changed.elements().get(i) != original.elements().get(i)) {
          elements.set(i, changed.elements().get(i));
        }
      }
    }
    return new ListValue(elements, original.names());
  }
}
