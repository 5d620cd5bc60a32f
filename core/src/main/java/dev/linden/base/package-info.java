/**
 * What every stage shares and nothing else: sources and spans, errors ({@link
 * dev.linden.base.ScriptError} for scripts, {@code InputError} for data and arguments, {@code
 * ResourceError} for memory and disk, {@code LindenBug} for what must not happen), {@link
 * dev.linden.base.Settings}, cancellation, folders. Uses the JDK only.
 */
package dev.linden.base;
