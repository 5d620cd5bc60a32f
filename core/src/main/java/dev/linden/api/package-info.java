/**
 * The embedding interface: the only package that outsiders compile against, besides the errors and
 * settings of {@code base}. Start at {@link dev.linden.api.Linden}. A layer over {@code engine}: it
 * turns Java's arrays and numbers into values and back, and loads external functions.
 */
package dev.linden.api;
