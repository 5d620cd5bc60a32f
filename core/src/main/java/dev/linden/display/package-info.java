/**
 * Tables for people, as text and as HTML: aligned columns under their names and types, numbers in a
 * form that hides none of them, and a word on what was left out. It knows matrices and frames; what
 * values of scripts look like is told by {@code op.Display}, which stands on it. Start at {@link
 * dev.linden.display.Table}.
 */
package dev.linden.display;
