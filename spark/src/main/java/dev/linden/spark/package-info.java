/**
 * The distributed backend: blocked matrices on Spark and the operators on them. Nothing is here
 * yet; the module holds the place so that core and cli are built and tested without Spark on their
 * class path from the start.
 */
package dev.linden.spark;
