package org.rmi4mpi.transport.mpi;

/**
 * Allocates the MPI tags of large messages. A receiver takes large messages in an order other than that of sending:
 * some at once, others when there is room. Only tags tell them apart, so a tag in use is not allocated again. Used by
 * any thread.
 */
final class MessageTags {
    private static final int FIRST = 1;
    private static final int LAST = 32_767;

    /** Use count of each tag: one for its owner, and one for each message whose receive has not been matched. */
    private final int[] uses = new int[LAST + 1];
    private int last = LAST;

    /** Allocates a tag, in turn. If all tags are in use, which takes 256 MiB of messages, a tag is shared. */
    synchronized int take() {
        int tried = 0;
        do {
            last = last < LAST ? last + 1 : FIRST;
        } while (uses[last] > 0 && ++tried < LAST);
        uses[last]++;
        return last;
    }

    /** Adds a use: one more message with this tag is in flight. {@link #free} ends the use. */
    synchronized void use(int tag) {
        uses[tag]++;
    }

    synchronized void free(int tag) {
        uses[tag]--;
    }
}
