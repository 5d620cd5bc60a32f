package dev.linden.spark.operator;

import dev.linden.matrix.Matrix;
import dev.linden.matrix.Workers;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.Invocation;
import dev.linden.op.OuterOps;
import dev.linden.op.Value;
import dev.linden.op.ValueType;

/** A call as if its first operands, the factors of an outer product, were not given. */
record WithoutFactors(Invocation call) implements Invocation {
  @Override
  public int count() {
    return call.count();
  }

  @Override
  public boolean has(int i) {
    return i >= OuterOps.FACTORS && call.has(i);
  }

  @Override
  public String name(int i) {
    return call.name(i);
  }

  @Override
  public DataType dataType(int i) {
    return call.dataType(i);
  }

  @Override
  public ValueType valueType(int i) {
    return call.valueType(i);
  }

  @Override
  public Matrix matrix(int i) {
    return call.matrix(i);
  }

  @Override
  public double number(int i) {
    return call.number(i);
  }

  @Override
  public long integer(int i) {
    return call.integer(i);
  }

  @Override
  public boolean flag(int i) {
    return call.flag(i);
  }

  @Override
  public String text(int i) {
    return call.text(i);
  }

  @Override
  public Value value(int i) {
    return call.value(i);
  }

  @Override
  public boolean reusable(int i) {
    return false;
  }

  @Override
  public Workers workers() {
    return call.workers();
  }

  @Override
  public Environment environment() {
    return call.environment();
  }

  @Override
  public void result(double value) {
    call.result(value);
  }

  @Override
  public void result(long value) {
    call.result(value);
  }

  @Override
  public void result(boolean value) {
    call.result(value);
  }

  @Override
  public void result(String value) {
    call.result(value);
  }

  @Override
  public void result(Matrix value) {
    call.result(value);
  }

  @Override
  public void result(Value value) {
    call.result(value);
  }

  @Override
  public void result(int k, Value value) {
    call.result(k, value);
  }
}
