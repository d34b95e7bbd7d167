package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import java.lang.management.ManagementFactory;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * Spawns tasks again and again, which end in several ways and leave nothing behind. The first argument is their number.
 */
final class Respawn {
    private static final int AT_ONCE = 10;
    private static final byte[] BALLAST = new byte[100_000];

    private Respawn() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            answer(jpvm);
            return;
        }
        int rounds = Integer.parseInt(args[0]) / AT_ONCE;
        long[] usual = null;
        for (int i = 0; i < rounds; i++) {
            round(jpvm, i);
            if (i == rounds / 4) {
                usual = usage();
            }
        }
        jpvm.pvm_exit();
        long[] last = usage();
        assertThat("KiB of heap", last[0], lessThan(usual[0] + 2048));
        assertThat("threads", last[1], lessThan(usual[1] + 8));
        assertThat("classes", last[2], lessThan(usual[2] + 300));
        System.out.println("nothing is left of " + args[0] + " tasks");
    }

    private static long[] usage() {
        System.gc();
        Runtime heap = Runtime.getRuntime();
        return new long[] {heap.totalMemory() - heap.freeMemory() >> 10,
            ManagementFactory.getThreadMXBean().getThreadCount(),
            ManagementFactory.getClassLoadingMXBean().getLoadedClassCount()};
    }

    private static void round(jpvmEnvironment jpvm, int round) throws jpvmException {
        jpvmTaskId[] tasks = Expect.spawn(jpvm, Respawn.class, AT_ONCE);
        for (int k = 0; k < AT_ONCE; k++) {
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(k % 3);
            buffer.pack(round * AT_ONCE + k);
            buffer.pack(new double[5000], 5000, 1);
            jpvm.pvm_send(buffer, tasks[k], 5);
        }
        for (int k = 0; k < AT_ONCE; k++) {
            assertThat(jpvm.pvm_recv(tasks[k]).buffer.upkint(), is(round * AT_ONCE + k));
        }
    }

    /** Messages that the task has not received at its end are dropped. */
    private static void answer(jpvmEnvironment jpvm) throws jpvmException {
        jpvmMessage order = jpvm.pvm_recv(jpvm.pvm_parent());
        int way = order.buffer.upkint();
        jpvm.pvm_send(order.buffer, jpvm.pvm_mytid(), BALLAST.length);
        jpvm.pvm_send(Expect.buffer(order.buffer.upkint()), order.sourceTid, 1);
        if (way == 0) {
            jpvm.pvm_exit();
        } else if (way == 1) {
            System.exit(0);
        }
    }
}
