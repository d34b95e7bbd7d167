package semantics;

import static semantics.Check.same;
import static semantics.Check.that;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Methods have the context class loader of the thread that first exported something, and that loader can be collected.
 */
public class ContextLoaders {
    private static final int RANK = Integer.getInteger("rmi4mpi.rank", 0);
    private static final int SIZE = Integer.getInteger("rmi4mpi.size", 1);
    private static final int FIRST_PORT = 7400;
    private static final int CALLERS = 4;
    private static final int LOOKS = 200;

    public interface Loaded extends Remote {
        /** Returns whether the method runs under the loader of this name. */
        boolean isUnder(String loader) throws RemoteException;

        /** Waits for all callers. */
        void meet() throws RemoteException, InterruptedException;
    }

    static class LoadedObject implements Loaded {
        private int met;

        @Override
        public boolean isUnder(String loader) {
            return loader.equals(Thread.currentThread().getContextClassLoader().getName());
        }

        @Override
        public synchronized void meet() throws InterruptedException {
            met++;
            notifyAll();
            while (met < 1 + CALLERS) {
                wait();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        WeakReference<ClassLoader> loader = usedAndDropped();
        for (int i = 0; i < LOOKS && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        that(loader.get() == null, "a loader is kept when all that was exported under it is gone");
        System.out.println("loaders as expected");
        if (System.getProperty("rmi4mpi.rank") == null) {
            System.exit(0); // the JDK's own
        }
    }

    private static WeakReference<ClassLoader> usedAndDropped() throws Exception {
        ClassLoader loader = new URLClassLoader("short-lived", new URL[0], ContextLoaders.class.getClassLoader());
        Registry registry = LocateRegistry.createRegistry(FIRST_PORT + RANK);
        Throwable[] failure = new Throwable[1];
        Thread exporter = new Thread(() -> {
            try {
                exportAndUnexport(registry);
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        exporter.setContextClassLoader(loader);
        exporter.start();
        callNext();
        exporter.join();
        same(null, failure[0]);
        return new WeakReference<>(loader);
    }

    private static void callNext() throws Exception {
        Loaded next = find();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Thread caller = new Thread(() -> {
                try {
                    next.meet();
                } catch (RemoteException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            caller.start();
            callers.add(caller);
        }
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private static Loaded find() throws Exception {
        Registry registry = LocateRegistry.getRegistry(FIRST_PORT + (RANK + 1) % SIZE);
        while (true) {
            try {
                return (Loaded) registry.lookup("loaded");
            } catch (ConnectException | NotBoundException e) {
                Thread.sleep(5);
            }
        }
    }

    private static void exportAndUnexport(Registry registry) throws Exception {
        LoadedObject object = new LoadedObject();
        Loaded stub = (Loaded) UnicastRemoteObject.exportObject(object, 0);
        same(true, stub.isUnder("short-lived"));
        registry.bind("loaded", stub);
        object.meet();
        registry.unbind("loaded");
        while (!UnicastRemoteObject.unexportObject(object, false)) {
            Thread.sleep(5); // its callers go
        }
    }
}
