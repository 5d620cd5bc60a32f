/**
 * Drives the stages. In: the text of a script, and what is said of its arguments and inputs. Out: a
 * script that can be run and explained. {@link dev.linden.engine.Engine} is what one instance
 * shares, {@code Compiler} the list of phases from text to plan, {@link
 * dev.linden.engine.CompiledScript} their result. The embedding interface, the command line and the
 * Spark backend are built on it.
 */
package dev.linden.engine;
