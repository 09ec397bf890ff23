# SPDX-License-Identifier: BSD-3-Clause
"""Tables that read well as text and as Markdown."""


def markdown_table(lines, left=(0,)):
    """The first line is the heading; these columns are flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(*lines)]

    def row(cells):
        return "| " + " | ".join(cell.ljust(width) if place in left else cell.rjust(width)
                                 for place, (cell, width) in enumerate(zip(cells, widths))) + " |"

    rule = "|" + "|".join("-" * (width + 1) + ("-" if place in left else ":")
                          for place, width in enumerate(widths)) + "|"
    return "\n".join([row(lines[0]), rule, *map(row, lines[1:])])
