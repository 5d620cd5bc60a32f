/**
 * Text of PyDML, the Python-like syntax, to the syntax tree of DML: what comes behind the parsers
 * knows one language. {@link dev.linden.lang.pydml.Pydml} is the way in. {@code Tokens} finds
 * tokens, indentation and joined lines; {@code Parser} (statements) and {@code Expressions} descend
 * through them; {@code PydmlNames} is the table of functions that have another name or form than in
 * DML, {@code Positions} makes positions that count from 0 those of DML, and {@code Wording} puts
 * messages of later stages back into the words of PyDML.
 */
package dev.linden.lang.pydml;
