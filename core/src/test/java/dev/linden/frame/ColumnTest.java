package dev.linden.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.linden.base.InputError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Columns and their types. */
class ColumnTest {
  private static Column column(ColumnType type, String... texts) {
    ColumnBuilder column = new ColumnBuilder(type, 0);
    for (String text : texts) {
      if (text == null) {
        column.addMissing();
      } else {
        column.add(text);
      }
    }
    return column.build();
  }

  private static List<String> texts(Column column) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < column.size(); i++) {
      texts.add(String.valueOf(column.text(i)));
    }
    return texts;
  }

  @Test
  void everyTypeHoldsMissingCells() {
    for (ColumnType type : ColumnType.values()) {
      String[] cells = new String[40];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = i % 3 == 0 ? null : type == ColumnType.BOOLEAN ? "TRUE" : "1";
      }
      Column column = column(type, cells);
      assertEquals(40, column.size());
      assertTrue(column.hasMissing());
      assertTrue(column.isMissing(39) && column.isBlank(39) && !column.isMissing(38));
      assertTrue(Double.isNaN(column.number(0)));
      assertEquals(texts(column).subList(5, 20), texts(column.slice(5, 20)));
      assertEquals(
          List.of("null", texts(column).get(1), "null"),
          texts(column.select(new int[] {39, 1, 0})));
      Column twice = Column.concat(List.of(column, column));
      assertEquals(type, twice.type());
      assertEquals(texts(column), texts(twice.slice(40, 80)));
      Column changed = column.with(1, column.slice(0, 1));
      assertTrue(changed.isMissing(1) && !column.isMissing(1));
      assertEquals(texts(column), texts(column.convert(ColumnType.STRING).convert(type)));
    }
  }

  @Test
  void typesWiden() {
    Column ints = column(ColumnType.INT32, "1", null);
    Column longs = column(ColumnType.INT64, "9007199254740993");
    Column floats = column(ColumnType.FP32, "0.5");
    assertEquals(
        List.of("1", "null", "9007199254740993"), texts(Column.concat(List.of(ints, longs))));
    assertEquals(ColumnType.FP64, Column.concat(List.of(longs, floats)).type());
    assertEquals(ColumnType.FP32, ints.with(0, floats).type());
    assertEquals(ColumnType.INT32, ints.with(0, column(ColumnType.BOOLEAN, "true")).type());
  }

  @Test
  void narrowestTypes() {
    assertEquals("INT32", column(ColumnType.STRING, "1", "-2147483648").detect());
    assertEquals("INT64", column(ColumnType.STRING, "1", "2147483648").detect());
    assertEquals("FP32", column(ColumnType.STRING, "1", " 2.5 ").detect());
    assertEquals("FP32", column(ColumnType.STRING, "0.1").detect());
    assertEquals("FP64", column(ColumnType.STRING, "2147483648", "2.5").detect());
    assertEquals("FP32", column(ColumnType.STRING, "NaN", "-Infinity", "1e3").detect());
    assertEquals("BOOLEAN", column(ColumnType.STRING, "TRUE", null, "false").detect());
    assertEquals("BOOLEAN", column(ColumnType.STRING, "TRUE", "1").detect());
    assertEquals("STRING", column(ColumnType.STRING, "1d").detect());
    assertEquals("STRING", column(ColumnType.STRING, "-", "+.", "Inner").detect());
    assertEquals("STRING", column(ColumnType.STRING, null, null).detect());
    assertEquals("INT32", column(ColumnType.FP64, "3.0", "4").detect());
    assertEquals("INT32", column(ColumnType.INT64, "3").detect());
  }

  @Test
  void cellsThatDoNotFit() {
    assertEquals(
        "row 2: the cell \"x\" is not a number",
        assertThrows(
                InputError.class,
                () -> column(ColumnType.STRING, "1", "x").convert(ColumnType.FP64))
            .getMessage());
    assertEquals(
        "row 1: the cell 1.5 is no INT32",
        assertThrows(
                InputError.class, () -> column(ColumnType.FP64, "1.5").convert(ColumnType.INT32))
            .getMessage());
    assertEquals(
        "the cell \"2147483648\" is no INT32",
        assertThrows(InputError.class, () -> column(ColumnType.INT32, "2147483648")).getMessage());
    assertEquals(
        "the cell \"9223372036854775808\" is no INT64",
        assertThrows(InputError.class, () -> column(ColumnType.INT64, "9223372036854775808"))
            .getMessage());
    assertEquals(7, column(ColumnType.INT32, "7.0").integer(0));
    assertFalse(column(ColumnType.BOOLEAN, "0").number(0) != 0);
  }
}
