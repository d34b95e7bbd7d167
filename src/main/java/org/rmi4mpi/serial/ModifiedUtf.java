package org.rmi4mpi.serial;

import java.io.UTFDataFormatException;

/** The encoding of {@link java.io.DataOutput#writeUTF}. Stateless. */
final class ModifiedUtf {
    private ModifiedUtf() {}

    /** The encoded length in bytes. */
    static long length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            length += c >= 1 && c <= 0x7F ? 1 : c <= 0x7FF ? 2 : 3;
        }
        return length;
    }

    /** Encodes a string, and returns the position after it. */
    static int put(String text, byte[] to, int at) {
        int position = at;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 1 && c <= 0x7F) {
                to[position++] = (byte) c;
            } else if (c <= 0x7FF) {
                to[position++] = (byte) (0xC0 | c >> 6);
                to[position++] = (byte) (0x80 | c & 0x3F);
            } else {
                to[position++] = (byte) (0xE0 | c >> 12);
                to[position++] = (byte) (0x80 | c >> 6 & 0x3F);
                to[position++] = (byte) (0x80 | c & 0x3F);
            }
        }
        return position;
    }

    static String get(byte[] from, int at, int length) throws UTFDataFormatException {
        char[] text = new char[length];
        int chars = 0;
        int end = at + length;
        for (int i = at; i < end;) {
            int b = from[i++] & 0xFF;
            if (b < 0x80) {
                text[chars++] = (char) b;
            } else if (b >> 5 == 6 && i < end) {
                text[chars++] = (char) ((b & 0x1F) << 6 | continuation(from[i++]));
            } else if (b >> 4 == 14 && i + 1 < end) {
                text[chars++] = (char) ((b & 0x0F) << 12 | continuation(from[i++]) << 6 | continuation(from[i++]));
            } else {
                throw new UTFDataFormatException("malformed text at byte " + (i - 1 - at));
            }
        }
        return new String(text, 0, chars);
    }

    private static int continuation(byte b) throws UTFDataFormatException {
        if ((b & 0xC0) != 0x80) {
            throw new UTFDataFormatException("malformed text: " + b + " in place of a continuation byte");
        }
        return b & 0x3F;
    }
}
