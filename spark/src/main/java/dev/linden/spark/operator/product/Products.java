package dev.linden.spark.operator.product;

import dev.linden.plan.distribute.Method;
import dev.linden.spark.operator.Operator;

/** Which implementation runs a product. */
public final class Products {
  private Products() {}

  public static Operator of(Method.Product method) {
    return switch (method) {
      case MAPMM_LEFT -> new MapMm(true);
      case MAPMM_RIGHT -> new MapMm(false);
      case TSMM -> new Tsmm();
      case ZIPMM -> new ZipMm();
      case CPMM -> new CpMm();
      case RMM -> new Rmm();
      case MAPMMCHAIN -> new MapMmChain();
      case TWO_PRODUCTS -> new TwoProducts();
      case PMM -> new Pmm(true);
      case PMM_JOIN -> new Pmm(false);
    };
  }
}
