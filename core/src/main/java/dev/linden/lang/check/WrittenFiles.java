package dev.linden.lang.check;

import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.lang.Stmt;
import dev.linden.op.CellwiseOps;
import dev.linden.op.Environment;
import dev.linden.op.ForwardingEnvironment;
import dev.linden.op.Info;
import dev.linden.op.Property;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The environment as the compiler may see it: of a file that the script itself writes, nothing is
 * known before it runs, whatever lies there now.
 */
final class WrittenFiles extends ForwardingEnvironment {
  private final Set<String> paths = new HashSet<>();
  private boolean anyPath;

  WrittenFiles(Environment environment) {
    super(environment);
  }

  /** Notes the files that the blocks write. */
  void add(List<Block> blocks) {
    for (Block block : blocks) {
      if (block instanceof Block.Basic basic) {
        basic.statements().forEach(this::add);
      } else if (block instanceof Block.If branch) {
        add(branch.then());
        add(branch.otherwise());
      } else if (block instanceof Block.While loop) {
        add(loop.body());
      } else {
        add(((Block.For) block).body());
      }
    }
  }

  private void add(Stmt statement) {
    if (statement instanceof Stmt.Effect effect
        && effect.call() instanceof Expr.OpCall call
        && call.op().has(Property.WRITES_FILE)
        && call.arguments().size() > 1) {
      String path = constantText(call.arguments().get(1));
      if (path == null) {
        anyPath = true;
      } else {
        paths.add(PathText.normalize(path));
      }
    }
  }

  /** Texts put together from constants; null for everything else. */
  private static String constantText(Expr expression) {
    if (expression instanceof Expr.Const constant) {
      return constant.value().asText();
    }
    if (expression instanceof Expr.OpCall call && call.op() == CellwiseOps.PLUS) {
      String left = constantText(call.arguments().get(0));
      String right = constantText(call.arguments().get(1));
      return left == null || right == null ? null : left + right;
    }
    return null;
  }

  @Override
  public Info describe(ReadRequest request) {
    return anyPath || paths.contains(PathText.normalize(request.path()))
        ? null
        : super.describe(request);
  }
}
