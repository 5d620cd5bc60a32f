"""Arrays of numbers whose rows or columns have names."""

import numpy


class NamedArray(numpy.ndarray):
    """An array that came with names; what is computed from it has none.

    ``row_names`` and ``col_names`` are lists, or None. An array of one dimension is a column.
    """

    row_names = None
    col_names = None

    @classmethod
    def of(cls, array, row_names, col_names):
        named = numpy.asarray(array).view(cls)
        named.row_names, named.col_names = row_names, col_names
        return named

    def __reduce__(self):
        return NamedArray.of, (numpy.asarray(self), self.row_names, self.col_names)

    @property
    def names(self):
        """Of the columns, or of the elements of an array of one dimension."""
        return self.row_names if self.ndim == 1 else self.col_names

    def to_frame(self):
        """A pandas DataFrame with these names."""
        import pandas

        cells = numpy.asarray(self).reshape(self.shape[0], -1)
        return pandas.DataFrame(cells, index=self.row_names, columns=self.col_names)

    def _repr_html_(self):
        from .display import SHOWN_COLS, SHOWN_ROWS, matrix_table

        cells = numpy.asarray(self).reshape(self.shape[0], -1) if self.ndim else None
        if cells is None or self.ndim > 2:
            return None
        return matrix_table(
            cells[:SHOWN_ROWS, :SHOWN_COLS], *cells.shape, self.row_names, self.col_names
        )
