package org.rmi4mpi.bench.gateway;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** Binds an echo, as a JVM of its own, or by {@code --rmi} as a rank. Measures calls of each name that it reads. */
public final class EchoServer extends UnicastRemoteObject implements Echo {
    private static final long serialVersionUID = 1L;

    private static final int CALLS = 50_000;
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
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            System.out.println(name + ":" + usOfCall((Echo) registry.lookup(name)));
        }
        Thread.sleep(Long.MAX_VALUE);
    }

    private static double usOfCall(Echo echo) throws RemoteException {
        long begin = System.nanoTime();
        for (int call = 0; call < CALLS; call++) {
            echo.ping(1);
        }
        return (System.nanoTime() - begin) * 1e-3 / CALLS;
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
