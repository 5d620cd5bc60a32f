/**
 * Frames: tables of typed columns, with missing cells. In: what files, scripts or programs supply;
 * out: columns, and their texts and numbers. {@link dev.linden.frame.Frame} is the table, {@code
 * Column} one of its columns, {@code Schemas} finds and applies types; the functions of {@code map}
 * run as compiled Java, or in restricted engines through {@code RestrictedLambda}. Turning frames
 * into matrices is {@code frame.transform}. Start reading at {@code Frame}.
 */
package dev.linden.frame;
