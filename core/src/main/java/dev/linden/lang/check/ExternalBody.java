package dev.linden.lang.check;

import dev.linden.base.InputError;
import dev.linden.base.Span;
import dev.linden.lang.Block;
import dev.linden.lang.Expr;
import dev.linden.lang.Function;
import dev.linden.lang.Stmt;
import dev.linden.lang.ast.Ast;
import dev.linden.op.DataType;
import dev.linden.op.Environment;
import dev.linden.op.ExternalOps;
import dev.linden.op.Op;
import dev.linden.op.ValueType;
import java.util.List;

/**
 * The body of a function in host code: one statement that calls an operator of its own with the
 * parameters and assigns the results.
 */
final class ExternalBody {
  private ExternalBody() {}

  static Block of(UserFunctions.Entry entry, Environment environment, Problems problems) {
    Ast.Function syntax = entry.syntax();
    checkResults(entry.results(), problems);
    Ast.Argument argument = className(syntax);
    if (argument == null) {
      problems.error(
          syntax.nameSpan(),
          "the external function " + syntax.name() + " needs a class: classname=\"...\"");
      return block(entry, "", syntax.nameSpan());
    }
    String className = ((Ast.Literal) argument.value()).value().text();
    Span span = argument.value().span();
    try {
      environment.checkExternal(className);
    } catch (InputError e) {
      problems.error(span, e.getMessage());
    }
    return block(entry, className, span);
  }

  /** Further arguments were hints for another system's scheduler; they are accepted. */
  private static Ast.Argument className(Ast.Function syntax) {
    for (Ast.Argument argument : syntax.implementedIn()) {
      if ("classname".equals(argument.name())
          && argument.value() instanceof Ast.Literal literal
          && literal.value().type() == ValueType.STRING) {
        return argument;
      }
    }
    return null;
  }

  private static void checkResults(List<Function.Parameter> declared, Problems problems) {
    for (Function.Parameter p : declared) {
      if (p.data() == DataType.LIST) {
        problems.error(
            p.span(), "an external function can't give a list; let it give its elements");
      }
    }
  }

  private static Block block(UserFunctions.Entry entry, String className, Span span) {
    Op op =
        ExternalOps.of(
            entry.syntax().name(),
            className,
            declared(entry.parameters()),
            declared(entry.results()));
    List<Expr> arguments =
        entry.parameters().stream().map(p -> (Expr) new Expr.Var(p.name(), p.span())).toList();
    Expr call = new Expr.OpCall(op, arguments, List.of(), span, span);
    List<String> results = entry.results().stream().map(Function.Parameter::name).toList();
    Stmt statement =
        switch (results.size()) {
          case 0 -> new Stmt.Effect(call, span);
          case 1 -> new Stmt.Assign(results.get(0), call, span);
          default -> new Stmt.MultiAssign(results, call, span);
        };
    return new Block.Basic(List.of(statement), span);
  }

  private static List<ExternalOps.Declared> declared(List<Function.Parameter> parameters) {
    return parameters.stream()
        .map(p -> new ExternalOps.Declared(p.name(), p.data(), p.value()))
        .toList();
  }
}
