/**
 * Pictures of numbers: lines, points, histograms, heat maps and box plots. A {@link
 * dev.linden.picture.Plot} holds what is to be seen, {@link dev.linden.picture.Drawing} draws it on
 * a {@link dev.linden.picture.Canvas}, which is SVG or an image, and {@link
 * dev.linden.picture.Sketch} writes it in Unicode characters. Start at {@code Plot}.
 */
package dev.linden.picture;
