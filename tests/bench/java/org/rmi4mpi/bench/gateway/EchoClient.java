package org.rmi4mpi.bench.gateway;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.util.Arrays;
import java.util.Locale;

/** Measures the same calls of several servers in turn, in a JVM with the JDK alone. */
public final class EchoClient {
    private static final int ROUNDS = 15;
    private static final int WARM_UP = 30;
    private static final int PINGS = 1500;
    private static final int ARRAYS = 4;
    private static final int LENGTH = 2 << 20;
    private static final double MIB = LENGTH * 8.0 / (1 << 20);

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
        row("call", "us", false, names, echoes, PINGS, 1e-3 / PINGS, echo -> echo.ping(1));
        row("16 MiB as argument", "MiB/s", true, names, echoes, ARRAYS, 1e-9 / ARRAYS / MIB, echo -> echo.take(values));
        row("16 MiB as result", "MiB/s", true, names, echoes, ARRAYS, 1e-9 / ARRAYS / MIB, echo -> echo.give(LENGTH));
        System.exit(0);
    }

    private static void row(String what, String unit, boolean isRate, String[] names, Echo[] echoes, int times,
            double factor, Calls calls) throws RemoteException {
        double[][] found = new double[echoes.length][ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            for (int i = 0; i < echoes.length; i++) {
                long begin = System.nanoTime();
                for (int call = 0; call < times; call++) {
                    calls.make(echoes[i]);
                }
                double value = (System.nanoTime() - begin) * factor;
                if (round >= 0) {
                    found[i][round] = isRate ? 1 / value : value;
                }
            }
        }
        for (int i = 0; i < echoes.length; i++) {
            double[] ratios = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                ratios[round] = found[i][round] / found[0][round];
            }
            System.out.printf(Locale.ROOT, "%-20s %-22s %s %s, of the JDK's %s%n", what, names[i], spread(found[i]),
                    unit,
                    spread(ratios));
        }
    }

    /** The median, and the quartiles. */
    private static String spread(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", sorted[sorted.length / 2], sorted[sorted.length / 4],
                sorted[3 * sorted.length / 4]);
    }
}
