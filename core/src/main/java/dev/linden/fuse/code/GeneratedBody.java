package dev.linden.fuse.code;

import dev.linden.matrix.BinaryFunction;
import dev.linden.matrix.UnaryFunction;

/** What all generated classes have: the functions that they call on arrays. */
abstract class GeneratedBody extends CellBody {
  protected final UnaryFunction[] unary;
  protected final BinaryFunction[] binary;
  private final int temporaries;

  GeneratedBody(UnaryFunction[] unary, BinaryFunction[] binary, int temporaries) {
    this.unary = unary;
    this.binary = binary;
    this.temporaries = temporaries;
  }

  @Override
  public final int temporaries() {
    return temporaries;
  }
}
