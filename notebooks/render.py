"""Executes the notebooks and writes them as pages: ``python notebooks/render.py`` (or ``make notebooks``).

A page is one HTML file that needs nothing else: figures and style are inside, there are no scripts, and nothing in it
tells when or how quickly it was made, so that the same games give the same bytes.
"""

from __future__ import annotations

import argparse
import html
import os
from pathlib import Path
from typing import Any

import jupytext
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from pygments.formatters import HtmlFormatter

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent
OUT = ROOT / "reports" / "notebooks"
GAMES = "NOTEBOOK_GAMES"
"""Environment variable that says how many games the notebooks play of each set-up."""
LONGEST = 1800
"""Seconds that a cell may take."""

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 64rem; padding: 1rem; background: #fff; color: #1a1f25;
       font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; } h2 { font-size: 1.3rem; margin-top: 2.2rem; }
p, ul { max-width: 46rem; }
a { color: #1a5f9e; }
code, pre { font: 0.85rem/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
pre { margin: 0; padding: 0.6rem 0.8rem; overflow-x: auto; }
.rendered_html code { background: #f3f5f7; padding: 0.1em 0.25em; border-radius: 3px; }
.input_area pre { background: #f3f5f7; border-left: 3px solid #c8ddef; border-radius: 4px; }
.input, .output_wrapper { margin: 0.6rem 0; }
.output_html, .output_png { overflow-x: auto; }
.output_png img { max-width: 100%; min-width: 34rem; }
table.dataframe { border: 0; border-collapse: collapse; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.6rem; text-align: right; vertical-align: top; border: 0; white-space: nowrap; }
tbody th, thead tr:last-child:not(:first-child) th { font-weight: normal; text-align: left; }
thead { border-bottom: 1px solid #a4adb7; } tbody tr + tr { border-top: 1px solid #e4e8ec; }
"""


def notebooks() -> list[Path]:
    """The scripts, in order."""
    return sorted(FOLDER.glob("[0-9]*.py"))


def read(path: Path) -> Any:
    """The notebook of a percent script, its cells numbered so that two readings are the same."""
    notebook = jupytext.read(path, fmt="py:percent")
    for number, cell in enumerate(notebook.cells, 1):
        cell["id"] = f"cell-{number}"
    return notebook


def execute(notebook: Any, games: int | None = None) -> Any:
    """Run a notebook in a kernel of this very Python, in the root of the repository.

    Parameters
    ----------
    notebook : NotebookNode
        Gets its outputs.
    games : int, optional
        Games of each set-up; by default what the notebook itself says.

    Returns
    -------
    NotebookNode
        The same notebook.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell raises, with its traceback.
    """
    more = {} if games is None else {GAMES: str(games)}
    client = NotebookClient(
        notebook,
        timeout=LONGEST,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(ROOT)}},
    )
    return client.execute(env=os.environ | more)


def page(notebook: Any) -> str:
    """The notebook, executed or not, as a page of HTML."""
    exporter = HTMLExporter(
        template_name="basic", exclude_input_prompt=True, exclude_output_prompt=True, exclude_anchor_links=True
    )
    body, _ = exporter.from_notebook_node(notebook)
    # where a page stands, its neighbours are pages too
    for path in notebooks():
        body = body.replace(f'href="{path.name}"', f'href="{path.stem}.html"')
    style = STYLE + HtmlFormatter(style="default", nobackground=True).get_style_defs(".highlight")
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title(notebook))}</title><style>{style}</style>"
    )
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body><main>{body}</main></body></html>\n'


def title(notebook: Any) -> str:
    """The heading that the notebook begins with."""
    return str(notebook.cells[0].source).splitlines()[0].removeprefix("# ")


def main() -> None:
    """Execute the notebooks and write their pages."""
    parser = argparse.ArgumentParser(description="Execute the notebooks and write them as HTML pages.")
    parser.add_argument("--games", type=int, help="games of each set-up; by default what each notebook says")
    parser.add_argument("--out", type=Path, default=OUT, help="folder of the pages")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for path in notebooks():
        print(path.name, flush=True)
        target = given.out / f"{path.stem}.html"
        target.write_text(page(execute(read(path), given.games)), encoding="utf-8")


if __name__ == "__main__":
    main()
