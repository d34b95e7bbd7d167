package org.rmi4mpi.bridge;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * Lets ranks meet before a call that blocks until all ranks have made it, and before the job ends. Remote calls are
 * served while a rank waits for the others. Any thread may call; one thread at a time waits for all Java ranks.
 */
public final class Meetings {
    /** The ranks that this rank waits for in {@link Job#barrier()}. */
    private static volatile int[] awaited = {};

    private Meetings() {}

    /**
     * Makes an MPI call that every member of a communicator makes, and that blocks until all have. The members first
     * meet in a barrier, so that remote calls are served while some are late. The call itself is made without the entry
     * lock. So two threads may make such calls on two communicators in opposite orders at two ranks. That requires
     * MPI_THREAD_MULTIPLE.
     *
     * @param mixed whether the communicator has members in other languages, which do not take part in the barrier
     * @return MPI's code
     */
    public static int together(long communicator, boolean mixed, IntSupplier call) {
        if (!mixed) {
            barrier(communicator);
        }
        return call.getAsInt();
    }

    /**
     * Works as {@link #together(long, boolean, IntSupplier)}, for a call that only some Java ranks make.
     *
     * @param worldRanks these ranks in MPI_COMM_WORLD
     */
    public static int together(int[] worldRanks, IntSupplier call) {
        meet(worldRanks, Job.MEETING_TAG);
        return call.getAsInt();
    }

    static void meet(int[] worldRanks, int tag) {
        int ranks = worldRanks.length;
        int own = 0;
        while (worldRanks[own] != Job.rank()) {
            own++;
        }
        // Dissemination barrier: each round doubles the ranks heard of.
        for (int distance = 1; distance < ranks; distance *= 2) {
            if (tag == Job.BARRIER_TAG) {
                awaited = heardOf(worldRanks, own, distance);
            }
            exchange(Job.javaRank(worldRanks[(own + distance) % ranks]),
                    Job.javaRank(worldRanks[(own - distance + ranks) % ranks]), tag, worldRanks);
        }
        if (tag == Job.BARRIER_TAG) {
            awaited = new int[0];
        }
    }

    /** Waits until every rank of a communicator that lives has come. A rank that is lost meanwhile is not waited for. */
    static void meetLiving(long communicator) {
        RequestSlot slot = RequestSlot.acquire();
        NativeBuffer flag = NativeBuffer.acquire(Integer.BYTES);
        flag.bytes().putInt(0, 0);
        Job.succeed("MPIX_Comm_iagree", MpiSurvival.iagree(communicator, flag.address(), slot));
        Job.stirAll(Job.javaRanks());
        Job.progress().await(() -> {
            int code = Mpi.test(slot);
            if (!LostRanks.isLoss(code)) {
                Job.succeed("MPI_Test", code);
            }
            return code != Mpi.SUCCESS || slot.isDone();
        });
        slot.release();
        flag.release(); // not after a failure: MPI might still use it
    }

    /** Returns the bits that every rank which lives has given. All of them are about to call this. */
    static int agree(long communicator, int bits) {
        NativeBuffer flag = NativeBuffer.acquire(Integer.BYTES);
        flag.bytes().putInt(0, bits);
        int code = MpiSurvival.agree(communicator, flag.address());
        if (!LostRanks.isLoss(code)) {
            Job.succeed("MPIX_Comm_agree", code);
        }
        int agreed = flag.bytes().getInt(0);
        flag.release();
        return agreed;
    }

    /** The ranks that are known to have arrived when the next message comes. */
    private static int[] heardOf(int[] ranks, int own, int distance) {
        int[] heardOf = new int[Math.min(2 * distance, ranks.length) - distance];
        for (int i = 0; i < heardOf.length; i++) {
            heardOf[i] = ranks[(own - distance - i + ranks.length) % ranks.length];
        }
        Arrays.sort(heardOf);
        return heardOf;
    }

    private static void exchange(int receiver, int sender, int tag, int[] worldRanks) {
        RequestSlot in = RequestSlot.acquire();
        RequestSlot out = RequestSlot.acquire();
        long type = Mpi.constant("MPI_BYTE");
        try {
            Job.succeed("MPI_Irecv", Mpi.irecv(0, 0, type, sender, tag, Job.objectCommunicator(), in));
            Job.succeed("MPI_Isend", Mpi.isend(0, 0, type, receiver, tag, Job.objectCommunicator(), out));
            Job.progress().stir(receiver);
            Job.await(in, worldRanks);
            Job.await(out, worldRanks);
        } finally {
            in.release();
            out.release();
        }
    }

    private static void barrier(long communicator) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            Job.succeed("MPI_Ibarrier", MpiCollectives.ibarrier(communicator, slot));
            Job.stirAll(Job.javaRanks());
            Job.await(slot);
        } finally {
            slot.release();
        }
    }

    /**
     * Gives each rank the longs of all, in the order of the ranks. Every rank of the communicator calls this, with as many
     * longs; all are Java ranks.
     */
    public static long[] allgather(long communicator, int ranks, long... own) {
        NativeBuffer memory = NativeBuffer.acquire((ranks + 1) * Long.BYTES * own.length);
        LongBuffer longs = memory.bytes().asLongBuffer().put(own);
        Job.allgather(memory, Long.BYTES * own.length, communicator);
        long[] all = new long[ranks * own.length];
        longs.get(all);
        memory.release(); // not after a failure: MPI might still use it
        return all;
    }

    /** Ranks of which at least one has not reached the barrier that this rank waits in; empty outside a barrier. */
    public static int[] awaited() {
        return awaited.clone();
    }
}
