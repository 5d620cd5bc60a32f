package dev.linden.spark.mlcontext;

import dev.linden.Architecture;

/** The borders of this module. */
class ArchitectureTest extends Architecture {}
