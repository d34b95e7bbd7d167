package org.rmi4mpi.bench.peer;

import java.io.Serializable;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.Locale;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * A rank in Java of a job of {@link PairJobs}. One that "calls" measures calls of the object of one that "serves": null calls, and those
 * with arrays of double and of objects, as in paper 002. It prints lines {@code name:microseconds} with the medians. One that "waits"
 * keeps the registry. The second argument is the largest number of objects.
 */
public final class Pairs {
    private static final int SAMPLES = 11;
    private static final double SAMPLE_NS = 5e6;
    /** In which a JVM at either end compiles what every call needs, and then what one kind of arguments needs. */
    private static final double FIRST_WARM_UP_NS = 3e9;
    private static final double WARM_UP_NS = 3e8;
    static final int[] SIZES = {10, 100, 1_000, 10_000, 100_000, 1_000_000};

    private Pairs() {}

    /** An element of an array of objects. */
    public record MyDouble(double value) implements Serializable {}

    /** The called object. */
    public interface Sink extends Remote {
        void nothing() throws RemoteException;

        int doubles(double[] values) throws RemoteException;

        int objects(MyDouble[] values) throws RemoteException;
    }

    private static final class JavaSink extends UnicastRemoteObject implements Sink {
        private static final long serialVersionUID = 1L;

        JavaSink() throws RemoteException {}

        @Override
        public void nothing() {}

        @Override
        public int doubles(double[] values) {
            return values.length;
        }

        @Override
        public int objects(MyDouble[] values) {
            return values.length;
        }
    }

    private interface Call {
        void make() throws RemoteException;
    }

    private static void measure(String what, double warmUpNs, Call call) throws RemoteException {
        long calls = 1;
        double[] each = new double[SAMPLES];
        long warm = System.nanoTime() + (long) warmUpNs;
        for (int sample = -1; sample < SAMPLES; sample += System.nanoTime() < warm ? 0 : 1) {
            long begin = System.nanoTime();
            for (long i = 0; i < calls; i++) {
                call.make();
            }
            double ns = (double) (System.nanoTime() - begin) / calls;
            calls = Math.max(1, (long) (SAMPLE_NS / ns));
            if (sample >= 0) {
                each[sample] = ns / 1e3;
            }
        }
        Arrays.sort(each);
        System.out.printf(Locale.ROOT, "%s:%.3f%n", what, each[SAMPLES / 2]);
    }

    private static Sink lookup() throws Exception {
        while (true) {
            try {
                return (Sink) Naming.lookup("sink");
            } catch (NotBoundException e) {
                Thread.sleep(1);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        if (arguments[0].equals("calls")) {
            int mostObjects = Integer.parseInt(arguments[1]);
            Sink sink = lookup();
            measure("null", FIRST_WARM_UP_NS, sink::nothing);
            for (int size : SIZES) {
                double[] values = new double[size];
                measure("double " + size, WARM_UP_NS, () -> sink.doubles(values));
            }
            for (int size : SIZES) {
                if (size > mostObjects) {
                    break;
                }
                MyDouble[] values = new MyDouble[size];
                Arrays.setAll(values, MyDouble::new);
                measure("MyDouble " + size, WARM_UP_NS, () -> sink.objects(values));
            }
        } else if (arguments[0].equals("serves")) {
            Naming.rebind("sink", new JavaSink());
        }
        MPI.Finalize();
    }
}
