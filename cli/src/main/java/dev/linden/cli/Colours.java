package dev.linden.cli;

/** Colours on terminals; {@code NO_COLOR} turns them off, as does a terminal that has none. */
final class Colours {
  private static final String RED = "\u001b[31;1m";
  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  private Colours() {}

  /** Whether errors, which go to stderr, may be coloured. */
  static boolean areOn() {
    String terminal = System.getenv("TERM");
    String refused = System.getenv("NO_COLOR");
    return Boolean.getBoolean("linden.terminal.stderr")
        && (refused == null || refused.isEmpty())
        && terminal != null
        && !terminal.equals("dumb");
  }

  /** A rendered error: its severity and the marks under the place stand out. */
  static String error(String rendered, boolean on) {
    if (!on) {
      return rendered;
    }
    return rendered
        .replaceFirst("\\berror: ", RED + "error: " + PLAIN + BOLD)
        .replaceFirst("(?m)$", PLAIN)
        .replaceAll("(?m)^( *)(\\^+)$", "$1" + RED + "$2" + PLAIN);
  }
}
