package dev.linden.plan;

import dev.linden.op.Environment;
import dev.linden.op.ForwardingEnvironment;
import dev.linden.op.Info;

/** An environment in which nothing is known of files before they are read. */
final class UnknownFiles extends ForwardingEnvironment {
  UnknownFiles(Environment environment) {
    super(environment);
  }

  @Override
  public Info describe(ReadRequest request) {
    return null;
  }
}
