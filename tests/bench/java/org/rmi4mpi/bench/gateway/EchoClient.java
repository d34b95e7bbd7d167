package org.rmi4mpi.bench.gateway;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;

/** Measures the same calls of several servers in turn, in a JVM with the JDK alone. Prints each value as {@code what server:value}. */
public final class EchoClient {
    private static final int WARM_UP = 30;
    private static final int PINGS = 1500;
    private static final int ARRAYS = 4;
    private static final int LENGTH = 2 << 20;

    private EchoClient() {}

    private interface Calls {
        void make(Echo echo) throws RemoteException;
    }

    /** @param args port and name of each server, that of the JDK first */
    public static void main(String[] args) throws Exception {
        String[] names = new String[args.length / 2];
        Echo[] echoes = new Echo[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = args[2 * i + 1];
            echoes[i] = (Echo) LocateRegistry.getRegistry("localhost", Integer.parseInt(args[2 * i])).lookup(names[i]);
        }
        double[] values = new double[LENGTH];
        measure(GatewayJobs.CALL, names, echoes, PINGS, 1e-3, echo -> echo.ping(1));
        measure(GatewayJobs.IN, names, echoes, ARRAYS, 1e-6, echo -> echo.take(values));
        measure(GatewayJobs.OUT, names, echoes, ARRAYS, 1e-6, echo -> echo.give(LENGTH));
        System.exit(0);
    }

    /** @param unit of the values, in parts of a nanosecond */
    private static void measure(String what, String[] names, Echo[] echoes, int times, double unit, Calls calls)
            throws RemoteException {
        for (int round = -WARM_UP; round < GatewayJobs.ROUNDS; round++) {
            for (int i = 0; i < echoes.length; i++) {
                long begin = System.nanoTime();
                for (int call = 0; call < times; call++) {
                    calls.make(echoes[i]);
                }
                double value = (System.nanoTime() - begin) * unit / times;
                if (round >= 0) {
                    System.out.println(what + " " + names[i] + ":" + value);
                }
            }
        }
    }
}
