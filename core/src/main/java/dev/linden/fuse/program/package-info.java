/** What a fused operator computes, independent of how it is run. */
package dev.linden.fuse.program;
