package dev.linden.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
  @Test
  void countsEdits() {
    assertEquals(0, EditDistance.between("sum", "sum"));
    assertEquals(1, EditDistance.between("sum", "summ"));
    assertEquals(1, EditDistance.between("smu", "sum"));
    assertEquals(3, EditDistance.between("", "sum"));
    assertEquals(2, EditDistance.between("colSum", "rowSum"));
  }

  @Test
  void offersTheNearestName() {
    List<String> names = List.of("rowSums", "colSums", "sum", "cumsum");
    assertEquals("rowSums", Suggestions.nearest("rowsums", names));
    assertEquals("colSums", Suggestions.nearest("colSum", names));
    assertEquals("sum", Suggestions.nearest("smu", names));
    assertNull(Suggestions.nearest("frobnicate", names));
  }

  @Test
  void aOneLetterNameIsNotAMisspellingOfAnother() {
    assertNull(Suggestions.nearest("x", List.of("y", "z")));
    assertEquals("X", Suggestions.nearest("x", List.of("X", "y")));
  }

  @Test
  void equallyNearNamesAreTakenInAlphabeticalOrder() {
    assertEquals("bat", Suggestions.nearest("xat", List.of("cat", "bat")));
  }
}
