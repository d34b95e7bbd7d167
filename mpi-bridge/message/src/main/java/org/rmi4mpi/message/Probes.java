package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.ThreadMemory;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;

/** Looks for messages that have yet to be received. Stateless. */
public final class Probes {
    private Probes() {}

    /** Looks once; null where there is no message now. */
    public static <T extends Outcome> T look(Communicator comm, String call, int source, int tag, T into) {
        PointToPoint.checkProbe(comm, call, source, tag);
        return find(comm, call, source, tag, ThreadMemory.get().slot(), into, false) ? into : null;
    }

    /** Waits for a message. */
    public static <T extends Outcome> T await(Communicator comm, String call, int source, int tag, T into) {
        PointToPoint.checkProbe(comm, call, source, tag);
        if (!find(comm, call, source, tag, ThreadMemory.get().slot(), into, true)) {
            awaitLonger(comm, call, source, tag, into);
        }
        return into;
    }

    /** The test may run on another thread. */
    private static void awaitLonger(Communicator comm, String call, int source, int tag, Outcome into) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            Job.progress().await(
                    comm.awaits(() -> find(comm, call, source, tag, slot, into, false), call, source, tag));
        } finally {
            slot.release();
        }
    }

    /** @param isForLong whether to look for some microseconds instead of once */
    private static boolean find(
            Communicator comm, String call, int source, int tag, RequestSlot slot, Outcome into, boolean isForLong) {
        if (!comm.found().isEmpty() && comm.found().outcome(source, tag, into) != null) {
            return true;
        }
        Check.code(call, isForLong ? Mpi.iprobeForLong(source, tag, comm.handle(), slot)
                : Mpi.iprobe(source, tag, comm.handle(), slot));
        if (!slot.isDone()) {
            return false;
        }
        comm.found().outcome(slot, into);
        if (source == Constants.PROC_NULL) {
            into.setNobody();
        }
        return true;
    }
}
