"""What stands behind a result besides its seed: versions, and the commit of the sources."""

from __future__ import annotations

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

from sim import RULES_VERSION, __version__

PLAYED_BY = ("sim", "scenarios", "pyproject.toml")
"""What games depend on; pages and notes do not change them."""


def versions() -> dict[str, str]:
    """Versions of everything a result may depend on."""
    return {
        "spirit_sim": __version__,
        "rules": RULES_VERSION,
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def git_hash() -> str | None:
    """Commit of the sources, with ``-dirty`` after it if what is played by differs from it; None outside a checkout."""
    root = Path(__file__).parents[2]
    if not (root / ".git").exists():
        return None
    commit = _git(root, "rev-parse", "HEAD")
    changed = _git(root, "status", "--porcelain", "--untracked-files=no", "--", *PLAYED_BY)
    return f"{commit}-dirty" if commit and changed else commit


def _git(root: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()
