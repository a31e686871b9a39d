"""The notebooks are well formed, run from the first cell to the last, and become pages that need nothing else."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import jupytext
import pytest

from notebooks.render import FOLDER, GAMES, execute, notebooks, page, read, title

TESTED_GAMES = 24
"""Games of each set-up here: enough for every cell to have something to show."""
MOST_BYTES = 1_000_000
LOADED = re.compile(r"""<(?:script|link|iframe|object|embed)\b|@import|url\(|\bsrc=["'](?!data:)""")
"""What makes a page fetch, or run, something."""
SCRIPTS = pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)


def test_there_are_four_notebooks_in_order() -> None:
    assert [path.name[:2] for path in notebooks()] == ["01", "02", "03", "04"]


@SCRIPTS
def test_a_script_is_a_percent_notebook_that_jupytext_gives_back_unchanged(path: Path) -> None:
    notebook = jupytext.read(path)
    assert jupytext.guess_format(path.read_text(encoding="utf-8"), ".py")[0] == "percent"
    again = jupytext.reads(jupytext.writes(notebook, "py:percent"), "py:percent")
    assert [(cell.cell_type, cell.source) for cell in again.cells] == [
        (cell.cell_type, cell.source) for cell in notebook.cells
    ]


@SCRIPTS
def test_a_script_tells_in_words_what_it_does(path: Path) -> None:
    cells = read(path).cells
    words = [cell for cell in cells if cell.cell_type == "markdown"]
    headings = [line for cell in words for line in cell.source.splitlines() if line.startswith("#")]
    assert cells[0].source.startswith("# ") and len(title(read(path))) > 10
    assert sum(heading.startswith("# ") for heading in headings) == 1
    assert sum(heading.startswith("## ") for heading in headings) >= 4
    assert len(words) >= 0.3 * len(cells)


@SCRIPTS
def test_code_cells_are_short_and_define_no_functions(path: Path) -> None:
    for cell in read(path).cells:
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 35, cell.source
            assert not re.search(r"^\s*(def|class)\s", cell.source, re.MULTILINE), cell.source


@SCRIPTS
def test_no_output_and_no_metadata_of_a_machine_is_kept(path: Path) -> None:
    notebook = jupytext.read(path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
    assert "kernelspec" not in notebook.metadata
    assert not list(FOLDER.glob("*.ipynb"))


@SCRIPTS
def test_the_number_of_games_is_a_parameter(path: Path) -> None:
    chosen = [cell.source for cell in read(path).cells if cell.source.startswith("GAMES = ")]
    assert len(chosen) == 1 and GAMES in chosen[0]


@SCRIPTS
def test_figures_have_words_in_their_place(path: Path) -> None:
    drawn = [cell for cell in read(path).cells if "plt.show()" in cell.source]
    assert drawn and all(len(cell.metadata.get("alt", "")) > 30 for cell in drawn)


@SCRIPTS
def test_neighbours_that_are_named_exist_and_are_linked_to_as_pages(path: Path) -> None:
    named = re.findall(r"\]\((?!https?:)([^)]*)\)", path.read_text(encoding="utf-8"))
    assert all((FOLDER / name).exists() for name in named)
    html = page(read(path))
    assert all(f'href="{Path(name).stem}.html"' in html for name in named)


@pytest.mark.slow
@SCRIPTS
def test_a_notebook_runs_and_becomes_a_page_that_needs_nothing_else(path: Path, kernels: None) -> None:
    notebook = _executed(path)
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert outputs
    # warnings would be shown to the reader
    assert [output.text for output in outputs if output.get("name") == "stderr"] == []
    html = page(notebook)
    assert len(html.encode()) < MOST_BYTES
    assert not LOADED.search(html)
    assert _alternatives(html) == [cell.metadata["alt"] for cell in notebook.cells if "plt.show()" in cell.source]
    assert not re.search(r"games/s|\b\d+(\.\d+)? s(econds)?\b", html)
    assert str(Path.cwd()) not in html and "/tmp/" not in html


@pytest.mark.slow
def test_two_runs_of_a_notebook_give_the_same_page(kernels: None) -> None:
    path = notebooks()[1]
    assert page(execute(read(path), games=TESTED_GAMES)) == page(_executed(path))


@pytest.mark.slow
def test_a_cell_that_fails_fails_the_notebook(kernels: None) -> None:
    from nbclient.exceptions import CellExecutionError

    notebook = jupytext.reads("# %%\nimport sim.results\n\nsim.results.load_results('nowhere')\n", "py:percent")
    with pytest.raises(CellExecutionError, match="BadInput"):
        execute(notebook)


@cache
def _executed(path: Path) -> Any:
    """The notebook with its outputs, executed once."""
    return execute(read(path), games=TESTED_GAMES)


def _alternatives(html: str) -> list[Any]:
    """Words in the place of each figure of a page."""
    return [
        found[1].replace("&#39;", "'") if (found := re.search(r'alt="([^"]*)"', image)) else None
        for image in re.findall(r"<img[^>]*>", html)
    ]
