/**
 * Layers of neural networks and their derivatives. A row is an image (channel by channel, each row
 * by row) or a sequence (step by step).
 *
 * <pre>
 *   Y[n, f, p, q] = sum over c, r, s of W[f, c, r, s] * X[n, c, p*stride + r - pad, q*stride + s - pad]   convolution
 *   Y[n, c, p, q] = max, or mean, of the window at (p, q)                                             pooling
 *   Y[n, c, ...]  = gamma[c] * (X[n, c, ...] - mean[c]) / sqrt(var[c] + epsilon) + beta[c]            batch norm
 *   (i, f, o, g)  = (s, s, s, tanh)((x, out) W + b),  c' = f c + i g,  out' = o tanh(c')              lstm
 * </pre>
 *
 * <p>Split: between images, each thread with one unfolded image at a time; gradients of filters are
 * sums over fixed ranges of images, added in order. Batch norm goes by channels. The steps of an
 * lstm follow each other, and its products are split as all products are.
 *
 * <p>Start reading at {@link dev.linden.matrix.kernel.layer.Conv2d}, with {@link
 * dev.linden.matrix.kernel.layer.Windows} for the geometry.
 */
package dev.linden.matrix.kernel.layer;
