"""Data frames, for whoever has pandas."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, is_dataclass
from typing import Any


def rows_to_frame(rows: Iterable[Any]) -> Any:
    """A data frame with a row for each dataclass or dict."""
    try:
        import pandas
    except ImportError:
        raise ImportError("frames need pandas: pip install pandas") from None
    return pandas.DataFrame([asdict(row) if is_dataclass(row) and not isinstance(row, type) else row for row in rows])
