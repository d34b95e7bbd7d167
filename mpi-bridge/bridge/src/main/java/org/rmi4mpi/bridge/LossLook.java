package org.rmi4mpi.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Asks MPI which ranks are lost, for {@link LostRanks}. Called by threads of the layers above. */
public final class LossLook {
    private LossLook() {}

    /**
     * Waits until the ranks that live agree which they are. Each of them calls this as often as the others. Called by one
     * thread. If this fails for lack of memory, the ranks have not agreed.
     */
    public static void agreeOnLiving() {
        RequestSlot slot = RequestSlot.acquire();
        try {
            Job.succeed("MPIX_Comm_shrink", MpiSurvival.shrink(Job.orderCommunicator(), slot));
            Job.setOrderCommunicator(slot.handle());
        } finally {
            slot.release();
        }
    }

    /** The ranks that have agreed last that they live, in ascending order. Called by the same thread. */
    public static List<Integer> agreedLiving() {
        RequestSlot slot = RequestSlot.acquire();
        NativeBuffer ranks = null;
        NativeBuffer worldRanks = null;
        try {
            Job.succeed("MPI_Comm_size", MpiCommunicators.commSize(Job.orderCommunicator(), slot));
            int size = slot.value();
            ranks = NativeBuffer.of(IntStream.range(0, size).toArray());
            worldRanks = NativeBuffer.acquire(Integer.BYTES * size);
            Job.succeed("MPI_Group_translate_ranks", MpiCommunicators.worldRanks(Job.orderCommunicator(), false, size,
                    ranks.address(), worldRanks.address()));
            List<Integer> living = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                living.add(Job.javaRank(worldRanks.bytes().getInt(Integer.BYTES * i)));
            }
            return living;
        } finally {
            slot.release();
            if (ranks != null) {
                ranks.release();
            }
            if (worldRanks != null) {
                worldRanks.release();
            }
        }
    }

    /** Asks MPI which ranks it knows to be lost. Does not wait. */
    public static synchronized void look() {
        int size = Job.javaSize();
        NativeBuffer bytes = NativeBuffer.acquire(size);
        try {
            for (int rank = 0; rank < size; rank++) {
                bytes.bytes().put(rank, (byte) 0);
            }
            if (MpiSurvival.look(Job.frameCommunicator(), bytes.address()) != Mpi.SUCCESS) {
                return;
            }
            List<Integer> found = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                if (bytes.bytes().get(rank) != 0 && !LostRanks.isLost(rank)) {
                    found.add(rank);
                }
            }
            if (!found.isEmpty()) {
                LostRanks.add(found, size);
            }
        } finally {
            bytes.release();
        }
    }
}
