package threads;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Threads of rank 1, each of which begins when the one before has ended, ask for the thread that runs their call. */
public class Followers {
    private static final int PORT = 2061;
    private static final int THREADS = 100;

    interface Runner extends Remote {
        String thread() throws RemoteException;
    }

    static class RunnerObject extends UnicastRemoteObject implements Runner {
        private static final long serialVersionUID = 1L;

        RunnerObject() throws RemoteException {}

        @Override
        public String thread() {
            return Thread.currentThread().getName() + Thread.currentThread().getId();
        }
    }

    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.getRegistry("rank0", PORT);
        if (Integer.getInteger("rmi4mpi.rank") == 0) {
            LocateRegistry.createRegistry(PORT);
            registry.rebind("runner", new RunnerObject());
            return;
        }
        Runner runner = (Runner) registry.lookup("runner");
        Set<String> runners = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    runners.add(runner.thread());
                } catch (RemoteException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            thread.join();
        }
        System.out.println("few threads: " + (!runners.isEmpty() && runners.size() <= THREADS / 10));
    }
}
