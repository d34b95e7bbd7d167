package threads;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** Threads of all ranks but the first take a lock at that rank in turn, by calls. The first of them brings it. */
public class Desks {
    private static final int PORT = 2060;

    static class DeskObject extends UnicastRemoteObject implements Desk {
        private static final long serialVersionUID = 1L;
        private volatile ReentrantLock lock;
        private int count;

        DeskObject() throws RemoteException {}

        @Override
        public void lock(ReentrantLock brought) {
            kept(brought).lock();
        }

        private synchronized ReentrantLock kept(ReentrantLock brought) {
            if (lock == null) {
                lock = brought;
            }
            return lock;
        }

        @Override
        public void unlock() {
            lock.unlock();
        }

        @Override
        public int count() {
            return checked(count);
        }

        @Override
        public void count(int value) {
            count = checked(value);
        }

        private int checked(int value) {
            if (!lock.isHeldByCurrentThread()) {
                throw new IllegalMonitorStateException("not held");
            }
            return value;
        }

        @Override
        public void ping() {}
    }

    /** @param args the number of threads of each rank, and how often each takes the lock */
    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int rank = Integer.getInteger("rmi4mpi.rank");
        Registry registry = LocateRegistry.getRegistry("rank0", PORT);
        if (rank == 0) {
            LocateRegistry.createRegistry(PORT);
            registry.rebind("desk", new DeskObject());
            return;
        }
        Desk desk = (Desk) registry.lookup("desk");
        ExecutorService all = Executors.newFixedThreadPool(threads);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(() -> {
                countUp(desk, rounds);
                return null;
            });
        }
        for (Future<Void> each : all.invokeAll(tasks)) {
            each.get();
        }
        all.shutdown();
        desk.lock(new ReentrantLock());
        System.out.println("counted " + desk.count());
        desk.unlock();
    }

    private static void countUp(Desk desk, int rounds) {
        try {
            for (int i = 0; i < rounds; i++) {
                desk.lock(new ReentrantLock());
                desk.ping();
                desk.count(desk.count() + 1);
                desk.unlock();
            }
        } catch (RemoteException | RuntimeException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1); // The lock may be held, and the others wait for it.
        }
    }
}
