package org.rmi4mpi.bench.jpvm;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/** Three tasks send to one as fast as they can. Prints "star,messages a second of each". */
final class Star {
    private static final int SENDERS = 3;
    private static final int MESSAGES = 1_000_000;
    private static final int WARM_UP = 200_000;

    private Star() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            jpvm.pvm_recv();
            for (int i = 0; i < WARM_UP + MESSAGES; i++) {
                jpvmBuffer buffer = new jpvmBuffer();
                buffer.pack(i);
                jpvm.pvm_send(buffer, jpvm.pvm_parent(), i);
            }
            jpvm.pvm_exit();
            return;
        }
        jpvmTaskId[] senders = new jpvmTaskId[SENDERS];
        jpvm.pvm_spawn(Star.class.getName(), SENDERS, senders);
        jpvm.pvm_mcast(new jpvmBuffer(), senders, SENDERS, 0);
        receive(jpvm, SENDERS * WARM_UP);
        long began = System.nanoTime();
        receive(jpvm, SENDERS * MESSAGES);
        System.out.printf("star,%.0f%n", MESSAGES / ((System.nanoTime() - began) / 1e9));
        jpvm.pvm_exit();
    }

    private static void receive(jpvmEnvironment jpvm, int count) throws jpvmException {
        for (int i = 0; i < count; i++) {
            jpvm.pvm_recv().buffer.upkint();
        }
    }
}
