package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.util.Arrays;
import java.util.List;
import mpi.MPI;
import org.rmi4mpi.gateway.Gateway;
import org.rmi4mpi.gateway.GatewaySettings;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Ranks that call a server outside of the job, which calls one of them back. */
public final class ConnectedRanks {
    private ConnectedRanks() {}

    /** An object outside. */
    public interface Counter extends Remote {
        int add(int number) throws RemoteException;

        Counter self() throws RemoteException;

        String tell(Listener listener) throws RemoteException;

        Object gadget() throws RemoteException;
    }

    /** An object of a rank. */
    public interface Listener extends Remote {
        String told(String text) throws RemoteException;
    }

    /** What no signature names. */
    public static final class Gadget implements java.io.Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(java.io.ObjectInputStream in) {
            System.out.println("HARM is done");
        }
    }

    private static final class RankListener extends UnicastRemoteObject implements Listener {
        private static final long serialVersionUID = 1L;

        RankListener() throws RemoteException {}

        @Override
        public String told(String text) {
            return "rank " + MPI.COMM_WORLD.Rank() + " was told " + text;
        }
    }

    /** @param args URL of the counter */
    public static void main(String[] args) throws Exception {
        args = MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Gateway gateway = rank == 1 ? Gateway.open(new GatewaySettings(0).names("rank*")) : null;
        MPI.COMM_WORLD.Barrier();
        if (rank == 0) {
            Counter counter = (Counter) Gateway.connect(args[0]);
            System.out.println("added " + counter.add(1));
            Naming.rebind("counter", counter);
            System.out.println("self " + counter.self().equals(counter));
            System.out.println(counter.tell(new RankListener()));
            try {
                System.out.println("not refused: " + counter.gadget());
            } catch (RemoteException e) {
                System.out.println("refused: " + e);
            }
        }
        MPI.COMM_WORLD.Barrier();
        if (rank == 1) {
            System.out.println("added " + ((Counter) Naming.lookup("counter")).add(1));
        }
        if (rank == 2) {
            Naming.rebind("//rank2/listener", new RankListener());
        }
        MPI.COMM_WORLD.Barrier();
        if (rank == 1) {
            Registry outside = LocateRegistry.getRegistry("localhost", gateway.port());
            System.out.println(outside.lookup("rank2/listener") instanceof Listener
                    && Arrays.asList(outside.list()).equals(List.of("rank2/listener")) ? "rank 2 is published"
                            : "not published: " + Arrays.toString(outside.list()));
            gateway.close();
        }
        MPI.Finalize();
    }

    /** The server, of the JDK's RMI alone. */
    public static final class Server extends java.rmi.server.UnicastRemoteObject implements Counter {
        private static final long serialVersionUID = 1L;
        private static Server kept;

        private int sum;

        Server() throws RemoteException {}

        /** @param args port */
        public static void main(String[] args) throws Exception {
            kept = new Server();
            Registry registry = LocateRegistry.createRegistry(Integer.parseInt(args[0]));
            registry.rebind("counter", kept);
            System.out.println("the server listens");
            Thread.sleep(Long.MAX_VALUE);
        }

        @Override
        public synchronized int add(int number) {
            sum += number;
            return sum;
        }

        @Override
        public Counter self() {
            return this;
        }

        @Override
        public String tell(Listener listener) throws RemoteException {
            return listener.told("a sum of " + sum);
        }

        @Override
        public Object gadget() {
            return new Gadget();
        }
    }
}
