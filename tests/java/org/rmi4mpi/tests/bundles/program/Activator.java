package org.rmi4mpi.tests.bundles.program;

import java.io.Serializable;
import java.rmi.ConnectException;
import java.rmi.Naming;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.rmi4mpi.tests.bundles.service.Greeter;

/** A bundle that is a server and a client. Its loader leads to the JDK, and to what it imports, but not to the class path. */
public final class Activator implements BundleActivator {
    private static final int FIRST_PORT = 7600;

    /** Known to this bundle alone. */
    record Guest(String name) implements Serializable {}

    static final class GreeterObject extends UnicastRemoteObject implements Greeter {
        private static final long serialVersionUID = 1L;

        /** Calls that another rank has yet to make. This rank's framework stops after them. */
        final CountDownLatch calls = new CountDownLatch(2);

        GreeterObject() throws RemoteException {}

        @Override
        public Object greet(Object guest) {
            if (Thread.currentThread().getContextClassLoader() != getClass().getClassLoader()) {
                throw new AssertionError("runs under another loader");
            }
            calls.countDown();
            return new Guest("dear " + ((Guest) guest).name());
        }
    }

    @Override
    public void start(BundleContext context) throws Exception {
        int rank = Integer.getInteger("rmi4mpi.rank", 0);
        int size = Integer.getInteger("rmi4mpi.size", 1);
        GreeterObject own = new GreeterObject();
        LocateRegistry.createRegistry(FIRST_PORT + rank).rebind("greeter", own);
        Greeter next = find("rmi://localhost:" + (FIRST_PORT + (rank + 1) % size) + "/greeter");
        Guest direct = (Guest) next.greet(new Guest("direct"));
        Guest pooled = CompletableFuture.supplyAsync(() -> {
            try {
                return (Guest) next.greet(new Guest("pooled"));
            } catch (RemoteException e) {
                throw new AssertionError(e);
            }
        }).get();
        own.calls.await(); // a framework that has stopped loads no classes for another rank
        boolean isSame = Class.forName("java.rmi.server.UnicastRemoteObject").isInstance(own)
                && context.getBundle().loadClass("java.rmi.server.UnicastRemoteObject").isInstance(own);
        System.out.println("bundle of rank " + rank + ": " + direct + ", " + pooled + ", " + isSame);
    }

    private static Greeter find(String url) throws Exception {
        while (true) {
            try {
                return (Greeter) Naming.lookup(url);
            } catch (NotBoundException | ConnectException e) {
                Thread.sleep(5);
            }
        }
    }

    @Override
    public void stop(BundleContext context) {}
}
