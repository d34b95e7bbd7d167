package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * Sends more mail than has room. While mail is being received, a sender waits. If nobody receives, the sender gets an
 * exception. The arguments are the bytes of each message, and the number of messages.
 */
final class Flooding {
    private static final int BEGIN = -1;
    private static final int END = -2;

    private Flooding() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            count(jpvm);
            return;
        }
        int size = Integer.parseInt(args[0]);
        int count = Integer.parseInt(args[1]);
        jpvmTaskId other = Expect.spawn(jpvm, Flooding.class, 1)[0];
        jpvm.pvm_send(new jpvmBuffer(), other, BEGIN);
        send(jpvm, other, size, 0, count);
        jpvm.pvm_send(new jpvmBuffer(), other, END);
        assertThat(jpvm.pvm_recv(other).buffer.upkint(), is(count));

        int[] sent = {0}; // from here on nobody receives
        Expect.fails(() -> {
            for (;; sent[0]++) {
                send(jpvm, other, size, sent[0], sent[0] + 1);
            }
        }, "has no room", "receive there", "-Xmx");
        assertThat(sent[0], greaterThan(10));
        jpvm.pvm_send(new jpvmBuffer(), jpvm.pvm_mytid(), 1);
        assertThat("others are not concerned", jpvm.pvm_recv(1).messageTag, is(1));
        jpvm.pvm_kill(other);
        System.out.println("floods as expected");
    }

    private static void send(jpvmEnvironment jpvm, jpvmTaskId other, int size, int from, int to) throws jpvmException {
        byte[] data = new byte[size];
        for (int i = from; i < to; i++) {
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(data, size, 1);
            jpvm.pvm_send(buffer, other, i);
        }
    }

    private static void count(jpvmEnvironment jpvm) throws Exception, jpvmException {
        jpvm.pvm_recv(BEGIN);
        int next = 0;
        for (jpvmMessage each = jpvm.pvm_recv(); each.messageTag != END; each = jpvm.pvm_recv()) {
            assertThat(each.messageTag, is(next++));
        }
        jpvm.pvm_send(Expect.buffer(next), jpvm.pvm_parent(), 1);
        Thread.sleep(Long.MAX_VALUE);
    }
}
