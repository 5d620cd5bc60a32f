package dev.linden.display;

/** A table as an HTML element, for notebooks: no scripts and no styles besides the alignment. */
public final class HtmlTable {
  private static final String RIGHT = " style=\"text-align:right\"";
  private static final String LEFT = " style=\"text-align:left\"";

  private HtmlTable() {}

  public static String of(Table table) {
    StringBuilder out = new StringBuilder("<table class=\"linden\">\n<caption>");
    out.append(escaped(table.title())).append("</caption>\n<thead><tr><th></th>");
    for (Table.Shown column : table.shown()) {
      out.append("<th").append(align(column)).append('>').append(escaped(column.name()));
      if (!column.type().isEmpty()) {
        out.append("<br><small>").append(escaped(column.type())).append("</small>");
      }
      out.append("</th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < table.shownRows(); i++) {
      out.append("<tr><th>").append(escaped(table.labels().get(i))).append("</th>");
      for (Table.Shown column : table.shown()) {
        out.append("<td").append(align(column)).append('>');
        out.append(escaped(column.cells().get(i))).append("</td>");
      }
      out.append("</tr>\n");
    }
    out.append("</tbody>\n</table>");
    String omitted = table.omitted(table.shown().size());
    return omitted.isEmpty()
        ? out.toString()
        : out.append("\n<p>").append(escaped(omitted)).append("</p>").toString();
  }

  private static String align(Table.Shown column) {
    return column.number() ? RIGHT : LEFT;
  }

  /** Text as it is shown, whatever it holds. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
