/**
 * Layers of neural networks: convolution, pooling, normalisation, recurrent cells. A row is an
 * image or a sequence.
 */
package dev.linden.matrix.kernel.layer;
