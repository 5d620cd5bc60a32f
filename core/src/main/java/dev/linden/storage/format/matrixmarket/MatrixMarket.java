package dev.linden.storage.format.matrixmarket;

import dev.linden.base.InputError;
import dev.linden.storage.format.Dimensions;
import dev.linden.storage.format.cells.CellReader;
import dev.linden.storage.text.Lines;
import dev.linden.storage.text.NumberText;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A MatrixMarket file after its banner and size line have been read.
 *
 * @param entries lines that follow the size line
 * @param bodyOffset where they begin in the first part
 */
record MatrixMarket(
    long rows, long cols, long entries, boolean pattern, boolean symmetric, long bodyOffset) {
  private static final String BANNER = "%%MatrixMarket";

  static boolean isBanner(byte[] line) {
    byte[] banner = BANNER.getBytes(StandardCharsets.UTF_8);
    return line.length >= banner.length
        && new String(line, 0, banner.length, StandardCharsets.UTF_8).equalsIgnoreCase(BANNER);
  }

  /** Upper bound of the non-zeros. */
  long nnzBound() {
    return symmetric ? 2 * entries : entries;
  }

  /** Reads banner, comments and size line. */
  static MatrixMarket parseHead(Parts parts) throws IOException {
    HeadParser parser = new HeadParser(parts.path());
    if (!parts.list().isEmpty()) {
      parts.visitLines(parts.list().get(0), parser);
    }
    if (parser.result == null) {
      throw new InputError(
          parts.path() + ": expected a MatrixMarket banner and a line \"rows columns entries\"");
    }
    return parser.result;
  }

  private static final class HeadParser implements Parts.LineVisitor {
    private final String path;
    private boolean bannerSeen;
    private boolean pattern;
    private boolean symmetric;
    private int number;
    private MatrixMarket result;

    HeadParser(String path) {
      this.path = path;
    }

    @Override
    public boolean visit(Lines line) {
      number++;
      String text = line.text().strip();
      if (!bannerSeen) {
        parseBanner(text);
        bannerSeen = true;
        return true;
      }
      if (text.isEmpty() || text.startsWith("%")) {
        return true;
      }
      String[] words = text.split("\\s+");
      long[] sizes = new long[words.length];
      boolean valid = words.length == 3;
      for (int k = 0; k < words.length && valid; k++) {
        byte[] word = words[k].getBytes(StandardCharsets.UTF_8);
        sizes[k] = NumberText.parseIndex(word, 0, word.length);
        valid = sizes[k] >= 0;
      }
      if (!valid) {
        throw new InputError(
            path + ":" + number + ":1: expected \"rows columns entries\", found \"" + text + "\"");
      }
      if (symmetric && sizes[0] != sizes[1]) {
        throw new InputError(
            path
                + ":"
                + number
                + ":1: a symmetric matrix must be square, but the size is "
                + sizes[0]
                + "x"
                + sizes[1]);
      }
      result =
          new MatrixMarket(sizes[0], sizes[1], sizes[2], pattern, symmetric, line.nextOffset());
      return false;
    }

    private void parseBanner(String text) {
      String[] words = text.toLowerCase(Locale.ROOT).split("\\s+");
      if (words.length != 5
          || !words[0].equals(BANNER.toLowerCase(Locale.ROOT))
          || !words[1].equals("matrix")) {
        throw new InputError(
            path
                + ":1:1: expected \""
                + BANNER
                + " matrix coordinate real general\", found \""
                + text
                + "\"");
      }
      expect(words[2], 3, "coordinate");
      expect(words[3], 4, "real", "integer", "pattern");
      expect(words[4], 5, "general", "symmetric");
      pattern = words[3].equals("pattern");
      symmetric = words[4].equals("symmetric");
    }

    private void expect(String word, int field, String... supported) {
      for (String candidate : supported) {
        if (word.equals(candidate)) {
          return;
        }
      }
      throw new InputError(
          path
              + ":1:"
              + field
              + ": MatrixMarket files with \""
              + word
              + "\" are not supported, only with "
              + String.join(", ", supported));
    }
  }

  CellReader body(String path) {
    return new CellReader(
        Dimensions.check(path, "rows", rows),
        Dimensions.check(path, "columns", cols),
        pattern,
        symmetric,
        true,
        entries);
  }
}
