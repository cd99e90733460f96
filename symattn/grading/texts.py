"""Bytes of a table to text, whatever program saved them, and texts cut to what is shown.

Spreadsheets write UTF-8 with or without a byte order mark, UTF-16, or the code page of an old Windows.
"""

from __future__ import annotations

import codecs
from typing import NamedTuple

# A mark of UTF-32 begins like one of UTF-16, so it is looked for first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 4096
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


class Decoded(NamedTuple):
    """Text, whether a byte order mark stood before it, and what is to be said of it."""

    text: str
    is_marked: bool = False
    remarks: tuple[str, ...] = ()


def decoded(data: bytes) -> Decoded:
    r"""The text of a file.

    >>> decoded(b"\xff\xfea\x00"), decoded(b"caf\xe9").text
    (Decoded(text='a', is_marked=True, remarks=()), 'café')
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _by(data[len(mark) :], encoding, is_marked=True)
    wide = _unmarked_utf16(data)
    if wide:
        return _by(data, wide, is_marked=False)
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        remark = f"byte {error.start + 1} is not UTF-8, so everything was read as Windows-1252"
        return Decoded(data.decode("cp1252", errors="replace"), remarks=(remark,))


def _by(data: bytes, encoding: str, *, is_marked: bool) -> Decoded:
    text = data.decode(encoding, errors="replace")
    is_broken = "\ufffd" in text and "\ufffd".encode(encoding) not in data
    return Decoded(text, is_marked, (f"some bytes are not {encoding.upper()} and show as \ufffd",) if is_broken else ())


def _unmarked_utf16(data: bytes) -> str:
    """UTF-16 betrays itself by the zero bytes of plain letters."""
    sample = data[:_SAMPLE]
    pairs = len(sample) // 2
    if pairs < 4:
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > pairs * 0.6 and even < pairs * 0.1:
        return "utf-16-le"
    return "utf-16-be" if even > pairs * 0.6 and odd < pairs * 0.1 else ""


def without_surrogates(text: str) -> str:
    """The text with lone surrogates, which no file can hold, as U+FFFD."""
    return text.translate(_SURROGATES)


def excerpt(text: str, longest: int) -> str:
    """The beginning of a long text, and how long it is.

    >>> excerpt("1/2", 3), excerpt("0.123456789", 4)
    ('1/2', '0.12 ... (11 characters)')
    """
    return text if len(text) <= longest else f"{text[:longest]} ... ({len(text)} characters)"


__all__ = ["Decoded", "decoded", "excerpt", "without_surrogates"]
