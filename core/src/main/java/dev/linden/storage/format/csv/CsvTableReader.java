package dev.linden.storage.format.csv;

import dev.linden.base.InputError;
import dev.linden.frame.Column;
import dev.linden.frame.ColumnBuilder;
import dev.linden.frame.ColumnType;
import dev.linden.frame.Frame;
import dev.linden.matrix.Workers;
import dev.linden.storage.format.FileSource;
import dev.linden.storage.format.ReadParameters;
import dev.linden.storage.text.BadLine;
import dev.linden.storage.text.Dialect;
import dev.linden.storage.text.Lines;
import dev.linden.storage.text.Parts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a csv file as a table with names and types. Chunks of it give typed columns in parallel,
 * each on the assumption that it does not begin between quotes. Where a chunk ends there, the
 * assumption is wrong for the next one, and the file is read again in sequence. Types are those of
 * the first lines; where cells further down need wider ones, the file is read again with these, at
 * most three times for all columns together.
 */
final class CsvTableReader {
  private final Parts parts;
  private final Dialect dialect;
  private final CsvTable table;
  private final ReadParameters parameters;
  private final int chunkBytes;
  private final Workers workers;
  private final Set<String> missing;
  private final Map<String, Long> headerEnds = new HashMap<>();

  CsvTableReader(FileSource file, CsvTable table, Workers workers) {
    this.parts = file.parts();
    this.dialect = table.dialect();
    this.table = table;
    this.parameters = file.parameters();
    this.chunkBytes = file.chunkBytes();
    this.workers = workers;
    this.missing = Set.copyOf(dialect.naStrings());
  }

  Frame read() throws IOException {
    findHeaders();
    boolean typesAreSaid = parameters.schema() != null;
    ColumnType[] types = table.types().toArray(ColumnType[]::new);
    while (true) {
      List<Piece> pieces = pieces(types);
      ColumnType[] needed = types.clone();
      for (Piece piece : pieces) {
        for (int j = 0; j < types.length; j++) {
          needed[j] = CsvTable.join(needed[j], piece.found[j]);
        }
      }
      if (typesAreSaid || Arrays.equals(needed, types)) {
        return frame(pieces, types);
      }
      types = needed;
    }
  }

  private Frame frame(List<Piece> pieces, ColumnType[] types) {
    Column[] columns = new Column[types.length];
    workers.forRanges(
        types.length,
        1,
        (start, end) -> {
          for (int j = start; j < end; j++) {
            int col = j;
            columns[j] =
                pieces.isEmpty()
                    ? builder(types[j]).build()
                    : Column.concat(
                        pieces.stream().map(piece -> piece.columns[col].build()).toList());
          }
        });
    int rows = columns.length == 0 ? 0 : columns[0].size();
    if (parameters.rows() >= 0 && parameters.rows() != rows) {
      throw new InputError(
          parts.path() + ": expected " + parameters.rows() + " rows, found " + rows);
    }
    List<Column> all = List.of(columns);
    return table.names() == null ? Frame.of(rows, all) : new Frame(rows, table.names(), all);
  }

  /** A column of which all cells are missing is one of texts. */
  private static ColumnBuilder builder(ColumnType type) {
    return new ColumnBuilder(type == null ? ColumnType.STRING : type);
  }

  // ---- headers

  /** The first record, of other parts if it is the same. */
  private void findHeaders() throws IOException {
    if (!dialect.header()) {
      return;
    }
    List<List<String>> header = new ArrayList<>(1);
    for (Parts.Part part : parts.list()) {
      CsvRecords records = new CsvRecords(dialect);
      parts.visitLines(
          part,
          line -> {
            if (!records.add(line) || records.isBlank()) {
              return true;
            }
            byte[] record = Arrays.copyOfRange(records.bytes(), records.start(), records.end());
            List<String> names = QuotedFields.texts(record, dialect);
            if (header.isEmpty()) {
              header.add(names);
            }
            if (header.get(0).equals(names)) {
              headerEnds.put(part.path(), line.nextOffset());
            }
            return false;
          });
    }
  }

  // ---- pieces

  private List<Piece> pieces(ColumnType[] types) throws IOException {
    List<Piece> pieces =
        parts.map(
            chunkBytes,
            0,
            workers,
            (index, part, lines) -> {
              Piece piece = new Piece(types, new CsvRecords(dialect));
              try {
                addAll(part, lines, piece);
              } catch (BadLine e) {
                // Perhaps the line is bad only because the chunk begins between quotes.
                piece.isBad = true;
              }
              return piece;
            });
    boolean trusted = pieces.stream().noneMatch(piece -> piece.isBad || piece.records.isOpen());
    return trusted ? pieces : inSequence(types);
  }

  private void addAll(Parts.Part part, Lines lines, Piece piece) {
    long headerEnd = headerEnds.getOrDefault(part.path(), 0L);
    while (lines.next()) {
      if (lines.offset() >= headerEnd && piece.records.add(lines)) {
        piece.addRecord();
      }
    }
  }

  private List<Piece> inSequence(ColumnType[] types) throws IOException {
    Sequence sequence = new Sequence();
    List<Piece> pieces =
        parts.map(
            chunkBytes,
            0,
            Workers.serial(),
            (index, part, lines) -> {
              Piece piece = new Piece(types, sequence.recordsOf(part));
              addAll(part, lines, piece);
              sequence.endChunk(lines.number());
              return piece;
            });
    sequence.endPart();
    return pieces;
  }

  /** Records of chunks that come in their order: one may go on in the next chunk of its part. */
  private final class Sequence {
    private Parts.Part part;
    private CsvRecords records;
    private long linesBefore;

    CsvRecords recordsOf(Parts.Part next) {
      if (!next.equals(part)) {
        endPart();
        part = next;
        records = new CsvRecords(dialect);
        linesBefore = 0;
      }
      return records;
    }

    void endChunk(int lines) {
      linesBefore += lines;
      records.nextChunk(lines);
    }

    void endPart() {
      if (part != null && records.isOpen()) {
        long line = linesBefore + records.number();
        throw new InputError(
            part.path() + ":" + line + ":1: " + records.neverClosed().getMessage());
      }
    }
  }

  /** The columns of one chunk, and the types that those cells have that do not fit into them. */
  private final class Piece implements QuotedFields.Sink {
    final CsvRecords records;
    final ColumnBuilder[] columns;
    final ColumnType[] found;
    private final ColumnType[] types;
    private final int first = table.skipped() ? 1 : 0;
    private final boolean typesAreSaid = parameters.schema() != null;
    private final boolean fill = parameters.fill();
    private final String emptyText = parameters.defaultText();
    private boolean isBad;

    Piece(ColumnType[] types, CsvRecords records) {
      this.types = types;
      this.records = records;
      found = new ColumnType[types.length];
      columns = new ColumnBuilder[types.length];
      for (int j = 0; j < types.length; j++) {
        columns[j] = builder(types[j]);
      }
    }

    void addRecord() {
      if (records.isBlank()) {
        return;
      }
      int count =
          QuotedFields.split(records.bytes(), records.start(), records.end(), dialect, this);
      if (count != table.fields()) {
        throw new BadLine(
            records.number(),
            Math.min(count, table.fields()) + 1,
            "expected "
                + table.fields()
                + (table.fields() == 1 ? " field" : " fields")
                + ", found "
                + count);
      }
    }

    @Override
    public void field(int index, String text, boolean quoted) {
      int col = index - first;
      if (col < 0 || col >= columns.length) {
        return;
      }
      if (text.isEmpty() && !quoted && !fill) {
        throw new BadLine(records.number(), index + 1, "expected a value, found an empty field");
      }
      if (text.isEmpty() && !quoted && emptyText != null) {
        add(index, col, emptyText);
      } else if (!quoted && (text.isEmpty() || missing.contains(text))) {
        columns[col].addMissing();
      } else {
        add(index, col, text);
      }
    }

    private void add(int index, int col, String text) {
      ColumnType type = types[col];
      if (typesAreSaid) {
        try {
          columns[col].add(text);
        } catch (InputError e) {
          throw new BadLine(records.number(), index + 1, e.getMessage());
        }
      } else if (type == ColumnType.STRING) {
        columns[col].add(text);
      } else if (text.isBlank()) {
        columns[col].addMissing();
      } else {
        ColumnType own = CsvTable.type(text);
        if (CsvTable.join(type, own) == type) {
          columns[col].add(text);
        } else {
          found[col] = CsvTable.join(found[col], own);
          columns[col].addMissing();
        }
      }
    }
  }
}
