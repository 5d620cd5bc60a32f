package dev.linden.frame;

import java.util.List;

/**
 * The stem of an English word, by the rules of M. F. Porter, "An algorithm for suffix stripping",
 * Program 14(3), 1980, with two changes that its author made later and SystemDS has, too: {@code
 * bli} takes the place of {@code abli}, and words of two letters stay as they are. Lambdas of
 * {@code map} can call it by the name of the class: {@code x -> PorterStemmer.stem(x)}.
 */
public final class PorterStemmer {
  /** Replaces a suffix if what is left before it is long enough. */
  private record Rule(String suffix, String replacement) {}

  private static final List<Rule> DOUBLE_SUFFIXES =
      rules(
          "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e"
              + " ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful"
              + " ousness>ous aliti>al iviti>ive biliti>ble");

  private static final List<Rule> SINGLE_SUFFIXES =
      rules("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>");

  private static final List<Rule> RESIDUAL_SUFFIXES =
      rules(
          "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous>"
              + " ive> ize>");

  private PorterStemmer() {}

  private static List<Rule> rules(String text) {
    return List.of(text.split(" ")).stream()
        .map(rule -> rule.split(">", -1))
        .map(parts -> new Rule(parts[0], parts[1]))
        // Of several suffixes that fit the longest counts.
        .sorted((a, b) -> b.suffix.length() - a.suffix.length())
        .toList();
  }

  /** Stem of a word in small letters; others count as consonants. Two letters or fewer stay. */
  public static String stem(String word) {
    if (word.length() <= 2) {
      return word;
    }
    String stem = withoutPlural(word);
    stem = withoutPastOrProgressive(stem);
    if (stem.endsWith("y") && hasVowel(cut(stem, 1))) {
      stem = cut(stem, 1) + "i";
    }
    stem = replaced(stem, DOUBLE_SUFFIXES, 1);
    stem = replaced(stem, SINGLE_SUFFIXES, 1);
    stem = replaced(stem, RESIDUAL_SUFFIXES, 2);
    return tidied(stem);
  }

  /** Step 1a. */
  private static String withoutPlural(String word) {
    if (word.endsWith("sses") || word.endsWith("ies")) {
      return cut(word, 2);
    }
    return word.endsWith("s") && !word.endsWith("ss") ? cut(word, 1) : word;
  }

  /** Step 1b. */
  private static String withoutPastOrProgressive(String word) {
    if (word.endsWith("eed")) {
      return measure(cut(word, 3)) > 0 ? cut(word, 1) : word;
    }
    int suffix = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
    if (suffix == 0 || !hasVowel(cut(word, suffix))) {
      return word;
    }
    String stem = cut(word, suffix);
    if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) {
      return stem + "e";
    }
    if (endsWithDoubleConsonant(stem)) {
      return "lsz".indexOf(last(stem)) < 0 ? cut(stem, 1) : stem;
    }
    return measure(stem) == 1 && endsWithShortSyllable(stem) ? stem + "e" : stem;
  }

  /** Steps 2, 3 and 4: the first rule that fits decides, even if its stem is too short. */
  private static String replaced(String word, List<Rule> rules, int shortest) {
    for (Rule rule : rules) {
      if (word.endsWith(rule.suffix)) {
        String stem = cut(word, rule.suffix.length());
        boolean fits = !rule.suffix.equals("ion") || stem.endsWith("s") || stem.endsWith("t");
        return fits && measure(stem) >= shortest ? stem + rule.replacement : word;
      }
    }
    return word;
  }

  /** Step 5. */
  private static String tidied(String word) {
    String stem = word;
    if (word.endsWith("e")) {
      String before = cut(word, 1);
      int measure = measure(before);
      if (measure > 1 || measure == 1 && !endsWithShortSyllable(before)) {
        stem = before;
      }
    }
    return stem.endsWith("ll") && measure(cut(stem, 1)) > 1 ? cut(stem, 1) : stem;
  }

  // ---- the conditions of the rules

  /** How often consonants follow vowels: the m of the paper. */
  private static int measure(String stem) {
    int measure = 0;
    for (int i = 1; i < stem.length(); i++) {
      if (isConsonant(stem, i) && !isConsonant(stem, i - 1)) {
        measure++;
      }
    }
    return measure;
  }

  private static boolean hasVowel(String stem) {
    for (int i = 0; i < stem.length(); i++) {
      if (!isConsonant(stem, i)) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsWithDoubleConsonant(String stem) {
    int end = stem.length() - 1;
    return end > 0 && stem.charAt(end) == stem.charAt(end - 1) && isConsonant(stem, end);
  }

  /** Consonant, vowel, consonant other than w, x and y. */
  private static boolean endsWithShortSyllable(String stem) {
    int end = stem.length() - 1;
    return end >= 2
        && isConsonant(stem, end - 2)
        && !isConsonant(stem, end - 1)
        && isConsonant(stem, end)
        && "wxy".indexOf(last(stem)) < 0;
  }

  /** A y is a consonant at the beginning and after a vowel. */
  private static boolean isConsonant(String word, int at) {
    char letter = word.charAt(at);
    if (letter == 'y') {
      // Of several in a row every second one is: counted, as a long text must not recurse.
      int first = at;
      while (first > 0 && word.charAt(first - 1) == 'y') {
        first--;
      }
      boolean firstIsConsonant = first == 0 || !isConsonant(word, first - 1);
      return firstIsConsonant == ((at - first) % 2 == 0);
    }
    return "aeiou".indexOf(letter) < 0;
  }

  private static char last(String word) {
    return word.charAt(word.length() - 1);
  }

  private static String cut(String word, int letters) {
    return word.substring(0, word.length() - letters);
  }
}
