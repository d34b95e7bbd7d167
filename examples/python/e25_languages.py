"""A rank in Python that draws a plate whose strips ranks in C++ have, when e25_languages.Coordinator asks it to.

    e25_languages.py FILE       the picture, as PNG
"""
import os
import struct
import sys
import zlib

import numpy

import rmi4mpi

# Red, green and blue from cold to hot, with rising brightness.
STOPS = numpy.array([(0x00, 0x00, 0x1C), (0x2C, 0x0A, 0x60), (0x72, 0x1A, 0x6E), (0xB8, 0x30, 0x5A), (0xEB, 0x5A, 0x2C),
                     (0xFC, 0xA2, 0x12), (0xFC, 0xF6, 0xA4)])


def shades(rows):
    """The temperatures of an array as colours."""
    span = rows.max() - rows.min()
    heat = (rows - rows.min()) / (span if span > 0 else 1) * (len(STOPS) - 1)
    colours = [numpy.interp(heat, range(len(STOPS)), STOPS[:, each]) for each in range(3)]
    return numpy.stack(colours, axis=-1).round().astype(numpy.uint8)


def png(pixels):
    """The bytes of a picture of rows x columns x 3 bytes."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    height, width, _ = pixels.shape
    lines = b"".join(b"\0" + row.tobytes() for row in pixels)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


@rmi4mpi.remote("e25_languages.Picture")
class Picture:
    def __init__(self, file):
        self.file = file
        self.count = 0

    def draw(self, strips, iteration):
        parts = [strip.rows.async_() for strip in strips]
        rows = numpy.concatenate([numpy.array(part.result()) for part in parts])
        with open(self.file + ".new", "wb") as new:
            new.write(png(shades(rows)))
        os.replace(self.file + ".new", self.file)  # whoever looks at it sees a whole picture
        self.count += 1
        print(f"iteration {iteration}: {rows.min():.1f} to {rows.max():.1f} degrees", flush=True)
        return self.count


with rmi4mpi.Job() as job:
    job.rebind(f"//rank{job.rank}/picture", Picture(sys.argv[1]))
