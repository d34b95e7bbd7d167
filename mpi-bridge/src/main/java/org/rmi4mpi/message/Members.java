package org.rmi4mpi.message;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The places of the basic elements in the memory of a structure, in the order in which they are sent. The gaps between
 * them are not sent. Immutable.
 */
final class Members {
    /** For each run of basic elements of one size: displacement, bytes, and bytes of an element. */
    private final int[] runs;

    private Members(int[] runs) {
        this.runs = runs;
    }

    /** A value and an int after it. */
    static Members pair(int valueBytes) {
        int index = Math.max(valueBytes, Integer.BYTES);
        return new Members(new int[] {0, valueBytes, valueBytes, index, Integer.BYTES, Integer.BYTES});
    }

    /** Collects the members of a structure that consists of other layouts. Owned by one thread. */
    static final class Builder {
        private int[] runs = new int[12];
        private int length;

        /** Adds some copies of a layout, from a displacement in bytes on. */
        void add(int copies, long displacement, Layout layout) {
            long size = layout.elementSize();
            for (int copy = 0; copy < copies; copy++) {
                for (int i = 0; i < layout.starts.length; i++) {
                    long at = displacement + ((long) copy * layout.extent() + layout.starts[i]) * size;
                    addItems(layout.lengths[i], (int) at, layout.item());
                }
            }
        }

        private void addItems(int elements, int at, Layout.Item item) {
            if (item.members() == null) {
                add(at, elements * item.element().size(), item.wireBytes() / item.basics());
                return;
            }
            for (int done = 0; done < elements; done += item.elements()) {
                int[] inner = item.members().runs;
                for (int i = 0; i < inner.length; i += 3) {
                    add(at + done + inner[i], inner[i + 1], inner[i + 2]);
                }
            }
        }

        private void add(int at, int bytes, int basicBytes) {
            boolean continues = length > 0 && runs[length - 1] == basicBytes
                    && runs[length - 3] + runs[length - 2] == at;
            if (continues) {
                runs[length - 2] += bytes;
                return;
            }
            if (length == runs.length) {
                runs = Arrays.copyOf(runs, 2 * length);
            }
            runs[length++] = at;
            runs[length++] = bytes;
            runs[length++] = basicBytes;
        }

        Members members() {
            return new Members(Arrays.copyOf(runs, length));
        }
    }

    /** Copies the members of a structure, without the gaps. */
    void gather(ByteBuffer structure, int from, ByteBuffer members, int to) {
        for (int i = 0; i < runs.length; i += 3) {
            members.put(to, structure, from + runs[i], runs[i + 1]);
            to += runs[i + 1];
        }
    }

    /** Copies members to their places in a structure. */
    void scatter(ByteBuffer members, int from, ByteBuffer structure, int to) {
        for (int i = 0; i < runs.length; i += 3) {
            structure.put(to + runs[i], members, from, runs[i + 1]);
            from += runs[i + 1];
        }
    }

    /**
     * The number of basic elements in the first bytes of a structure's message; -1 where these bytes end within an
     * element.
     */
    int basicsOf(int bytes) {
        int basics = 0;
        for (int i = 0; i < runs.length && bytes > 0; i += 3) {
            int here = Math.min(bytes, runs[i + 1]);
            if (here % runs[i + 2] != 0) {
                return -1;
            }
            basics += here / runs[i + 2];
            bytes -= here;
        }
        return basics;
    }

    /** The bytes of a structure's first basic elements in a message. */
    int bytesOf(int basics) {
        int bytes = 0;
        for (int i = 0; i < runs.length && basics > 0; i += 3) {
            int here = Math.min(basics, runs[i + 1] / runs[i + 2]);
            bytes += here * runs[i + 2];
            basics -= here;
        }
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Members members && Arrays.equals(runs, members.runs);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(runs);
    }
}
