/** The inner loops of fused operators: cell functions as programs, generated Java, its cache. */
package dev.linden.fuse.code;
