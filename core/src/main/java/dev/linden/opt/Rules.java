package dev.linden.opt;

import dev.linden.opt.rule.DropDoubleNegation;
import dev.linden.opt.rule.DropDoubleTranspose;
import dev.linden.opt.rule.TraceOfProduct;
import java.util.List;

/** All rules in the order in which they are tried at a call. */
public final class Rules {
  public static final List<Rule> ALL =
      List.of(new DropDoubleTranspose(), new DropDoubleNegation(), new TraceOfProduct());

  private Rules() {}
}
