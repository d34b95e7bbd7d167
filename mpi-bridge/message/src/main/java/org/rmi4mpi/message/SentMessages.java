package org.rmi4mpi.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;

/**
 * Strict mode: the places where messages were sent, and the messages that were not received when all ranks have reached
 * the end. The receiver finds such a message, and its sender prints the place. Any thread may note a send.
 */
final class SentMessages {
    private static final int LOOKS = 1000;

    /** The last send to a rank of MPI_COMM_WORLD with a tag. */
    private static final Map<Address, CallSite> LAST = new ConcurrentHashMap<>();

    private record Address(int receiver, int tag) {}

    private SentMessages() {}

    static void note(Communicator comm, int dest, int tag) {
        if (dest != Constants.PROC_NULL) {
            LAST.put(new Address(comm.peersInWorld()[dest], tag), CallSite.here());
        }
    }

    /**
     * Prints the messages that were not received. Collective over all Java ranks, after their last sends and receives.
     */
    static void tell() {
        List<String> unreceived = new ArrayList<>();
        addFrom(Communicator.WORLD, unreceived);
        CollectiveCheck.watched().stream().filter(comm -> comm != Communicator.WORLD)
                .forEach(comm -> addFrom(comm, unreceived));
        byte[] own = String.join("\n", unreceived).getBytes(StandardCharsets.UTF_8);
        int receiver = 0;
        for (byte[] each : Job.allgather(own)) {
            int world = Job.javaRanks()[receiver++];
            new String(each, StandardCharsets.UTF_8).lines().forEach(line -> tellOwn(line, world));
        }
    }

    private static void tellOwn(String line, int receiver) {
        String[] words = line.split(" ");
        int tag = Integer.parseInt(words[1]);
        if (Integer.parseInt(words[0]) == Job.rank()) {
            CallSite site = LAST.get(new Address(receiver, tag));
            Strict.tell("has sent a message of " + words[2] + " bytes with tag " + tag + " to rank " + receiver
                    + ", which has not received it"
                    + (site == null ? "" : "; the last of that tag was sent by " + site));
        }
    }

    private static void addFrom(Communicator comm, List<String> unreceived) {
        comm.locate("strict mode");
        RequestSlot slot = RequestSlot.acquire();
        try {
            for (int looks = 0; looks < LOOKS; looks++) {
                Check.code("strict mode",
                        Mpi.iprobe(Constants.ANY_SOURCE, Constants.ANY_TAG, comm.handle(), slot));
                if (slot.isDone()) {
                    unreceived.add(comm.peersInWorld()[slot.source()] + " " + slot.tag() + " " + slot.length());
                    drop(comm, slot.source(), slot.tag(), (int) slot.length());
                }
            }
        } finally {
            slot.release();
        }
    }

    private static void drop(Communicator comm, int source, int tag, int length) {
        NativeBuffer room = NativeBuffer.acquire(Math.max(1, length));
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code("strict mode",
                    Mpi.irecv(room.address(), length, Constants.BYTE, source, tag, comm.handle(), slot));
            Job.progress().await(() -> {
                Check.code("strict mode", Mpi.test(slot));
                return slot.isDone();
            });
        } finally {
            slot.release();
            room.release();
        }
    }
}
