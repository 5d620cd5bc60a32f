package dev.linden.spark;

import dev.linden.Architecture;

/** The borders of this module. */
class ArchitectureTest extends Architecture {}
