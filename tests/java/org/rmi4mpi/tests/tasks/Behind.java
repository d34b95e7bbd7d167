package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/** Three tasks send more than a fourth receives, which computes. The messages keep their order, whatever their lengths. */
final class Behind {
    private static final int SENDERS = 3;
    private static final int MESSAGES = 10_000;
    private static final int MAIL = 1;
    private static final int DONE = 2;

    private Behind() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            send(jpvm);
            return;
        }
        jpvmTaskId[] senders = Expect.spawn(jpvm, Behind.class, SENDERS);
        for (jpvmTaskId each : senders) {
            while (!jpvm.pvm_probe(each, DONE)) {
                compute();
            }
        }
        for (jpvmTaskId each : senders) {
            for (int i = 0; i < MESSAGES; i++) {
                jpvmBuffer buffer = jpvm.pvm_recv(each, MAIL).buffer;
                assertThat(buffer.upkint(), is(i));
                int[] values = new int[length(i)];
                buffer.unpack(values, values.length, 1);
                assertThat(values.length == 0 || values[values.length - 1] == i, is(true));
            }
            jpvm.pvm_recv(each, DONE);
            assertThat(jpvm.pvm_nrecv(each) == null, is(true));
        }
        System.out.println("behind as expected");
    }

    private static void send(jpvmEnvironment jpvm) throws jpvmException {
        for (int i = 0; i < MESSAGES; i++) {
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(i);
            int[] values = new int[length(i)];
            if (values.length > 0) {
                values[values.length - 1] = i;
            }
            buffer.pack(values, values.length, 1);
            jpvm.pvm_send(buffer, jpvm.pvm_parent(), MAIL);
        }
        jpvm.pvm_send(Expect.buffer(0), jpvm.pvm_parent(), DONE);
    }

    /** Most messages are small, some too long to share a frame, and some have an array that is kept beside the others. */
    private static int length(int message) {
        if (message % 499 == 0) {
            return 10_000;
        }
        return message % 97 == 0 ? 1_000 : message % 5;
    }

    private static void compute() {
        double x = 1;
        for (int i = 0; i < 10_000_000; i++) {
            x = Math.sqrt(x + i);
        }
        if (x < 0) {
            throw new AssertionError(x);
        }
    }
}
