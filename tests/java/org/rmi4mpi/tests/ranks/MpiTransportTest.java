package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.junit.Assume.assumeThat;

import mpi.MPI;
import org.junit.Test;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.mpi.MpiTransport;
import org.rmi4mpi.wire.CallFrame;

/** What the dispatcher expects of frames. */
public class MpiTransportTest {
    /** More than any MPI has buffers for between two ranks. */
    private static final int FRAMES = 3000;
    private static final int BYTES = 2000;

    private int received;

    /** The receiver has looked before the frame left, and sleeps; who sent has rung before that. */
    @Test
    public void aFrameThatLeavesLateRingsItsReceiver() throws Exception {
        assumeThat(Ranks.size(), greaterThan(1));
        RequestSlot slot = RequestSlot.acquire();
        assertThat(Mpi.commDup(Mpi.constant("MPI_COMM_WORLD"), slot), is(Mpi.SUCCESS));
        Transport transport = new MpiTransport(slot.handle(), Ranks.own(), Ranks.size());
        transport.bell().setAsleep(true);
        int rings = transport.bell().rings();
        Ranks.barrier();
        int late = send(transport);
        while (received < FRAMES || !transport.isDrained()) {
            transport.poll(frame -> {
                received++;
                frame.release();
            });
            Thread.yield();
        }
        Ranks.barrier();
        boolean[] allLate = {late > 0};
        MPI.COMM_WORLD.Allreduce(allLate, 0, allLate, 0, 1, MPI.BOOLEAN, MPI.LAND);
        assertThat(transport.bell().rings() - rings, greaterThan(allLate[0] ? 0 : -1));
        transport.close();
        Mpi.commFree(slot.handle());
        slot.release();
    }

    /** Returns how many had not left when they were sent. */
    private static int send(Transport transport) {
        int late = 0;
        for (int i = 0; i < FRAMES; i++) {
            Frame frame = transport.acquire(BYTES);
            frame.bytes().put(CallFrame.KIND, CallFrame.KIND_ONE_WAY).position(BYTES);
            if (transport.send(Ranks.next(), frame)) {
                frame.release();
            } else {
                late++;
            }
        }
        return late;
    }
}
