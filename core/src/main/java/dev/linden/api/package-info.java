/**
 * The embedding interface: the only package that outsiders compile against. Start at {@link
 * dev.linden.api.Linden}.
 */
package dev.linden.api;
