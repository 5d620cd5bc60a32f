/**
 * Growing trees over binned features: forests and boosting.
 *
 * <pre>
 *   code[i,f]    = the bin of X[i,f] among the cuts of feature f
 *   H[node,f,b] += (gradient, second derivative, or class counts) of the rows of the node in bin b
 *   split        = the feature and cut with the largest gain of H left and right of it
 * </pre>
 *
 * <p>Split: binning and histograms between features, each summed in the order of rows; rows of a
 * node are parted in order; predictions between rows. So a tree is the same for any number of
 * threads.
 *
 * <p>Start reading at {@link dev.linden.matrix.kernel.tree.TreeGrower}, below {@link
 * dev.linden.matrix.kernel.tree.Forests} and {@link dev.linden.matrix.kernel.tree.Boosting}.
 */
package dev.linden.matrix.kernel.tree;
