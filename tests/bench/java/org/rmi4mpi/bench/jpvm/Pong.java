package org.rmi4mpi.bench.jpvm;

import java.util.Arrays;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/**
 * Two tasks send each other one int, and arrays of double. Prints "bytes,microseconds" of a round trip, with packing
 * and unpacking on both sides, the median of its batches.
 */
final class Pong {
    private static final int[] SIZES = {4, 1 << 10, 64 << 10, 1 << 20};
    private static final int BATCHES = 11;
    private static final long BATCH_NS = 40_000_000;
    private static final long WARM_UP_NS = 1_500_000_000;
    private static final int MORE = 1;
    private static final int NO_MORE = 2;

    private final jpvmEnvironment jpvm;
    private final jpvmTaskId other;
    private final double[] data;

    private Pong(jpvmEnvironment jpvm, jpvmTaskId other, int bytes) {
        this.jpvm = jpvm;
        this.other = other;
        data = bytes < Double.BYTES ? null : new double[bytes / Double.BYTES];
    }

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        jpvmTaskId[] task = {jpvm.pvm_parent()};
        boolean isFirst = task[0] == null;
        if (isFirst) {
            jpvm.pvm_spawn(Pong.class.getName(), 1, task);
        }
        for (int bytes : SIZES) {
            new Pong(jpvm, task[0], bytes).warmUp(isFirst);
        }
        for (int bytes : SIZES) {
            Pong pong = new Pong(jpvm, task[0], bytes);
            pong.warmUp(isFirst); // another size makes the JVM compile anew
            if (isFirst) {
                System.out.printf("%d,%.3f%n", bytes, pong.median());
            } else {
                pong.answer();
            }
        }
        jpvm.pvm_exit();
    }

    private void send(int tag) throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        if (data == null) {
            buffer.pack(1);
        } else {
            buffer.pack(data, data.length, 1);
        }
        jpvm.pvm_send(buffer, other, tag);
    }

    private void receive(jpvmBuffer buffer) throws jpvmException {
        if (data == null) {
            buffer.upkint();
        } else {
            buffer.unpack(data, data.length, 1);
        }
    }

    private void answer() throws jpvmException {
        for (;;) {
            var message = jpvm.pvm_recv(other);
            receive(message.buffer);
            if (message.messageTag == NO_MORE) {
                return;
            }
            send(MORE);
        }
    }

    private void roundTrip() throws jpvmException {
        send(MORE);
        receive(jpvm.pvm_recv(other).buffer);
    }

    private void warmUp(boolean isFirst) throws jpvmException {
        if (!isFirst) {
            answer();
            return;
        }
        for (long end = System.nanoTime() + WARM_UP_NS; System.nanoTime() - end < 0;) {
            roundTrip();
        }
        send(NO_MORE);
    }

    /** Microseconds. */
    private double median() throws jpvmException {
        double[] batches = new double[BATCHES];
        for (int i = -1; i < BATCHES; i++) {
            long began = System.nanoTime();
            int count = 0;
            for (; System.nanoTime() - began < BATCH_NS; count++) {
                roundTrip();
            }
            batches[Math.max(0, i)] = (System.nanoTime() - began) / 1e3 / count;
        }
        send(NO_MORE);
        Arrays.sort(batches);
        return batches[BATCHES / 2];
    }
}
