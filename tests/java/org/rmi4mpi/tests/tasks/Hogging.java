package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.ArrayList;
import java.util.List;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * A task takes most of its rank's heap. Mail that does not fit is lost, its sender gets an exception, and everything
 * else continues.
 */
final class Hogging {
    private static final int SIZE = 5_000_000;
    private static final int LET_GO = 1;
    private static final int DATA = 2;
    private static final int PING = 3;

    private Hogging() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            hog(jpvm);
            return;
        }
        jpvmTaskId[] other = new jpvmTaskId[1];
        jpvm.pvm_spawn(Hogging.class.getName(), args, jpvmEnvironment.PvmTaskHost, "rank1", 1, other);
        jpvm.pvm_recv(other[0]);
        jpvmBuffer large = new jpvmBuffer();
        large.pack(new double[SIZE], SIZE, 1);
        jpvm.pvm_send(large, other[0], DATA);
        Expect.fails(() -> {
            for (;;) { // it is told at one of the next uses
                jpvm.pvm_send(new jpvmBuffer(), other[0], PING);
                jpvm.pvm_recv(other[0], PING);
            }
        }, "was lost", "no memory", "-Xmx");
        Expect.fails(() -> {
            jpvm.pvm_send(large, other[0], DATA);
            jpvm.pvm_recv(other[0], DATA); // it is told where nothing else comes
        }, "was lost", "no memory", "-Xmx");
        jpvm.pvm_send(new jpvmBuffer(), other[0], LET_GO);
        jpvm.pvm_recv(other[0], LET_GO);
        jpvm.pvm_send(large, other[0], DATA);
        assertThat(jpvm.pvm_recv(other[0], DATA).buffer.upkint(), is(SIZE));
        System.out.println("hogs as expected");
    }

    private static void hog(jpvmEnvironment jpvm) throws jpvmException {
        List<byte[]> all = new ArrayList<>();
        while (Runtime.getRuntime().maxMemory() - used() > 30_000_000) {
            all.add(new byte[100_000]);
        }
        jpvm.pvm_send(new jpvmBuffer(), jpvm.pvm_parent(), PING);
        for (;;) {
            jpvmMessage message = jpvm.pvm_recv();
            if (message.messageTag == PING) {
                jpvm.pvm_send(new jpvmBuffer(), message.sourceTid, PING);
            } else if (message.messageTag == LET_GO) {
                all.clear();
                System.gc();
                jpvm.pvm_send(new jpvmBuffer(), message.sourceTid, LET_GO);
            } else {
                double[] data = new double[SIZE];
                message.buffer.unpack(data, SIZE, 1);
                jpvm.pvm_send(Expect.buffer(data.length), message.sourceTid, DATA);
                return;
            }
        }
    }

    private static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
