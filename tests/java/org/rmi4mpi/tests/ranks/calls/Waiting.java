package org.rmi4mpi.tests.ranks.calls;

import java.util.Set;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.rmi4mpi.tests.ranks.calls.Vault.RankVault;

/** The ways in which rank 0 may wait for its partner, each with the action that ends the wait. */
enum Waiting {
    CALL, FUTURE_OF_A_CALL, FUTURE_OF_A_MESSAGE,
    SEND, SSEND, RECV, RECV_OF_OBJECTS, SENDRECV, WAIT, WAITALL, WAITANY, WAITSOME, PROBE,
    BARRIER, IBARRIER, BCAST, IBCAST_OF_OBJECTS, ALLREDUCE, REDUCE, GATHER, ALLTOALL, CLONE, SPLIT;

    /** More than MPI sends before the receive is posted. */
    private static final int LARGE = 1 << 20;

    private static final Set<Waiting> COLLECTIVE =
            Set.of(BARRIER, IBARRIER, BCAST, IBCAST_OF_OBJECTS, ALLREDUCE, REDUCE, GATHER, ALLTOALL, CLONE, SPLIT);
    private static final int THERE = 71;
    private static final int BACK = 72;

    /** Made and freed by all ranks together. */
    private static Intracomm comm;

    static void open() {
        comm = MPI.COMM_WORLD.clone();
    }

    static void close() {
        comm.Free();
    }

    /** Whether all ranks take part. */
    boolean isCollective() {
        return COLLECTIVE.contains(this);
    }

    /** At rank 0: returns when the partner has done its part. */
    void await(int partner, Vault partnersVault, RankVault own) throws Exception {
        int[] buf = new int[2];
        switch (this) {
            case CALL -> partnersVault.passGate();
            case FUTURE_OF_A_CALL -> own.awaitPromise();
            case FUTURE_OF_A_MESSAGE -> receive(partner).toFuture().get();
            case SEND -> comm.Send(new int[LARGE], 0, LARGE, MPI.INT, partner, BACK);
            case SSEND -> comm.Ssend(buf, 0, 1, MPI.INT, partner, BACK);
            case RECV -> comm.Recv(buf, 0, 1, MPI.INT, partner, THERE);
            case RECV_OF_OBJECTS -> comm.Recv(new Object[1], 0, 1, MPI.OBJECT, partner, THERE);
            case SENDRECV -> comm.Sendrecv(buf, 0, 1, MPI.INT, partner, BACK, buf, 1, 1, MPI.INT, partner, THERE);
            case WAIT -> receive(partner).Wait();
            case WAITALL -> Request.Waitall(receives(partner));
            case WAITANY -> {
                Request[] receives = receives(partner);
                Request.Waitany(receives);
                Request.Waitall(receives);
            }
            case WAITSOME -> {
                Request[] receives = receives(partner);
                Request.Waitsome(receives);
                Request.Waitall(receives);
            }
            case PROBE -> {
                comm.Probe(partner, THERE);
                comm.Recv(buf, 0, 1, MPI.INT, partner, THERE);
            }
            default -> meet(partner);
        }
    }

    private static Request receive(int partner) {
        return comm.Irecv(new int[1], 0, 1, MPI.INT, partner, THERE);
    }

    private static Request[] receives(int partner) {
        return new Request[] {receive(partner), receive(partner)};
    }

    /** At the partner: ends the wait of rank 0. */
    void end(int partner, Vault vault, RankVault own) throws Exception {
        int[] buf = new int[2];
        switch (this) {
            case CALL -> own.openGate();
            case FUTURE_OF_A_CALL -> vault.keepPromise();
            case SEND -> comm.Recv(new int[LARGE], 0, LARGE, MPI.INT, 0, BACK);
            case SSEND -> comm.Recv(buf, 0, 1, MPI.INT, 0, BACK);
            case FUTURE_OF_A_MESSAGE, RECV, WAIT, PROBE -> comm.Send(buf, 0, 1, MPI.INT, 0, THERE);
            case RECV_OF_OBJECTS -> comm.Send(new Object[] {"text"}, 0, 1, MPI.OBJECT, 0, THERE);
            case SENDRECV -> comm.Sendrecv(buf, 0, 1, MPI.INT, 0, THERE, buf, 1, 1, MPI.INT, 0, BACK);
            case WAITALL, WAITANY, WAITSOME -> {
                comm.Send(buf, 0, 1, MPI.INT, 0, THERE);
                comm.Send(buf, 0, 1, MPI.INT, 0, THERE);
            }
            default -> meet(partner);
        }
    }

    /** A rank's part in a collective operation for which rank 0 has to wait. */
    void meet(int partner) {
        int size = comm.Size();
        int[] one = {1};
        int[] all = new int[size];
        switch (this) {
            case BARRIER -> comm.Barrier();
            case IBARRIER -> comm.Ibarrier().Wait();
            case BCAST -> comm.Bcast(one, 0, 1, MPI.INT, partner);
            case IBCAST_OF_OBJECTS -> comm.Ibcast(new Object[] {"text"}, 0, 1, MPI.OBJECT, partner).Wait();
            case ALLREDUCE -> comm.Allreduce(one, 0, all, 0, 1, MPI.INT, MPI.SUM);
            case REDUCE -> comm.Reduce(one, 0, all, 0, 1, MPI.INT, MPI.SUM, 0);
            case GATHER -> comm.Gather(one, 0, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
            case ALLTOALL -> comm.Alltoall(new int[size], 0, 1, MPI.INT, all, 0, 1, MPI.INT);
            case CLONE -> ((Comm) comm.clone()).Free();
            case SPLIT -> comm.Split(0, 0).Free();
            default -> throw new IllegalStateException(this + " is no collective operation");
        }
    }
}
