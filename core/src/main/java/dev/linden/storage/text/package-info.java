/**
 * Files as text, in and out, in parallel. In: a path leads to {@link
 * dev.linden.storage.text.Parts}, these are cut into chunks of {@link
 * dev.linden.storage.text.Lines}, lines into fields by a {@link dev.linden.storage.text.Dialect},
 * and {@link dev.linden.storage.text.NumberText} makes numbers of them; a {@link
 * dev.linden.storage.text.BadLine} becomes an error with its position. A {@link
 * dev.linden.storage.text.Stretch} is a piece of a file for another machine. Out: {@link
 * dev.linden.storage.text.ByteText}, brought into order by {@link
 * dev.linden.storage.text.OrderedWriter}.
 */
package dev.linden.storage.text;
