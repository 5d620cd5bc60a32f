package dev.linden.cli;

/**
 * The manual page of the command, {@code linden.1}: the forms, options and exit codes that the help
 * shows, in the markup of {@code man}.
 */
final class ManPage {
  private ManPage() {}

  static String text() {
    StringBuilder page = new StringBuilder();
    page.append(".TH LINDEN 1\n");
    page.append(".SH NAME\nlinden \\- declarative machine learning\n");
    page.append(".SH SYNOPSIS\n");
    page.append(
        ".B linden\n[\\fIoptions\\fR] \\fIscript.dml\\fR [\\fIname\\fR=\\fIvalue\\fR ...]\n");
    page.append(".SH DESCRIPTION\n").append(line(Cli.SUMMARY));
    for (Cli.Form form : Cli.FORMS) {
      page.append(".TP\n.B ").append(line(form.words())).append(line(form.text()));
    }
    page.append(".SH OPTIONS\n");
    for (Option<?> option : Option.ALL) {
      page.append(".TP\n.B ").append(line(option.forms())).append(line(option.plainText()));
    }
    page.append(".SH EXIT STATUS\n").append(line(Cli.EXIT_CODES.replace("Exit codes: ", "")));
    page.append(".SH ENVIRONMENT\n");
    page.append(".TP\n.B NO_COLOR\nNo colours, whatever its value.\n");
    page.append(".TP\n.B XDG_STATE_HOME\nThe history of the prompt is in its folder linden.\n");
    return page.toString();
  }

  /** A line of plain text: nothing in it is markup. */
  private static String line(String text) {
    String escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('\n', ' ');
    boolean control = escaped.startsWith(".") || escaped.startsWith("'");
    return (control ? "\\&" : "") + escaped + "\n";
  }
}
