"""What is said about the package is so."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path

import pytest

import plyground
from plyground import _native

STUBS = Path(plyground.__file__).parent / "_native.pyi"


def test_stubs_and_extension_say_the_same() -> None:
    for said in ast.parse(STUBS.read_text()).body:
        if not isinstance(said, ast.ClassDef):
            continue
        there = getattr(_native, said.name)
        assert (there.__doc__ or None) == ast.get_docstring(said)
        for method in said.body:
            if isinstance(method, ast.FunctionDef) and (docs := ast.get_docstring(method)):
                assert getattr(there, method.name).__doc__ == docs, f"{said.name}.{method.name}"


def test_everything_public_is_documented_and_its_examples_run() -> None:
    for name in plyground.__all__:
        there = getattr(plyground, name)
        if name.startswith("__"):
            continue
        assert there.__doc__, name
        for example in doctest.DocTestFinder(recurse=False).find(there, name, module=plyground):
            assert doctest.DocTestRunner().run(example).failed == 0, name


def test_the_guides_examples_run() -> None:
    guide = Path(__file__).resolve().parents[3] / "docs" / "src" / "python.md"
    if not guide.exists():
        pytest.skip(f"no {guide}")
    blocks = guide.read_text().split("```")
    examples = "\n".join(block.removeprefix("python") for block in blocks if block.startswith("python\n>>>"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "python.md", str(guide), 0)
    assert len(test.examples) > 5
    assert doctest.DocTestRunner().run(test).failed == 0
