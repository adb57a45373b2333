"""Lines as agents write them: whole, broken, glued, half written."""

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vela_desktop.sources.jsonl import DICTS, Record, Scan, decode, parse


def scanned(data: bytes, chunk_bytes: int = 1 << 16) -> tuple[list[Record], int]:
    """Return what a scan over *data* finds, its last line included, and the number of bad lines."""
    scan = Scan(io.BytesIO(data), DICTS)
    placed = [*scan.records(chunk_bytes=chunk_bytes), *scan.last()]
    for offset, length, record in placed:
        assert decode(data[offset : offset + length]) == record
    return [record for _, _, record in placed], scan.bad


@pytest.mark.parametrize(
    ("data", "records", "bad"),
    [
        (b"", [], 0),
        (b'{"a":1}\n{"a":2}\n', [{"a": 1}, {"a": 2}], 0),
        (b'{"a":1}\n{"a":2}', [{"a": 1}, {"a": 2}], 0),
        (b'{"a":1}\r\n\r\n \n{"a":2}\r\n', [{"a": 1}, {"a": 2}], 0),
        (b'\xef\xbb\xbf{"a":1}\n', [{"a": 1}], 0),
        ('{"a":"x\u2028y\u2029z\u0085"}\n'.encode(), [{"a": "x\u2028y\u2029z\u0085"}], 0),
        (b'{"a":"\xff"}\n', [{"a": "\ufffd"}], 0),
        (b'{"a":"\\ud800!"}\n', [{"a": "\ufffd!"}], 0),
        (b'{"a":1}\r{"a":2}\n', [{"a": 1}, {"a": 2}], 1),
        (b'{"a":1}{"b":{"c":2}} {"d":3}\n', [{"a": 1}, {"b": {"c": 2}}, {"d": 3}], 1),
        (b'{"a":"cut off {"b":2}\n', [{"b": 2}], 1),
        (b'{"a":{"in":1},"b":{"cut":\n', [], 1),
        (b'\0\0\0\0{"a":1}\n', [{"a": 1}], 1),
        (b'{"a":"x\0y"}\n', [{"a": "x\ufffdy"}], 1),
        (b'[1,2]\n5\nnull\n"x"\nword\n', [], 5),
        (b'{"a":1\n{"a":2}\n', [{"a": 2}], 1),
    ],
)
def test_every_kind_of_line(data: bytes, records: list[Record], bad: int) -> None:
    for chunk_bytes in (1, 3, 1 << 16):
        assert scanned(data, chunk_bytes) == (records, bad)


def test_numbers_that_json_does_not_know_are_no_reason_to_lose_a_line() -> None:
    assert repr(scanned(b'{"a":NaN,"b":-Infinity,"c":1e999}\n')) == (
        "([{'a': nan, 'b': -inf, 'c': inf}], 0)"
    )


def test_a_line_of_many_megabytes_is_a_line() -> None:
    data = b'{"a":"' + b"x" * 16_000_000 + b'"}\n{"b":1}\n'
    (first, second), bad = scanned(data)
    assert (len(first["a"]), second, bad) == (16_000_000, {"b": 1}, 0)


def test_an_absurdly_long_line_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vela_desktop.sources.jsonl.LINE_BYTES", 100)
    data = b'{"a":1}\n{"b":"' + b"x" * 500 + b'"}\n{"c":1}\n'
    assert scanned(data, chunk_bytes=16) == ([{"a": 1}, {"c": 1}], 1)


def test_nesting_without_end_is_a_bad_line_and_no_crash() -> None:
    assert scanned(b'{"a":' * 200_000 + b"\n{}\n") == ([{}], 1)


def test_a_half_written_last_line_is_known_as_such() -> None:
    for tail, half in ((b'{"a":"ne', True), (b'{"a":1}', False), (b"garbage", False), (b"", False)):
        scan = Scan(io.BytesIO(b'{"a":1}\n' + tail), DICTS)
        assert (len(list(scan.records())), scan.half_written, scan.end) == (1, half, 8)


def test_a_scan_stops_at_its_bound_between_lines() -> None:
    data = b'{"a":1}\n' * 100
    scan = Scan(io.BytesIO(data), DICTS)
    taken = list(scan.records(max_bytes=100))
    assert not scan.finished
    assert scan.end == 8 * len(taken)
    rest = Scan(io.BytesIO(data[scan.end :]), DICTS, scan.end)
    assert len(taken) + len(list(rest.records())) == 100


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
objects = st.dictionaries(st.text(min_size=1, max_size=6), values, min_size=1, max_size=4)
ends = st.sampled_from([b"\n", b"\r\n", b"\n\n", b" \n"])


def written(record: Record) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass")


@settings(max_examples=60)
@given(st.lists(st.tuples(objects, ends)), st.booleans(), st.integers(1, 40))
def test_whole_lines_come_back_as_they_were(
    lines: list[tuple[Record, bytes]], with_mark: bool, chunk_bytes: int
) -> None:
    data = b"".join(written(record) + end for record, end in lines)
    expected = [parse(written(record)) for record, _ in lines]
    assert scanned(b"\xef\xbb\xbf" * with_mark + data, chunk_bytes) == (expected, 0)


@settings(max_examples=60)
@given(st.lists(objects, min_size=2, max_size=5), st.sampled_from([b"", b" ", b"\0\0", b"}", b"x"]))
def test_glued_objects_are_all_recovered_and_the_line_is_bad(
    glued: list[Record], between: bytes
) -> None:
    data = between.join(written(record) for record in glued) + b"\n"
    assert scanned(data) == ([parse(written(record)) for record in glued], 1)


@settings(max_examples=60)
@given(st.binary(max_size=300), st.integers(1, 50))
def test_chunks_do_not_matter(data: bytes, chunk_bytes: int) -> None:
    assert repr(scanned(data, chunk_bytes)) == repr(scanned(data))


@settings(max_examples=60)
@given(st.lists(objects | st.binary(max_size=20).filter(lambda part: b"\n" not in part)), st.data())
def test_going_on_anywhere_equals_one_pass(
    lines: list[Record | bytes], choose: st.DataObject
) -> None:
    data = b"".join((one if isinstance(one, bytes) else written(one)) + b"\n" for one in lines)
    whole = list(Scan(io.BytesIO(data), DICTS).records())
    size = choose.draw(st.integers(0, len(data)))
    first = Scan(io.BytesIO(data[:size]), DICTS)
    taken = list(first.records(chunk_bytes=7))
    second = Scan(io.BytesIO(data[first.end :]), DICTS, first.end)
    assert repr(taken + list(second.records())) == repr(whole)
