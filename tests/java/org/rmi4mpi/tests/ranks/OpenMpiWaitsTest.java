package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import mpi.Message;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** A rank answers remote calls while it waits in a call in the spelling of Open MPI. */
@RunWith(RankRunner.class)
public class OpenMpiWaitsTest {
    private final int rank = MPI.COMM_WORLD.getRank();
    private final int last = MPI.COMM_WORLD.getSize() - 1;

    /** Answers. */
    public interface Echo extends Remote {
        int echo(int value) throws RemoteException;
    }

    private static final class EchoObject extends UnicastRemoteObject implements Echo {
        private static final long serialVersionUID = 1L;

        EchoObject() throws RemoteException {}

        @Override
        public int echo(int value) {
            return value;
        }
    }

    private interface Wait {
        void enter() throws MPIException;
    }

    /** All ranks but the last wait; that one calls each of them, and comes then. */
    private void callsAreServed(String name, Wait wait) throws Exception {
        EchoObject own = new EchoObject();
        Naming.rebind("//rank" + rank + "/" + name, own);
        MPI.COMM_WORLD.barrier();
        if (rank == last) {
            for (int i = 0; i < last; i++) {
                assertThat(((Echo) Naming.lookup("//rank" + i + "/" + name)).echo(i), is(i));
            }
        }
        wait.enter();
        MPI.COMM_WORLD.barrier();
        Naming.unbind("//rank" + rank + "/" + name);
        UnicastRemoteObject.unexportObject(own, true);
    }

    @Test
    public void inCollectiveOperations() throws Exception {
        callsAreServed("barrier", () -> MPI.COMM_WORLD.barrier());
        callsAreServed("bcast", () -> MPI.COMM_WORLD.bcast(new int[1], 1, MPI.INT, last));
        callsAreServed("allReduce", () -> MPI.COMM_WORLD.allReduce(new int[1], 1, MPI.INT, MPI.SUM));
        callsAreServed("iAllReduce", () -> MPI.COMM_WORLD.iAllReduce(new int[1], 1, MPI.INT, MPI.SUM).waitFor());
    }

    @Test
    public void whereCommunicatorsAreMade() throws Exception {
        callsAreServed("dup", () -> MPI.COMM_WORLD.dup().free());
        callsAreServed("createCart", () -> {
            Intracomm ring = MPI.COMM_WORLD.createCart(new int[] {last + 1}, new boolean[] {true}, false);
            ring.neighborAllGather(new int[1], 1, MPI.INT, new int[2], 1, MPI.INT);
            ring.free();
        });
        callsAreServed("splitType", () -> MPI.COMM_WORLD.splitType(MPI.COMM_TYPE_SHARED, 0, MPI.INFO_NULL).free());
        callsAreServed("iDup", () -> {
            Intracomm copy = MPI.COMM_WORLD.iDup();
            copy.getRequest().waitFor();
            copy.free();
        });
    }

    @Test
    public void forAMessage() throws Exception {
        callsAreServed("mProbe", () -> {
            if (rank == last) {
                for (int i = 0; i < last; i++) {
                    MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, i, 4);
                }
            } else {
                Message message = new Message();
                message.mProbe(last, 4, MPI.COMM_WORLD);
                message.mRecv(new int[1], 1, MPI.INT);
            }
        });
    }

    @Test
    public void forWindows() throws Exception {
        WindowReach.assumeAllRanks();
        Win win = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        callsAreServed("fence", () -> win.fence(MPI.MODE_NOSUCCEED));
        Group all = win.getGroup();
        Group ofLast = all.incl(new int[] {last});
        Group others = all.excl(new int[] {last});
        callsAreServed("waitFor", () -> {
            if (rank == last) {
                win.start(others, 0);
                win.complete();
            } else {
                win.post(ofLast, 0);
                win.waitFor();
            }
        });
        if (rank == last) {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
        }
        MPI.COMM_WORLD.barrier();
        callsAreServed("lock", () -> {
            if (rank != last) {
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            }
            win.unlock(0);
        });
        callsAreServed("free", win::free);
    }
}
