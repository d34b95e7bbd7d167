package org.rmi4mpi.doctor;

/** Whether /dev/shm has room for the messages between the ranks of a node. */
public final class SharedMemoryCheck {
    private static final long MIB_OF_A_RANK = 20;

    private SharedMemoryCheck() {}

    /** @param free bytes; negative if there is no /dev/shm */
    public static Finding look(String host, long free, int ranksOfNode) {
        long neededMib = MIB_OF_A_RANK * ranksOfNode;
        String found = free < 0 ? "no /dev/shm" : (free >> 20) + " MiB free in /dev/shm";
        return free >> 20 >= neededMib ? Finding.well("shared memory", host, found)
                : Finding.wrong("shared memory", host, found + " < " + neededMib + " MiB for " + ranksOfNode + " ranks",
                        "remove what old jobs have left there, or enlarge it: mount -o remount,size=..., --shm-size of a"
                                + " container");
    }
}
