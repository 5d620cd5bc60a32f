"""Values as the contents of messages: little-endian, arrays as one block of bytes."""

import struct
import sys
from array import array


def _numpy():
    return sys.modules.get("numpy")


def _loaded(module, name):
    """The class, if somebody has imported its module; data of it can't exist otherwise."""
    found = sys.modules.get(module)
    return getattr(found, name, None) if found is not None else None


class Writer:
    """Collects the parts of a message."""

    def __init__(self):
        self.parts = []

    def write(self, layout, *values):
        self.parts.append(struct.pack("<" + layout, *values))

    def write_text(self, text):
        data = text.encode("utf-8")
        self.write("i", len(data))
        self.parts.append(data)

    def write_value(self, value, what="value"):
        numpy = _numpy()
        if isinstance(value, bool) or (numpy and isinstance(value, numpy.bool_)):
            self.write("cB", b"b", bool(value))
        elif isinstance(value, int) or (numpy and isinstance(value, numpy.integer)):
            if not -(1 << 63) <= value < 1 << 63:
                raise OverflowError(f"{what}: {value} does not fit 64 bits")
            self.write("cq", b"i", int(value))
        elif isinstance(value, float) or (numpy and isinstance(value, numpy.floating)):
            self.write("cd", b"d", float(value))
        elif isinstance(value, str):
            self.write("c", b"s")
            self.write_text(value)
        elif _is(value, "pandas", "DataFrame"):
            self._write_frame(value)
        elif _is(value, "pandas", "Series"):
            self._write_series(value, what)
        elif _is(value, "scipy.sparse", "spmatrix") or _is(value, "scipy.sparse", "sparray"):
            self._write_sparse(value)
        elif numpy and isinstance(value, numpy.ndarray):
            self._write_array(value, what)
        elif isinstance(value, dict):
            self._write_list(list(value.values()), [str(name) for name in value])
        elif _is_rows(value):
            self._write_rows(value, what)
        elif isinstance(value, (list, tuple)):
            self._write_list(value, None)
        else:
            raise TypeError(f"{what}: there is no way to pass a {type(value).__name__}")

    def _write_array(self, value, what):
        numpy = _numpy()
        if value.ndim > 2:
            raise TypeError(f"{what}: a matrix has two dimensions, not {value.ndim}")
        rows, cols = getattr(value, "row_names", None), getattr(value, "col_names", None)
        if value.ndim < 2:
            value = value.reshape(-1, 1)
        if value.dtype.kind not in "iufb":
            raise TypeError(f"{what}: an array of {value.dtype} is not a matrix of numbers")
        cells = numpy.ascontiguousarray(value, dtype="<f8")
        self._write_names(rows, cols)
        self.write("cqq", b"M", *cells.shape)
        self.parts.append(memoryview(cells).cast("B") if cells.size else b"")

    def _write_names(self, *axes):
        """In front of a matrix, if it has any."""
        if all(names is None for names in axes):
            return
        self.write("c", b"N")
        for names in axes:
            self.write("B", names is not None)
            if names is not None:
                self.write("i", len(names))
                for name in names:
                    self.write_text(name)

    def _write_rows(self, rows, what):
        cols = len(rows[0])
        cells = array("d")
        for i, row in enumerate(rows):
            if len(row) != cols:
                raise ValueError(
                    f"{what}: row {i + 1} has {len(row)} cells, but {cols} are expected"
                )
            cells.extend(row)
        if sys.byteorder == "big":
            cells.byteswap()
        self.write("cqq", b"M", len(rows), cols)
        self.parts.append(cells.tobytes())

    def _write_sparse(self, value):
        numpy = _numpy()
        rows = value.tocsr()
        if not (rows.has_canonical_format and rows.data.all()):
            rows = rows.copy()
            rows.sum_duplicates()
            rows.eliminate_zeros()
        if rows.nnz >= 1 << 31:
            raise ValueError("a sparse matrix with 2^31 or more non-zeros can't be passed")
        self.write("cqqq", b"C", *rows.shape, rows.nnz)
        for part, kind in ((rows.indptr, "<i4"), (rows.indices, "<i4"), (rows.data, "<f8")):
            self.parts.append(numpy.ascontiguousarray(part, dtype=kind).tobytes())

    def _write_frame(self, frame):
        numpy = _numpy()
        self.write("cii", b"F", *frame.shape)
        for position, name in enumerate(frame.columns):
            column = frame.iloc[:, position]
            self.write_text(str(name))
            kind = column.dtype
            if isinstance(kind, numpy.dtype) and numpy.issubdtype(kind, numpy.bool_):
                self.write("c", b"b")
                self.parts.append(column.to_numpy(dtype="u1").tobytes())
            elif isinstance(kind, numpy.dtype) and numpy.issubdtype(kind, numpy.integer):
                self.write("c", b"i")
                self.parts.append(column.to_numpy(dtype="<i8").tobytes())
            elif isinstance(kind, numpy.dtype) and numpy.issubdtype(kind, numpy.floating):
                self.write("c", b"d")
                self.parts.append(column.to_numpy(dtype="<f8").tobytes())
            else:
                self.write("c", b"s")
                for text, missing in zip(column, column.isna()):
                    self.write("B", 0 if missing else 1)
                    if not missing:
                        self.write_text(str(text))

    def _write_series(self, series, what):
        """Numbers are a column of a matrix, anything else is one of a frame."""
        from pandas.api import types

        if types.is_numeric_dtype(series.dtype) and not types.is_complex_dtype(series.dtype):
            self._write_array(column_of(series), what)
        else:
            self._write_frame(series.to_frame("C1" if series.name is None else series.name))

    def _write_list(self, elements, names):
        self.write("ciB", b"L", len(elements), names is not None)
        for i, element in enumerate(elements):
            if names is not None:
                self.write_text(names[i])
            self.write_value(element, f"element {i + 1} of a list")


class Reader:
    """Takes values off a source, which fills buffers."""

    def __init__(self, source):
        self._source = source

    def read(self, layout):
        values = struct.unpack("<" + layout, self.read_bytes(struct.calcsize("<" + layout)))
        return values[0] if len(values) == 1 else values

    def read_bytes(self, count):
        data = bytearray(count)
        self._source.readinto(memoryview(data))
        return data

    def read_text(self):
        return self.read_bytes(self.read("i")).decode("utf-8")

    def read_value(self):
        kind = self.read("c")
        if kind == b"d":
            return self.read("d")
        if kind == b"i":
            return self.read("q")
        if kind == b"b":
            return self.read("B") != 0
        if kind == b"s":
            return self.read_text()
        if kind == b"M":
            return self._read_dense(*self.read("qq"))
        if kind == b"C":
            return self._read_sparse(*self.read("qqq"))
        if kind == b"N":
            return self._read_named(self._read_names(), self._read_names())
        if kind == b"F":
            return self._read_frame(*self.read("ii"))
        if kind == b"L":
            return self._read_list(*self.read("iB"))
        raise ConnectionError(f"a value of unknown kind {kind!r}")

    def _read_names(self):
        return [self.read_text() for _ in range(self.read("i"))] if self.read("B") else None

    def _read_named(self, row_names, col_names):
        """Names stay with an array; rows as lists and sparse matrices have no place for them."""
        value = self.read_value()
        numpy = _numpy()
        if numpy is None or not isinstance(value, numpy.ndarray):
            return value
        from .named import NamedArray

        return NamedArray.of(value, row_names, col_names)

    def _read_dense(self, rows, cols):
        try:
            import numpy
        except ImportError:
            cells = array("d")
            cells.frombytes(self.read_bytes(8 * rows * cols))
            if sys.byteorder == "big":
                cells.byteswap()
            return [cells[i * cols : (i + 1) * cols].tolist() for i in range(rows)]
        cells = numpy.empty((rows, cols), dtype="<f8")
        if cells.size:
            self._source.readinto(memoryview(cells).cast("B"))
        return cells

    def _read_sparse(self, rows, cols, stored):
        starts = self.read_bytes(4 * (rows + 1))
        columns = self.read_bytes(4 * stored)
        values = self.read_bytes(8 * stored)
        try:
            import numpy
            from scipy.sparse import csr_matrix
        except ImportError:
            return _dense_rows(rows, cols, stored, starts, columns, values)
        parts = (
            numpy.frombuffer(values, "<f8"),
            numpy.frombuffer(columns, "<i4"),
            numpy.frombuffer(starts, "<i4"),
        )
        return csr_matrix(parts, shape=(rows, cols))

    def _read_frame(self, rows, cols):
        names, columns = [], []
        for _ in range(cols):
            names.append(self.read_text())
            columns.append(self._read_column(rows))
        try:
            import pandas
        except ImportError:
            return dict(zip(names, columns))
        frame = pandas.DataFrame({j: column for j, column in enumerate(columns)})
        frame.columns = names
        return frame

    def _read_column(self, rows):
        kind = self.read("c")
        if kind == b"s":
            return [self.read_text() if self.read("B") else None for _ in range(rows)]
        if kind == b"b":
            return [flag != 0 for flag in self.read_bytes(rows)]
        data = array("q" if kind == b"i" else "d")
        data.frombytes(self.read_bytes(8 * rows))
        if sys.byteorder == "big":
            data.byteswap()
        return data.tolist()

    def _read_list(self, size, named):
        names, elements = [], []
        for _ in range(size):
            if named:
                names.append(self.read_text())
            elements.append(self.read_value())
        return dict(zip(names, elements)) if named else elements


def column_of(series):
    """The numbers of a series as an array, which keeps its name."""
    cells = series.to_numpy(dtype=float, na_value=float("nan"))
    if series.name is None:
        return cells
    from .named import NamedArray

    return NamedArray.of(cells, None, [str(series.name)])


def columns_of(frame):
    """The numbers of a data frame as an array, which keeps the names of the columns."""
    import pandas

    cells = frame.to_numpy(dtype=float, na_value=float("nan"))
    if isinstance(frame.columns, pandas.RangeIndex):
        return cells
    from .named import NamedArray

    return NamedArray.of(cells, None, [str(name) for name in frame.columns])


def _is(value, module, name):
    kind = _loaded(module, name)
    return kind is not None and isinstance(value, kind)


def _is_rows(value):
    """Rows of numbers: [[1, 2], [3, 4]]."""
    return (
        isinstance(value, (list, tuple))
        and len(value) > 0
        and all(isinstance(row, (list, tuple)) for row in value)
        and all(isinstance(cell, (int, float)) for row in value for cell in row)
    )


def _dense_rows(rows, cols, stored, starts, columns, values):
    first = struct.unpack(f"<{rows + 1}i", starts)
    column = struct.unpack(f"<{stored}i", columns)
    value = struct.unpack(f"<{stored}d", values)
    dense = [[0.0] * cols for _ in range(rows)]
    for i in range(rows):
        for k in range(first[i], first[i + 1]):
            dense[i][column[k]] = value[k]
    return dense
