package org.rmi4mpi.message;

import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Constants;

/**
 * Names the events of communicators that threads wait for, for reports of waits. A communicator is given by its label, and
 * by the ranks of its members, or of those that messages go to, in MPI_COMM_WORLD. Stateless.
 */
public final class Awaiting {
    private Awaiting() {}

    /** A message to this rank. */
    static Awaited message(String call, String on, int[] peers, int source, int tag) {
        return new Awaited(Awaited.Event.MESSAGE, call, on, chosen(peers, source), tagged(tag));
    }

    /** The receive of a message of this rank. */
    static Awaited receive(String call, String on, int[] peers, int dest, int tag) {
        return new Awaited(Awaited.Event.RECEIVE, call, on, chosen(peers, dest), tagged(tag));
    }

    /** The other members of a communicator, in the same operation. */
    public static Awaited others(String call, String on, int[] members) {
        return new Awaited(Awaited.Event.COLLECTIVE, call, on, Arrays.stream(members).boxed().toList(), "");
    }

    /** An event of which no more is known than the call. */
    static Awaited other(String call) {
        return new Awaited(Awaited.Event.OTHER, call, "", List.of(), "");
    }

    /**
     * The lock of the window at a member.
     *
     * @param holder the member that has it; negative if that is unknown
     */
    public static Awaited lock(String on, int[] members, int owner, int holder) {
        return new Awaited(Awaited.Event.LOCK, "lock", "the window of " + on + " at rank " + members[owner],
                holder < 0 ? List.of() : List.of(members[holder]), "");
    }

    private static List<Integer> chosen(int[] peers, int peer) {
        return peer < 0 || peer >= peers.length ? Arrays.stream(peers).boxed().toList() : List.of(peers[peer]);
    }

    private static String tagged(int tag) {
        return tag == Constants.ANY_TAG ? "any tag" : "tag " + tag;
    }

    /** A message of any tag that a receive from this source does not take; empty for none. */
    static String unexpected(long communicator, int[] peers, int source) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            if (Mpi.iprobe(source, Constants.ANY_TAG, communicator, slot) != Mpi.SUCCESS || !slot.isDone()) {
                return "";
            }
            return "a message of " + slot.length() + (slot.length() == 1 ? " byte" : " bytes") + " from rank "
                    + peers[slot.source()] + " with tag " + slot.tag() + " waits there";
        } finally {
            slot.release();
        }
    }
}
