package dev.linden.plan;

import dev.linden.base.Span;
import dev.linden.hop.Hop;
import dev.linden.op.Info;
import dev.linden.op.Op;
import dev.linden.op.Scalar;
import dev.linden.plan.distribute.Exec;
import java.util.List;
import java.util.SortedSet;

/**
 * What EXPLAIN shows of a program, between parsing and instructions: made by {@link Views}, printed
 * by {@link Explain} for people and by {@link ExplainData} for programs.
 */
record ProgramView(List<Function> functions, List<Block> main) {
  record Function(
      String name, List<Variable> parameters, List<Variable> results, List<Block> blocks) {}

  /** {@code type} is a word of the language. */
  record Variable(String name, String type) {}

  enum Kind {
    BLOCK,
    IF,
    WHILE,
    FOR,
    PARFOR
  }

  /**
   * A node of the control flow.
   *
   * @param span where it stands; null for blocks of plans
   * @param iterations of a loop; -1 if not known
   * @param recompile why its DAG may be compiled again when it runs; null if it will not be
   * @param content of a block, of a condition or of the bounds of a loop
   * @param body empty for straight-line blocks
   * @param otherwise of branches
   * @param cleanup variables that are freed after it
   */
  record Block(
      Kind kind,
      Span span,
      long iterations,
      Heading heading,
      String recompile,
      Content content,
      List<Block> body,
      List<Block> otherwise,
      List<String> cleanup) {}

  /** What stands beside the word for a block. */
  sealed interface Heading {
    /** {@code variable} is that of a loop, else null. */
    record Place(String variable, int line) implements Heading {}

    /** {@code slot} holds the condition; null for straight-line blocks. */
    record Condition(String slot) implements Heading {}

    /** {@code step} is null if the direction follows from the bounds. */
    record Range(String variable, String from, String to, String step) implements Heading {}
  }

  sealed interface Content {
    /** Variables that a block needs, and those needed after it. */
    record Live(SortedSet<String> in, SortedSet<String> out) implements Content {}

    /** Inputs stand before the operators that take them. */
    record Operators(List<Item> items) implements Content {}

    /** What could be fused, and what is. */
    record Fusion(List<String> lines) implements Content {}

    record Instructions(List<Instruction> all) implements Content {}
  }

  sealed interface Item {}

  /**
   * An operator of a DAG.
   *
   * @param variable what a variable is read for; null for all other operators
   * @param op names the arguments; null for all but calls of built-ins
   * @param inputs null where absent
   * @param info null if nothing is known
   * @param memory bytes of the result; 0 for scalars
   * @param operationMemory bytes of the operation with operands and results
   * @param exec null for all but calls of built-ins
   * @param call null for all but calls of built-ins
   */
  record Operator(
      int id,
      String label,
      String variable,
      Op op,
      List<Reference> inputs,
      Span span,
      Info info,
      double memory,
      double operationMemory,
      Exec exec,
      Hop.Compute call)
      implements Item {}

  /** The value of a variable after a block. */
  record Binding(String variable, Reference value) implements Item {}

  /** An operator by its number, or a literal. */
  record Reference(int id, Scalar literal, String label) {}

  enum Verb {
    COMPUTE,
    CALL,
    COPY,
    EXISTS,
    REMOVE
  }

  /**
   * An instruction of a plan over named slots.
   *
   * @param name of an operator or function; null for the other instructions
   * @param op names the arguments; null for all but operators
   * @param inputs null where absent
   * @param dies for each input, whether it is not needed any more
   * @param outputs null where nobody needs it
   * @param exec null for all but operators
   * @param span null for all but operators and calls
   */
  record Instruction(
      Verb verb,
      String name,
      Op op,
      List<String> inputs,
      List<Boolean> dies,
      List<String> outputs,
      Exec exec,
      Span span) {}
}
