package dev.linden;

/** The borders of this module. */
class ArchitectureTest extends Architecture {}
