"""Figures opened again: what a PNG, a JPEG and a PDF say of themselves."""
import shutil
import struct
import subprocess
import zlib

import kit


def png(data):
    """Width, height, dots an inch, texts, and rows of bytes, of a PNG without filters."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, found, packed = 8, {"text": {}}, b""
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + n]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + n:at + 12 + n])[0]
        at += 12 + n
        if kind == b"IHDR":
            found["width"], found["height"], _, colour = struct.unpack(">IIBB", body[:10])
            found["bytes"] = {2: 3, 6: 4}[colour]
        elif kind == b"pHYs":
            found["dpi"] = round(struct.unpack(">I", body[:4])[0] * 0.0254)
        elif kind == b"iTXt":
            key, rest = body.split(b"\0", 1)
            found["text"][key.decode()] = rest[2:].split(b"\0", 2)[2].decode()
        elif kind == b"IDAT":
            packed += body
    rows = zlib.decompress(packed)
    stride = found["width"] * found["bytes"] + 1
    found["rows"] = [rows[i + 1:i + stride] for i in range(0, len(rows), stride)]
    return found


def pixel(picture, x, y):
    n = picture["bytes"]
    return tuple(picture["rows"][int(y)][int(x) * n:int(x) * n + n])


def jpeg(data):
    """Width, height and dots an inch of a JPEG."""
    assert data[:2] == b"\xff\xd8" and data[-2:] == b"\xff\xd9"
    at, found = 2, {}
    while data[at + 1] != 0xda:
        marker, n = struct.unpack(">HH", data[at:at + 4])
        if marker == 0xffe0:
            assert data[at + 11] == 1
            found["dpi"] = struct.unpack(">H", data[at + 12:at + 14])[0]
        elif marker in (0xffc0, 0xffc1, 0xffc2):
            found["height"], found["width"] = struct.unpack(">HH", data[at + 5:at + 9])
        at += 2 + n
    return found


def missing(*tools):
    """The first of these programs that is not there, or None."""
    return next((t for t in tools if not shutil.which(t)), None)


def tool(*words, data=None):
    """What another program says of a file, and whether it is content."""
    run = subprocess.run(words, input=data, capture_output=True, timeout=kit.LIMIT_S, check=False)
    return run.returncode == 0, run.stdout.decode("utf-8", "replace"), run.stderr.decode()


def pdf_text(path):
    return tool("pdftotext", "-raw", path, "-")[1]


def pdf_info(path):
    rows = (line.split(":", 1) for line in tool("pdfinfo", path)[1].splitlines() if ":" in line)
    return {key: value.strip() for key, value in rows}


def ghostscript(path):
    """What ghostscript has to say of PostScript: nothing, when all is well."""
    ok, out, err = tool("gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=nullpage", path)
    return ("" if ok else "failed ") + out + err
