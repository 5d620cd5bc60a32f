package dev.linden.plan;

import dev.linden.op.Environment;
import dev.linden.op.Info;
import dev.linden.op.Value;
import java.util.List;

/** An environment in which nothing is known of files before they are read. */
record UnknownFiles(Environment environment) implements Environment {
  @Override
  public Info describe(ReadRequest request) {
    return null;
  }

  @Override
  public Value read(ReadRequest request) {
    return environment.read(request);
  }

  @Override
  public void write(Value value, WriteRequest request) {
    environment.write(value, request);
  }

  @Override
  public void print(String line) {
    environment.print(line);
  }

  @Override
  public long nextSeed() {
    return environment.nextSeed();
  }

  @Override
  public List<Value> call(String function, List<Value> arguments, List<String> names) {
    return environment.call(function, arguments, names);
  }
}
