package dev.linden.spark.exchange;

import java.io.Serializable;

/** One cell of a matrix, its row and column counted from 1. */
public record MatrixCell(long row, long col, double value) implements Serializable {}
