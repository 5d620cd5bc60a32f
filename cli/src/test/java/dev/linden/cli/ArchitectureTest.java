package dev.linden.cli;

import dev.linden.Architecture;

/** The borders of this module. */
class ArchitectureTest extends Architecture {}
