/**
 * Numbers of groups as bytes, for files, spill files and the wire: in pieces with a checksum each,
 * so that no damaged byte is ever looked at. Start reading at {@link
 * dev.linden.matrix.compress.wire.GroupsOutput}.
 */
package dev.linden.matrix.compress.wire;
