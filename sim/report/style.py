"""Colours, fonts and sizes of the figures, and their way into the page as inline SVG.

Figures are drawn with placeholder colours, one per role.  In the SVG text each placeholder becomes a variable of the
page's style sheet, so that the same drawing is right on a light and on a dark screen.
"""

from __future__ import annotations

import io
import re
import textwrap
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS: dict[str, tuple[str, str]] = {
    # role: light, dark
    "page": ("#ffffff", "#15181c"),
    "soft": ("#f3f5f7", "#1e2329"),
    "ink": ("#1a1f25", "#e7eaee"),
    "muted": ("#565f69", "#a4adb7"),
    "line": ("#d5dae0", "#373f48"),
    "link": ("#1a5f9e", "#7cbcf5"),
    "players-1": ("#1f6fb2", "#6cb2f0"),
    "players-2": ("#bd5210", "#f2995c"),
    "players-3": ("#16785a", "#52c9a5"),
    "players-4": ("#7d45a6", "#c79be8"),
    "victory_terror_1": ("#d3e5f4", "#24405a"),
    "victory_terror_2": ("#98c4e5", "#346292"),
    "victory_terror_3": ("#3474ab", "#6aaae0"),
    "victory_fear": ("#16497a", "#b4d9f8"),
    "sacrifice": ("#7a5aa8", "#b79be0"),
    "defeat_blight": ("#c44a1c", "#e4703f"),
    "defeat_presence": ("#f3b26b", "#f8c88f"),
    "defeat_time": ("#8a5a2b", "#b07c48"),
    "defeat_adversary": ("#5c3317", "#d6a27a"),
    "defeat_scenario": ("#f6d8c6", "#5e3a28"),
    "step-0": ("#e8f1f8", "#1f2d3b"),
    "step-1": ("#c8ddef", "#24425e"),
    "step-2": ("#9fc6e5", "#2d5c86"),
    "step-3": ("#6ca8d6", "#3c6f9f"),
    "step-4": ("#3273ab", "#6ea9da"),
    "step-5": ("#1e5c94", "#96c4ec"),
    "step-6": ("#0d3d6c", "#c8e2f8"),
    "turn-0": ("#b04a12", "#f0935a"),
    "turn-1": ("#e08d55", "#a85a2a"),
    "turn-2": ("#f7d9c4", "#55331f"),
    "turn-3": ("#f1f3f5", "#23282e"),
    "turn-4": ("#c8ddef", "#24425e"),
    "turn-5": ("#6ca8d6", "#3c6f9f"),
    "turn-6": ("#1e5c94", "#96c4ec"),
    "dark-text": ("#11161b", "#11161b"),
    "light-text": ("#ffffff", "#ffffff"),
}
STEPS = 7
"""Steps of the scale from few to many; ``step-0`` is next to the page, ``step-6`` stands out most."""

TURNS = 7
"""Steps of the scale from less than nothing (orange) over nothing (next to the page) to more (blue)."""

_PLACEHOLDER = 0xA00000
ROLES = list(COLOURS)
MARKERS = {1: "o", 2: "s", 3: "^", 4: "D"}
"""Shapes of the numbers of spirits, which tell them apart without colour."""


@dataclass(frozen=True)
class Frame:
    """Room a figure is drawn for; one unit of the drawing is one pixel of the page."""

    name: str
    width: int
    font: int
    wrap: int
    """letters in a line of a label"""

    @property
    def narrow(self) -> bool:
        """Whether this is the drawing for phones."""
        return self.width < 500


WIDE = Frame("wide", 880, 13, 34)
NARROW = Frame("narrow", 360, 12, 18)
Draw = Callable[[Frame], "Figure"]


def colour(role: str) -> str:
    """Placeholder that becomes the colour of ``role`` in the page."""
    return f"#{_PLACEHOLDER + ROLES.index(role):06x}"


def text_on(role: str) -> str:
    """Placeholder of the text colour that is readable on ``role`` (``--on-ROLE`` in the style sheet)."""
    return f"#{_PLACEHOLDER + len(ROLES) + ROLES.index(role):06x}"


def cut(text: str, width: int) -> str:
    """One line of at most ``width`` letters; what is beyond is cut."""
    return text if len(text) <= width else text[: width - 1] + "…"


def wrap(text: str, width: int) -> str:
    """Break a label into at most two lines of ``width`` letters; what is beyond is cut."""
    return "\n".join(textwrap.wrap(text, width, max_lines=2, placeholder="…"))


def new_figure(frame: Frame, height: float) -> Figure:
    """Empty figure of the frame's width and a height in pixels, laid out so that nothing overlaps."""
    from matplotlib.figure import Figure

    return Figure(figsize=(frame.width / 72, height / 72), dpi=72, layout="constrained", facecolor="none")


def bare_axes(axes: Any, grid: str) -> None:
    """Take the box off ``axes`` and leave a quiet grid along ``grid`` ('x' or 'y')."""
    no_frame(axes)
    axes.grid(axis=grid, color=colour("line"), linewidth=1)
    axes.tick_params(length=0)
    axes.set_axisbelow(True)


def no_frame(axes: Any) -> None:
    """Take the box and the ground off ``axes``."""
    axes.spines[:].set_visible(False)
    axes.set_facecolor("none")


def _settings(frame: Frame) -> Any:
    return {
        "svg.fonttype": "none",
        "svg.hashsalt": "spirit-sim",
        "font.family": "DejaVu Sans",
        "font.size": frame.font,
        "axes.titlesize": frame.font,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.labelsize": frame.font,
        "legend.fontsize": frame.font,
        "legend.frameon": False,
        "text.color": colour("ink"),
        "axes.labelcolor": colour("muted"),
        "axes.titlecolor": colour("ink"),
        "xtick.color": colour("muted"),
        "ytick.color": colour("ink"),
        "axes.edgecolor": colour("line"),
        # names come from files: a dollar sign in them is a dollar sign
        "text.parse_math": False,
        "axes.formatter.use_mathtext": False,
    }


def picture(draw: Draw, frame: Frame, title: str, description: str) -> str:
    """Draw a figure and return it as an SVG file of its own, in the light colours, on a ground of their own.

    Parameters
    ----------
    draw : callable
        Makes the figure for a frame.
    frame : Frame
        Room it is drawn for.
    title, description : str
        What a screen reader says instead of the drawing.

    Returns
    -------
    str
        The file; equal bytes for equal figures. Colours stand in it as they are, since few viewers but browsers know
        variables.
    """
    drawn = _drawn(draw, frame)
    start = drawn.index("<svg")
    head, inner = drawn[start:].split(">", 1)
    head = re.sub(r'(width|height)="([\d.]+)pt"', r'\1="\2"', head)
    text = (
        f'{drawn[:start]}{head} role="img" aria-labelledby="title description">\n'
        f' <title id="title">{escape(title)}</title>\n <desc id="description">{escape(description)}</desc>\n'
        f' <rect width="100%" height="100%" fill="{colour("page")}"/>{inner}'
    )
    return re.sub(r"<[^<>]+>", lambda tag: re.sub(r"#(a0[0-9a-f]{4})\b", _shade, tag.group(0)), text)


def svg(draw: Draw, frame: Frame, name: str) -> str:
    """Draw a figure and return it as an SVG element for the page.

    Parameters
    ----------
    draw : callable
        Makes the figure for a frame.
    frame : Frame
        Room it is drawn for.
    name : str
        Name of the figure, unique in the page; keeps the identifiers of its parts apart from other figures'.

    Returns
    -------
    str
        ``<svg>`` element whose colours are variables of the style sheet; equal bytes for equal figures.
    """
    return _for_page(_drawn(draw, frame), f"{name}-{frame.name}")


def _drawn(draw: Draw, frame: Frame) -> str:
    """The figure as matplotlib writes it, but for what tells of the day, in placeholder colours."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    buffer = io.BytesIO()
    with matplotlib.rc_context(), warnings.catch_warnings():
        # not the settings of whoever runs this
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_settings(frame))
        # a name may use letters that the measuring font lacks; the reader's own font shows them
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = draw(frame)
        # not savefig, which would lay everything out twice
        unsaid = {"Date": None, "Creator": None, "Format": None, "Type": None}
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(buffer, metadata=unsaid)
    return re.sub(r"<metadata>.*?</metadata>\s*", "", buffer.getvalue().decode("utf-8"), flags=re.DOTALL)


def _for_page(text: str, prefix: str) -> str:
    text = text[text.index("<svg") :].strip()
    text = re.sub(r"<style type=\"text/css\">.*?</style>\s*", "", text, flags=re.DOTALL)
    # only tags are rewritten: what stands between them may be a name from a file
    return re.sub(r"<[^<>]+>", lambda tag: _rewrite_tag(tag.group(0), prefix), text)


def _rewrite_tag(tag: str, prefix: str) -> str:
    if tag.startswith("<svg"):
        tag = re.sub(r' (?:xmlns|xmlns:xlink|width|height|version)="[^"]*"', "", tag)
        # a screen reader is told the figure's text alternative instead
        tag = tag.replace("<svg", '<svg aria-hidden="true" focusable="false"')
    tag = re.sub(r'<g id="[^"]*"', "<g", tag)
    tag = re.sub(r'\bid="([^"]*)"', rf'id="{prefix}-\1"', tag)
    tag = re.sub(r'xlink:href="#', f'href="#{prefix}-', tag)
    tag = tag.replace("url(#", f"url(#{prefix}-")
    # labels take the page's font; they were measured with a wider one and keep their room
    tag = re.sub(r"font: ([^;\"]*?)'DejaVu Sans'[^;\"]*", r"font: \1var(--font)", tag)
    return re.sub(r"#(a0[0-9a-f]{4})\b", _variable, tag)


def _variable(match: re.Match[str]) -> str:
    number = int(match.group(1), 16) - _PLACEHOLDER
    if number < len(ROLES):
        return f"var(--{ROLES[number]})"
    if number < 2 * len(ROLES):
        return f"var(--on-{ROLES[number - len(ROLES)]})"
    return match.group(0)


def _shade(match: re.Match[str]) -> str:
    """The light colour of a role; pictures have no texts on roles."""
    number = int(match.group(1), 16) - _PLACEHOLDER
    return COLOURS[ROLES[number]][0] if number < len(ROLES) else match.group(0)


def luminance(hex_colour: str) -> float:
    """Relative luminance of a colour as ``#rrggbb``, 0 black to 1 white (WCAG 2)."""
    parts = [int(hex_colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2); text needs 4.5."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def palette_css() -> str:
    """The colours as style-sheet variables, for light screens and, where asked for, dark ones."""
    light, dark = (_variables(theme) for theme in (0, 1))
    return f":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{dark}}}}}"


def _variables(theme: int) -> str:
    lines = [f"--{role}:{shades[theme]}" for role, shades in COLOURS.items()]
    for role, shades in COLOURS.items():
        texts = (COLOURS["dark-text"][theme], COLOURS["light-text"][theme])
        lines.append(f"--on-{role}:{max(texts, key=lambda text: contrast(text, shades[theme]))}")
    return ";".join(lines)
