"""Programs (`cmd:...`) are started by way of a script of this package, which confines itself before it becomes them."""

from __future__ import annotations

import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from . import _native

_SCRIPT = "plyground-warden"


@dataclass(frozen=True)
class Layer:
    """A layer of the sandbox: whether it is enforced here, and how or why not."""

    name: str
    enforced: bool
    note: str


def _script() -> Path:
    """Where the script of this installation is, whether or not it is there."""
    beside = Path(sys.executable).parent / _SCRIPT
    return beside if beside.exists() else Path(sysconfig.get_path("scripts")) / _SCRIPT


def register() -> None:
    """Tells the arena where the script is."""
    _native.stand_in(str(_script()))


def layers() -> list[Layer]:
    """What holds programs on this machine, layer by layer."""
    return [Layer(*layer) for layer in _native.layers()]


def main() -> int:
    """The script itself."""
    return _native.enter(sys.argv[1:])
