package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/** A packed object for whose message its rank has no direct memory: the send fails, and later messages pass. */
final class LongMail {
    private static final int LENGTH = 60_000_000;

    private LongMail() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            jpvm.pvm_send(jpvm.pvm_recv().buffer, jpvm.pvm_parent(), 1);
            return;
        }
        jpvmTaskId[] other = new jpvmTaskId[1];
        jpvm.pvm_spawn(LongMail.class.getName(), args, jpvmEnvironment.PvmTaskHost, "rank1", 1, other);
        jpvmBuffer large = new jpvmBuffer();
        large.pack("x".repeat(LENGTH));
        try {
            jpvm.pvm_send(large, other[0], 1);
            throw new AssertionError("it has memory");
        } catch (jpvmException e) {
            System.out.println(e);
        }
        jpvm.pvm_send(Expect.buffer(7), other[0], 1);
        assertThat(jpvm.pvm_recv(other[0], 1).buffer.upkint(), is(7));
        System.out.println("long mail as expected");
    }
}
