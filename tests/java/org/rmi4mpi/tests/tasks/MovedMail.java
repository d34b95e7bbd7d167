package org.rmi4mpi.tests.tasks;

import java.util.concurrent.atomic.AtomicBoolean;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;
import org.rmi4mpi.tests.programs.CrowdedHeap;

/** Mail with large arrays to a task and back, while the collector of the task's rank moves arrays. */
final class MovedMail {
    private static final int LETTERS = 20;
    private static final int LAST = 1;

    private MovedMail() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment("moved mail");
        if (jpvm.pvm_parent() != null) {
            sendBack(jpvm);
            return;
        }
        jpvmTaskId other = Expect.spawn(jpvm, MovedMail.class, 1)[0];
        for (int i = 0; i < LETTERS; i++) {
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(CrowdedHeap.filled(i), CrowdedHeap.LENGTH, 1);
            jpvm.pvm_send(buffer, other, 0);
            check(jpvm.pvm_recv(other).buffer, i);
        }
        jpvm.pvm_send(Expect.buffer(0), other, LAST);
        check(jpvm.pvm_recv(other).buffer, LETTERS);
        System.out.println("mail as expected");
        jpvm.pvm_exit();
    }

    private static void check(jpvmBuffer buffer, int expected) throws jpvmException {
        int[] array = new int[CrowdedHeap.LENGTH];
        buffer.unpack(array, array.length, 1);
        CrowdedHeap.checkAll("mail", array, expected);
    }

    private static void sendBack(jpvmEnvironment jpvm) throws Exception, jpvmException {
        AtomicBoolean isLast = new AtomicBoolean();
        Throwable[] failure = new Throwable[1];
        Thread mover = new Thread(() -> {
            while (!isLast.get()) {
                CrowdedHeap heap = CrowdedHeap.filled(60, 70);
                heap.move();
                heap.check("beside mail", heap.number());
            }
        });
        mover.setUncaughtExceptionHandler((thread, e) -> failure[0] = e);
        mover.start();
        jpvmMessage each = jpvm.pvm_recv();
        for (; each.messageTag != LAST; each = jpvm.pvm_recv()) {
            jpvm.pvm_send(each.buffer, each.sourceTid, 0);
        }
        isLast.set(true);
        mover.join();
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
        jpvmBuffer last = new jpvmBuffer();
        last.pack(CrowdedHeap.filled(LETTERS), CrowdedHeap.LENGTH, 1);
        jpvm.pvm_send(last, each.sourceTid, 0);
        jpvm.pvm_exit();
    }
}
