/** Frames: tables of typed columns. Start at {@link dev.linden.frame.Frame}. */
package dev.linden.frame;
