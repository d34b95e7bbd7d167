package org.rmi4mpi.serial;

/**
 * What a message needs while it is written or read, and each thread keeps for the next one. A message that begins while
 * another one of the thread is under way gets another. Owned by the message that has taken it.
 */
final class Scratch {
    /** More than this is not kept. */
    private static final int LARGEST_KEPT = 1 << 20;
    private static final int FIRST_CAPACITY = 1024;

    private static final ThreadLocal<Scratch> OWN = ThreadLocal.withInitial(Scratch::new);

    byte[] bytes = new byte[FIRST_CAPACITY];
    Object[] objects = new Object[32];
    final HandleTable handles = new HandleTable();
    private boolean taken;

    private Scratch() {}

    static Scratch take() {
        Scratch own = OWN.get();
        if (own.taken) {
            return new Scratch();
        }
        own.taken = true;
        return own;
    }

    /** @param used how many objects to forget */
    void giveBack(byte[] grownBytes, Object[] grownObjects, int used) {
        handles.clear();
        if (grownBytes.length <= LARGEST_KEPT) {
            bytes = grownBytes;
        }
        if (grownObjects.length <= LARGEST_KEPT / 64) {
            java.util.Arrays.fill(grownObjects, 0, used, null);
            objects = grownObjects;
        }
        taken = false;
    }
}
