package org.rmi4mpi.transport.mpi;

/**
 * The tags of large messages: one that is in use is not given anew. Who receives them takes them in another order than
 * they were sent in, some at once and some when there is room, and tells them apart by nothing else. Used by any thread.
 */
final class MessageTags {
    private static final int FIRST = 1;
    private static final int LAST = 32_767;

    /** By tag: one for who has taken it, and one for each message whose receive has not been found. */
    private final int[] uses = new int[LAST + 1];
    private int last = LAST;

    /** A free one, until {@link #free}. They come round; where all are in use, which takes 256 MiB, they are shared. */
    synchronized int take() {
        int tried = 0;
        do {
            last = last < LAST ? last + 1 : FIRST;
        } while (uses[last] > 0 && ++tried < LAST);
        uses[last]++;
        return last;
    }

    /** One message more is sent with it, until {@link #free}. */
    synchronized void use(int tag) {
        uses[tag]++;
    }

    synchronized void free(int tag) {
        uses[tag]--;
    }
}
