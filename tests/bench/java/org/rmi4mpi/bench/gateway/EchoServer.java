package org.rmi4mpi.bench.gateway;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** Binds an echo, as a JVM of its own, or by {@code --rmi} as a rank. */
public final class EchoServer extends UnicastRemoteObject implements Echo {
    private static final long serialVersionUID = 1L;

    private static EchoServer kept;
    private transient double[] given = {};

    private EchoServer() throws RemoteException {}

    /** @param args name, and the port of a registry to create; without it there is one already */
    public static void main(String[] args) throws Exception {
        kept = new EchoServer();
        Registry registry = args.length > 1 ? LocateRegistry.createRegistry(Integer.parseInt(args[1]))
                : LocateRegistry.getRegistry();
        registry.rebind(args[0], kept);
        System.out.println(args[0] + " is bound");
        Thread.sleep(Long.MAX_VALUE);
    }

    @Override
    public int ping(int number) {
        return number;
    }

    @Override
    public double[] take(double[] values) {
        return null;
    }

    @Override
    public double[] give(int count) {
        if (given.length != count) {
            given = new double[count];
        }
        return given;
    }
}
