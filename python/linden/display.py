"""Values as HTML, for notebooks."""

import html

SHOWN_ROWS = 10
SHOWN_COLS = 12


class PlanPage:
    """A page about a plan: shown in notebooks, else to be saved and opened in a browser."""

    def __init__(self, page):
        #: the page as text of HTML
        self.html = page

    def save(self, file):
        """Writes the page to a file."""
        with open(file, "w", encoding="utf-8") as out:
            out.write(self.html)

    def __repr__(self):
        return "a page about a plan; save(file) keeps it"

    def _repr_html_(self):
        # A page of its own, that may run its program but not touch the notebook.
        page = html.escape(self.html, quote=True)
        return (
            '<iframe sandbox="allow-scripts" style="width:100%;height:640px;border:1px solid #8888"'
            f' srcdoc="{page}"></iframe>'
        )


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
