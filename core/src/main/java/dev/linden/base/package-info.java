/** What every stage shares and nothing else: error types and settings. Uses the JDK only. */
package dev.linden.base;
