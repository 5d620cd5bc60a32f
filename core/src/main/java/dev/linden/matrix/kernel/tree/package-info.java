/** Growing trees over binned features: forests and boosting. */
package dev.linden.matrix.kernel.tree;
