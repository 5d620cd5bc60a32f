/**
 * MatrixMarket files; {@link dev.linden.storage.format.matrixmarket.MatrixMarketFormat} is the
 * entrance.
 */
package dev.linden.storage.format.matrixmarket;
