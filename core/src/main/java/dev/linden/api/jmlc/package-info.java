/**
 * The embedding interface of {@link dev.linden.api} in the names that users of JMLC know: a {@link
 * dev.linden.api.jmlc.Connection} prepares scripts, a {@link dev.linden.api.jmlc.PreparedScript} is
 * given values and executed, {@link dev.linden.api.jmlc.ResultVariables} hold what it computed. A
 * thin layer, so that existing callers change their imports and little else; new programs use
 * {@link dev.linden.api.Linden}.
 */
package dev.linden.api.jmlc;
