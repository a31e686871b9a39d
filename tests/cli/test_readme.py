"""What the README shows is what its commands print."""

from __future__ import annotations

import pytest

from tests.cli.readme import README, renewed, without_speed


@pytest.mark.slow
def test_sessions_print_what_the_readme_shows() -> None:
    shown = README.read_text(encoding="utf-8")
    assert without_speed(renewed(shown)) == without_speed(shown)
