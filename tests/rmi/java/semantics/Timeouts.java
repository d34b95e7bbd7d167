package semantics;

import static semantics.Check.fails;
import static semantics.Check.same;

import java.net.SocketTimeoutException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.function.BooleanSupplier;

/** A method that returns only when it is told to, by callers with a time-out that main sets. */
public class Timeouts {
    public interface Gate extends Remote {
        void pass() throws RemoteException;

        void open() throws RemoteException;

        /** How many calls have passed, once this many have. */
        int passed(int expected) throws RemoteException;
    }

    static class GateObject extends UnicastRemoteObject implements Gate {
        private static final long serialVersionUID = 1L;
        private boolean isOpen;
        private int passed;

        GateObject() throws RemoteException {}

        @Override
        public synchronized void pass() throws RemoteException {
            await(() -> isOpen);
            passed++;
            notifyAll();
        }

        private void await(BooleanSupplier condition) throws RemoteException {
            try {
                while (!condition.getAsBoolean()) {
                    wait();
                }
            } catch (InterruptedException e) {
                throw new RemoteException("interrupted", e);
            }
        }

        @Override
        public synchronized void open() {
            isOpen = true;
            notifyAll();
        }

        @Override
        public synchronized int passed(int expected) throws RemoteException {
            await(() -> passed >= expected);
            return passed;
        }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("sun.rmi.transport.tcp.responseTimeout", "3000");
        int rank = Integer.getInteger("rmi4mpi.rank");
        Registry registry = LocateRegistry.getRegistry("localhost", 2030 + rank);
        LocateRegistry.createRegistry(2030 + rank).bind("gate", new GateObject());
        int next = (rank + 1) % Integer.getInteger("rmi4mpi.size");
        Gate gate = (Gate) LocateRegistry.getRegistry("localhost", 2030 + next).lookup("gate");
        UnmarshalException late = fails(UnmarshalException.class, () -> {
            gate.pass();
            return null;
        });
        same(SocketTimeoutException.class, late.getCause().getClass());
        gate.open();
        same(1, gate.passed(1)); // the method has run on
        same(1, registry.list().length);
        System.out.println("timeouts as expected");
    }
}
