package dev.linden.nativeblas;

import dev.linden.Architecture;

/** The borders of this module. */
class ArchitectureTest extends Architecture {}
