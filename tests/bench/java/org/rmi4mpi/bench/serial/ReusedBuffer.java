package org.rmi4mpi.bench.serial;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** The memory of a contender that writes to a stream. It grows, and is reused for the next message. */
final class ReusedBuffer extends OutputStream {
    private byte[] bytes = new byte[1 << 16];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public void write(int b) {
        need(1);
        bytes[length++] = (byte) b;
    }

    @Override
    public void write(byte[] from, int offset, int count) {
        need(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    private void need(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }

    /** Returns the bytes that have been written. */
    Reader reader() {
        return new Reader();
    }

    final class Reader extends InputStream {
        private int position;

        void rewind() {
            position = 0;
        }

        @Override
        public int read() {
            return position < length ? bytes[position++] & 0xff : -1;
        }

        @Override
        public int read(byte[] to, int offset, int count) {
            int n = Math.min(count, length - position);
            if (n <= 0) {
                return count == 0 ? 0 : -1;
            }
            System.arraycopy(bytes, position, to, offset, n);
            position += n;
            return n;
        }

        @Override
        public int available() {
            return length - position;
        }
    }
}
