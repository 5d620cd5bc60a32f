/** Rows of separated fields; {@link dev.linden.storage.format.csv.CsvFormat} is the entrance. */
package dev.linden.storage.format.csv;
