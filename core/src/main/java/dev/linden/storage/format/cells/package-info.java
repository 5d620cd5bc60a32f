/**
 * Lines of row, column and value; {@link dev.linden.storage.format.cells.CellsFormat} is the
 * entrance. Formats whose body is such lines use the reader and the writer, too.
 */
package dev.linden.storage.format.cells;
