package org.rmi4mpi.bench.jpvm;

import java.util.Arrays;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/**
 * Three tasks send to one that computes meanwhile and receives nothing. Prints "flood,messages a second of each": those
 * of the slowest sender, in the median round. A sender is done when its last send has returned.
 */
final class Flood {
    private static final int SENDERS = 3;
    private static final int MESSAGES = 20_000;
    private static final int WARM_UPS = 5;
    private static final int ROUNDS = 7;
    private static final int MAIL = 1;
    private static final int DONE = 2;

    private Flood() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            for (int round = 0; round < WARM_UPS + ROUNDS; round++) {
                jpvm.pvm_recv(jpvm.pvm_parent());
                send(jpvm);
            }
            jpvm.pvm_exit();
            return;
        }
        jpvmTaskId[] senders = new jpvmTaskId[SENDERS];
        jpvm.pvm_spawn(Flood.class.getName(), SENDERS, senders);
        double[] rates = new double[ROUNDS];
        for (int round = -WARM_UPS; round < ROUNDS; round++) {
            double rate = receive(jpvm, senders);
            rates[Math.max(0, round)] = rate;
        }
        Arrays.sort(rates);
        System.out.printf("flood,%.0f%n", rates[ROUNDS / 2]);
        jpvm.pvm_exit();
    }

    private static void send(jpvmEnvironment jpvm) throws jpvmException {
        long began = System.nanoTime();
        for (int i = 0; i < MESSAGES; i++) {
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(i);
            jpvm.pvm_send(buffer, jpvm.pvm_parent(), MAIL);
        }
        jpvmBuffer time = new jpvmBuffer();
        time.pack(System.nanoTime() - began);
        jpvm.pvm_send(time, jpvm.pvm_parent(), DONE);
    }

    /** Computes until all messages are there, looking for the last ones now and then, and receives them. */
    private static double receive(jpvmEnvironment jpvm, jpvmTaskId[] senders) throws jpvmException {
        jpvm.pvm_mcast(new jpvmBuffer(), senders, SENDERS, 0);
        for (jpvmTaskId each : senders) {
            while (!jpvm.pvm_probe(each, DONE)) {
                compute();
            }
        }
        double slowest = Double.MAX_VALUE;
        for (jpvmTaskId each : senders) {
            slowest = Math.min(slowest, MESSAGES / (jpvm.pvm_recv(each, DONE).buffer.upklong() / 1e9));
        }
        for (int i = 0; i < SENDERS * MESSAGES; i++) {
            jpvm.pvm_recv(MAIL).buffer.upkint();
        }
        return slowest;
    }

    /** Computes for a fifth of a second. */
    private static void compute() {
        double x = 1;
        for (long end = System.nanoTime() + 200_000_000; System.nanoTime() - end < 0;) {
            x += Math.sqrt(x);
        }
        if (x < 0) {
            throw new AssertionError(x);
        }
    }
}
