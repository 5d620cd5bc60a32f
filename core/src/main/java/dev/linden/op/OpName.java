package dev.linden.op;

import dev.linden.base.LindenBug;

/**
 * An operator that every machine has under the same name.
 *
 * @param folds the aggregate is meant, not the cell-wise operator of that name
 */
record OpName(String name, boolean folds) implements Op.Recipe {
  @Override
  public Op make() {
    Op found = Catalogue.find(name);
    if (found == null) {
      found = Catalogue.physical(name);
    } else if (folds) {
      found = found.forArguments(1);
    }
    if (found == null) {
      throw new LindenBug("there is no operator " + name + " here");
    }
    return found;
  }
}
