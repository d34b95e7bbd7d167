package semantics;

import static semantics.Check.same;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RemoteObject;
import java.rmi.server.UnicastRemoteObject;

/** Interrupts of a method that is called in its own process, and of its caller. */
public class Interrupts {
    public interface Interrupted extends Remote {
        /** Interrupts its own thread. */
        void interruptSelf() throws RemoteException;

        /** Waits for the caller's interrupt. */
        void await(String thread) throws RemoteException;
    }

    static class InterruptedObject extends UnicastRemoteObject implements Interrupted {
        private static final long serialVersionUID = 1L;
        private static volatile boolean isCalled;

        InterruptedObject() throws RemoteException {}

        @Override
        public void interruptSelf() {
            Thread.currentThread().interrupt();
        }

        @Override
        public void await(String thread) {
            isCalled = true;
            while (Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(each -> each.getName().equals(thread) && each.isInterrupted())) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Interrupted stub = (Interrupted) RemoteObject.toStub(new InterruptedObject());
        stub.interruptSelf();
        same(false, Thread.interrupted());
        Thread.currentThread().interrupt();
        stub.interruptSelf();
        same(true, Thread.interrupted());
        interruptOfTheCaller(stub);
        System.out.println("interrupts as expected");
        if (System.getProperty("rmi4mpi.rank") == null) {
            System.exit(0); // the JDK's own
        }
    }

    /** An interrupt by another thread while the method runs stays with the caller. */
    private static void interruptOfTheCaller(Interrupted stub) throws Exception {
        boolean[] kept = new boolean[1];
        Thread caller = new Thread(() -> {
            try {
                stub.await("caller");
            } catch (RemoteException e) {
                throw new AssertionError(e);
            }
            kept[0] = Thread.interrupted();
        }, "caller");
        caller.start();
        while (!InterruptedObject.isCalled) {
            Thread.onSpinWait();
        }
        caller.interrupt();
        caller.join();
        same(true, kept[0]);
    }
}
