package processes;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The processes of a program, each with a number, which find each other's objects by name. They are ranks, or JVMs that
 * are given {@code -Drmi4mpi.rank=}, {@code -Drmi4mpi.size=} and {@code -Dregistry.port=}. Used by one thread.
 */
public final class Processes {
    private static final long PATIENCE_MS = 30_000;

    private final int rank = Integer.getInteger("rmi4mpi.rank", 0);
    private final int size = Integer.getInteger("rmi4mpi.size", 1);
    private final Registry registry;
    private final List<Remote> exported = new ArrayList<>();
    private final Meeting meeting;

    /** Joins the others. Process 0 makes the registry. */
    public Processes() throws Exception {
        int port = Integer.getInteger("registry.port", Registry.REGISTRY_PORT);
        registry = rank == 0 ? LocateRegistry.createRegistry(port) : LocateRegistry.getRegistry("localhost", port);
        if (rank == 0) {
            bind("meeting", new MeetingObject(size));
        }
        meeting = find("meeting", 0);
    }

    private static final class MeetingObject implements Meeting {
        private final int size;
        private int waiting;
        private int meetings;

        MeetingObject(int size) {
            this.size = size;
        }

        @Override
        public synchronized void meet() throws InterruptedException {
            int number = meetings;
            if (++waiting == size) {
                waiting = 0;
                meetings++;
                notifyAll();
            }
            while (number == meetings) {
                wait();
            }
        }
    }

    public int rank() {
        return rank;
    }

    public int size() {
        return size;
    }

    /** Exports an object under a name, which other processes may use as well. */
    public void bind(String name, Remote object) throws RemoteException {
        registry.rebind(name + rank, UnicastRemoteObject.exportObject(object, 0));
        exported.add(object);
    }

    /** Returns the object of a process. Waits until it is there: processes start in any order. */
    @SuppressWarnings("unchecked") // the caller knows what it has bound
    public <T extends Remote> T find(String name, int process) throws Exception {
        long deadline = System.currentTimeMillis() + PATIENCE_MS;
        while (true) {
            try {
                return (T) registry.lookup(name + process);
            } catch (RemoteException | java.rmi.NotBoundException e) {
                if (System.currentTimeMillis() > deadline) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }

    /** Waits until all processes have called it. */
    public void meet() throws RemoteException, InterruptedException {
        meeting.meet();
    }

    /** Waits until all have called it, and ends the process. */
    public void end() throws RemoteException, InterruptedException {
        meet();
        for (Remote object : exported) {
            while (!UnicastRemoteObject.unexportObject(object, false)) {
                TimeUnit.MILLISECONDS.sleep(1); // callers have their replies first
            }
        }
        System.exit(0);
    }
}
