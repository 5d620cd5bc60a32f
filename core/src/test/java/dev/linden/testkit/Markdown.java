package dev.linden.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be checked of a Markdown page: fenced blocks, links and the anchors of headings. */
public final class Markdown {
  /** Words that may follow the fence of a block; CONTRIBUTING.md says what they mean. */
  private static final Set<String> LANGUAGES =
      Set.of(
          "", "dml", "pydml", "output", "java", "python", "sh", "bash", "scala", "r", "json", "xml",
          "diff", "text");

  private static final Set<String> MODIFIERS = Set.of("fragment", "continued", "error");

  private static final Pattern FENCE = Pattern.compile("( *)```(.*)");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*?)(?: +#+)?");
  private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)[^)]*\\)");
  private static final Pattern DEFINITION = Pattern.compile("^ {0,3}\\[[^\\]]+\\]: +(\\S+)");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

  /**
   * @param line of the opening fence, from 1
   * @param modifier the second word behind the fence, or ""
   * @param output of the block {@code output} that follows, or null
   */
  public record Block(int line, String language, String modifier, String text, String output) {
    public boolean is(String word) {
      return modifier.equals(word);
    }
  }

  record Link(int line, String target) {}

  private final Path file;
  private final List<Block> blocks = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();
  private final Set<String> anchors = new LinkedHashSet<>();
  private final Map<String, Integer> slugs = new HashMap<>();

  private Markdown(Path file) {
    this.file = file;
  }

  /** All pages below a folder, without what is built and hidden. */
  public static List<Markdown> pages(Path root) {
    Set<Path> files = new TreeSet<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              String name = folder.getFileName().toString();
              boolean skip =
                  name.equals("target") || name.equals("src") || name.matches("\\.[^.].*");
              return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.toString().endsWith(".md")) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files.stream().map(Markdown::read).toList();
  }

  /** Links to files and headings that are not there, with their places. */
  public List<String> brokenLinks() {
    return links.stream()
        .filter(link -> !link.target().matches("[a-z]+:.*")) // those of the web are not ours
        .filter(link -> !resolves(link.target()))
        .map(link -> file.normalize() + ":" + link.line() + ": " + link.target())
        .toList();
  }

  private boolean resolves(String target) {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path other = path.isEmpty() ? file : file.resolveSibling(path);
    if (!Files.exists(other)) {
      return false;
    }
    return hash < 0 || read(other).anchors.contains(target.substring(hash + 1));
  }

  public static Markdown read(Path file) {
    Markdown page = new Markdown(file);
    try {
      page.parse(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return page;
  }

  public Path file() {
    return file;
  }

  public List<Block> blocks() {
    return blocks;
  }

  /** Those of one language. */
  public List<Block> blocks(String language) {
    return blocks.stream().filter(block -> block.language().equals(language)).toList();
  }

  List<Link> links() {
    return links;
  }

  /** For messages. */
  public String place(Block block) {
    return file.normalize() + ":" + block.line();
  }

  private void parse(List<String> lines) {
    boolean nothingBetween = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher fence = FENCE.matcher(line);
      if (fence.matches()) {
        int end = end(lines, i + 1, fence.group(1) + "```");
        add(i + 1, fence.group(2).strip(), text(lines, i + 1, end, fence.group(1)), nothingBetween);
        nothingBetween = true;
        i = end;
      } else if (!line.isBlank()) {
        nothingBetween = false;
        addLinksAndAnchors(i + 1, line);
      }
    }
  }

  private int end(List<String> lines, int from, String closing) {
    for (int i = from; i < lines.size(); i++) {
      if (lines.get(i).stripTrailing().equals(closing)) {
        return i;
      }
    }
    throw new AssertionError(file + ":" + from + ": a block has no end");
  }

  private static String text(List<String> lines, int from, int to, String indent) {
    StringBuilder text = new StringBuilder();
    for (String line : lines.subList(from, to)) {
      text.append(line.startsWith(indent) ? line.substring(indent.length()) : line).append('\n');
    }
    return text.toString();
  }

  private void add(int line, String info, String text, boolean followsBlock) {
    String[] words = info.split(" +");
    String modifier = words.length > 1 ? words[1] : "";
    if (!LANGUAGES.contains(words[0])
        || (words.length > 1 && !MODIFIERS.contains(modifier))
        || words.length > 2) {
      throw new AssertionError(
          file + ":" + line + ": unknown kind of block: " + info + "; see CONTRIBUTING.md");
    }
    if (!words[0].equals("output")) {
      blocks.add(new Block(line, words[0], modifier, text, null));
      return;
    }
    if (!followsBlock || blocks.isEmpty() || blocks.get(blocks.size() - 1).output() != null) {
      throw new AssertionError(
          file + ":" + line + ": the output must come right after the block that prints it");
    }
    Block last = blocks.remove(blocks.size() - 1);
    blocks.add(new Block(last.line(), last.language(), last.modifier(), last.text(), text));
  }

  private void addLinksAndAnchors(int number, String line) {
    Matcher heading = HEADING.matcher(line);
    if (heading.matches()) {
      String slug = slug(heading.group(1));
      int before = slugs.merge(slug, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? slug : slug + "-" + before);
    }
    Matcher anchor = ANCHOR.matcher(line);
    while (anchor.find()) {
      anchors.add(anchor.group(1));
    }
    String prose = INLINE_CODE.matcher(line).replaceAll("");
    for (Pattern pattern : List.of(LINK, DEFINITION)) {
      Matcher link = pattern.matcher(prose);
      while (link.find()) {
        links.add(new Link(number, link.group(1)));
      }
    }
  }

  /** As GitHub makes them: letters, digits, - and _ stay, spaces become -. */
  private static String slug(String heading) {
    String text = heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1").replaceAll("[`*]", "");
    return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
