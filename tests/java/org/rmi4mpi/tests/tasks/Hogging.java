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
 * A task takes most of its rank's heap. A receive of mail for which there is no heap fails, and the mail stays the next
 * one: nothing is lost.
 */
final class Hogging {
    private static final int SIZE = 5_000_000;
    private static final int DATA = 1;
    private static final int READY = 2;

    private Hogging() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            hog(jpvm);
            return;
        }
        jpvmTaskId[] other = new jpvmTaskId[1];
        jpvm.pvm_spawn(Hogging.class.getName(), args, jpvmEnvironment.PvmTaskHost, "rank1", 1, other);
        jpvm.pvm_recv(other[0], READY);
        jpvmBuffer large = new jpvmBuffer();
        large.pack(new double[SIZE], SIZE, 1);
        jpvm.pvm_send(large, other[0], DATA);
        jpvm.pvm_send(new jpvmBuffer(), other[0], READY);
        assertThat(jpvm.pvm_recv(other[0], DATA).buffer.upkint(), is(SIZE));
        System.out.println("hogs as expected");
    }

    private static void hog(jpvmEnvironment jpvm) throws jpvmException {
        List<byte[]> all = new ArrayList<>();
        while (Runtime.getRuntime().maxMemory() - used() > 30_000_000) {
            all.add(new byte[100_000]);
        }
        jpvm.pvm_send(new jpvmBuffer(), jpvm.pvm_parent(), READY);
        boolean hasFailed = false;
        jpvmMessage message;
        try {
            message = jpvm.pvm_recv();
        } catch (OutOfMemoryError e) {
            hasFailed = true;
            all.clear();
            System.gc();
            message = jpvm.pvm_recv();
        }
        assertThat("the first receive found no heap", hasFailed, is(true));
        assertThat(message.messageTag, is(DATA));
        double[] data = new double[SIZE];
        message.buffer.unpack(data, SIZE, 1);
        assertThat(jpvm.pvm_recv().messageTag, is(READY));
        jpvm.pvm_send(Expect.buffer(data.length), jpvm.pvm_parent(), DATA);
    }

    private static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
