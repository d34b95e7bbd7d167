package org.rmi4mpi.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.data.Check;

/** Texts and lists of addresses in native memory, for one call of MPI. Owned by the call. */
final class Texts implements AutoCloseable {
    private final String call;
    private final List<NativeBuffer> memory = new ArrayList<>();

    Texts(String call) {
        this.call = call;
    }

    /** Copies a text, with a zero byte at the end. Returns its address. */
    long add(String name, String text) {
        Check.argument(call, text != null && text.indexOf(0) < 0, name, text == null ? "null" : "a text with a zero",
                "a text");
        return keep(Hints.text(text));
    }

    /** Like {@link #add}, for a text that MPI keeps in a buffer of a fixed size. */
    long add(String name, String text, int longest) {
        int length = text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
        Check.argument(call, length <= longest, name, "a text of " + length + " bytes", "at most " + longest);
        return add(name, text);
    }

    /** Copies a list of addresses. Returns its address. */
    long addresses(long... addresses) {
        return keep(NativeBuffer.of(addresses));
    }

    long ints(int[] values) {
        return keep(NativeBuffer.of(values));
    }

    private long keep(NativeBuffer buffer) {
        memory.add(buffer);
        return buffer.address();
    }

    @Override
    public void close() {
        memory.forEach(NativeBuffer::release);
    }
}
