package dev.linden.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * The options of the command line: the only list of them; parser, help and suggestions derive from
 * it.
 */
enum Option {
  FILE("FILE", "the script is in this file, - is standard input", "-f"),
  TEXT("TEXT", "the script is this text", "-s"),
  POSITIONAL("VALUE ...", "values of $1, $2, ... in the script", "-args"),
  NAMED("NAME=VALUE ...", "values of $NAME in the script", "-nvargs"),
  EXEC("MODE", "hybrid (default), local or singlenode, spark", "-exec", "--exec"),
  MASTER("URL", "the Spark to use: local[*] (default), spark://host:7077, yarn", "--master"),
  EXPLAIN(
      "[LEVEL ...]",
      "print plans on stderr: program, hops, fusion, runtime (default), recompile, parfor, spark,"
          + " all",
      "-explain"),
  ASSUME(
      "NAME=ROWSxCOLS[,SHARE]",
      "with explain: size, and share of non-zeros, of an input that need not be there",
      "--assume"),
  CLUSTER("FILE", "with explain: plan for the cluster that this JSON file describes", "--cluster"),
  SOCKET("FILE", "with serve: the socket through which programs connect", "--socket"),
  STATS("[N]", "print times and the N (default 10) heaviest operators on stderr", "-stats"),
  CONFIG("FILE", "read settings from an XML file", "-config"),
  SET("KEY=VALUE", "change a setting: threads, memory, seed", "--set"),
  THREADS("N", "threads to use (default: all cores)", "--threads"),
  MEMORY("SIZE", "heap, such as 8g or 500m (default: 75% of the machine)", "--mem"),
  SEED("N", "make unseeded random numbers reproducible", "--seed", "-seed"),
  JARS("FILE,...", "jars with the classes of external functions", "--jars"),
  RESTRICTED(
      "FOLDER,...",
      "scripts reach files below these folders only, and run no Java (docs/trust.md)",
      "--restricted"),
  JSON("", "errors, plans, statistics, version and doctor as JSON", "--json"),
  DEBUG("", "show stack traces and warnings", "-debug", "--debug"),
  VERSION("", "show the version", "--version", "-version"),
  HELP("", "show this text", "--help", "-help", "-h");

  private final String parameter;
  private final String help;
  private final List<String> names;

  Option(String parameter, String help, String... names) {
    this.parameter = parameter;
    this.help = help;
    this.names = List.of(names);
  }

  /** The option of that name, or null. */
  static Option named(String word) {
    for (Option option : values()) {
      if (option.names.contains(word)) {
        return option;
      }
    }
    return null;
  }

  static List<String> allNames() {
    List<String> all = new ArrayList<>();
    for (Option option : values()) {
      all.addAll(option.names);
    }
    return all;
  }

  /** Whether exactly one word follows it. */
  boolean takesOneValue() {
    return !parameter.isEmpty() && !parameter.startsWith("[") && !parameter.endsWith(" ...");
  }

  /** The name that messages and help use. */
  String label() {
    return names.get(0);
  }

  /** One line of the help text. */
  String describe() {
    return String.format("  %-24s %s", label() + " " + parameter, help);
  }
}
