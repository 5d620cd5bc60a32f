package dev.linden.op;

import java.util.ArrayList;
import java.util.List;

/** Remembers what operators ask of the world. */
final class FakeEnvironment implements Environment {
  final List<String> printed = new ArrayList<>();
  final List<String> warned = new ArrayList<>();
  final List<ReadRequest> described = new ArrayList<>();
  final List<ReadRequest> read = new ArrayList<>();
  final List<WriteRequest> written = new ArrayList<>();
  final List<List<Value>> calledWith = new ArrayList<>();
  final List<List<String>> calledNames = new ArrayList<>();
  List<Value> callResults = List.of();
  Value readResult = Scalar.of(1.5);
  Info readInfo = Info.scalar(ValueType.DOUBLE);
  private long seed;

  @Override
  public Info describe(ReadRequest request) {
    described.add(request);
    return readInfo;
  }

  @Override
  public Value read(ReadRequest request) {
    read.add(request);
    return readResult;
  }

  @Override
  public void write(Value value, WriteRequest request) {
    written.add(request);
  }

  @Override
  public void warn(String message) {
    warned.add(message);
  }

  @Override
  public boolean isRestricted() {
    return false;
  }

  @Override
  public void print(String line) {
    printed.add(line);
  }

  @Override
  public long nextSeed() {
    return ++seed;
  }

  @Override
  public List<Value> call(String function, List<Value> arguments, List<String> names) {
    calledWith.add(arguments);
    calledNames.add(names);
    return callResults;
  }
}
