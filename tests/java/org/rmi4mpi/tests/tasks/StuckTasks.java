package org.rmi4mpi.tests.tasks;

import java.util.concurrent.CountDownLatch;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/** Tasks that hang. The argument tells how: {@code ended} or {@code full}. */
final class StuckTasks {
    private static final int TAG = 4;

    private StuckTasks() {}

    public static void main(String[] args) throws jpvmException, InterruptedException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() == null) {
            jpvmTaskId child = Expect.spawn(jpvm, StuckTasks.class, 1)[0];
            jpvmBuffer order = new jpvmBuffer();
            order.pack(args[0]);
            jpvm.pvm_send(order, child, TAG);
            if (args[0].equals("ended")) {
                jpvm.pvm_recv(child, TAG);
            } else {
                flood(jpvm, child);
            }
        } else if (jpvm.pvm_recv().buffer.upkstr().equals("full")) {
            new CountDownLatch(1).await();
        } else {
            jpvm.pvm_exit(); // and sends nothing
        }
    }

    private static void flood(jpvmEnvironment jpvm, jpvmTaskId child) throws jpvmException {
        jpvmBuffer large = new jpvmBuffer();
        large.pack(new byte[1 << 16], 1 << 16, 1);
        while (true) {
            jpvm.pvm_send(large, child, TAG);
        }
    }
}
