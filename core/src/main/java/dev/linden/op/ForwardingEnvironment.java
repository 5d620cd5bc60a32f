package dev.linden.op;

import dev.linden.base.Settings;
import dev.linden.picture.Plot;
import java.util.List;

/** An environment like another one; subclasses say in what it differs. */
public abstract class ForwardingEnvironment implements Environment {
  private final Environment environment;

  protected ForwardingEnvironment(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Info describe(ReadRequest request) {
    return environment.describe(request);
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
  public Settings.Compression compression() {
    return environment.compression();
  }

  @Override
  public void writeBytes(String path, byte[] bytes) {
    environment.writeBytes(path, bytes);
  }

  @Override
  public void show(Plot plot) {
    environment.show(plot);
  }

  @Override
  public boolean isRestricted() {
    return environment.isRestricted();
  }

  @Override
  public void print(String line) {
    environment.print(line);
  }

  @Override
  public void warn(String message) {
    environment.warn(message);
  }

  @Override
  public long nextSeed() {
    return environment.nextSeed();
  }

  @Override
  public List<Value> call(String function, List<Value> arguments, List<String> names) {
    return environment.call(function, arguments, names);
  }

  @Override
  public List<String> resultNames(String function) {
    return environment.resultNames(function);
  }

  @Override
  public void checkExternal(String className) {
    environment.checkExternal(className);
  }

  @Override
  public List<Value> callExternal(
      String className, String function, List<Value> arguments, int results) {
    return environment.callExternal(className, function, arguments, results);
  }
}
