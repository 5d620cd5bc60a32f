/**
 * The command {@code linden}. In: words of the command line; out: the script's output on stdout,
 * diagnostics on stderr, an exit code. Start at {@link dev.linden.cli.Cli}; {@link
 * dev.linden.cli.CommandLine} is the grammar of the command line.
 */
package dev.linden.cli;
