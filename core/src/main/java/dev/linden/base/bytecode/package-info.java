/**
 * Class files, for the parts of Linden that make code while scripts run: fused operators and loops
 * over scalars. {@link dev.linden.base.bytecode.ClassFile} is the file, {@link
 * dev.linden.base.bytecode.Bytecode} the instructions of one of its methods.
 */
package dev.linden.base.bytecode;
