"""Values as HTML, for notebooks."""

import html

SHOWN_ROWS = 10
SHOWN_COLS = 12


def number(value):
    """Whole numbers without a point, others with six digits; nothing but zero looks like zero."""
    whole = abs(value) < 1e15 and value == int(value)
    return str(int(value)) if whole else f"{value:.6g}"


def table(heads, rows, caption):
    """Rows of texts, the first of each being its name."""
    parts = ["<table><thead><tr>"]
    parts += [f"<th>{html.escape(head)}</th>" for head in heads]
    parts.append("</tr></thead><tbody>")
    for name, *cells in rows:
        parts.append(f"<tr><th>{html.escape(name)}</th>")
        parts += [f"<td>{html.escape(cell)}</td>" for cell in cells]
        parts.append("</tr>")
    parts.append(f"</tbody></table><p>{html.escape(caption)}</p>")
    return "".join(parts)


def matrix_table(corner, rows, cols, row_names=None, col_names=None):
    """The upper left corner of a matrix of rows x cols; without names positions count from 0."""
    corner = corner.toarray() if hasattr(corner, "toarray") else corner
    width = min(cols, SHOWN_COLS)
    heads = [""] + (col_names or [str(j) for j in range(width)])[:width]
    lines = [
        [row_names[i] if row_names else str(i)] + [number(cell) for cell in row]
        for i, row in enumerate(corner)
    ]
    if cols > width:
        heads.append("\u2026")
        lines = [line + ["\u2026"] for line in lines]
    if rows > SHOWN_ROWS:
        lines.append(["\u22ee"] * len(heads))
    return table(heads, lines, f"{rows} x {cols} matrix")
