package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.HashMap;
import java.util.Map;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * Tasks send more large messages to main than its heap holds, and faster than main takes them. All come, in the order of
 * their sender. The arguments are the bytes of each message, the number of messages, and the number of tasks.
 */
final class SlowReceiver {
    private static final int WORK = 4;

    private SlowReceiver() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            send(jpvm);
            return;
        }
        int size = Integer.parseInt(args[0]);
        int count = Integer.parseInt(args[1]);
        jpvmTaskId[] senders = Expect.spawn(jpvm, SlowReceiver.class, Integer.parseInt(args[2]));
        for (jpvmTaskId each : senders) {
            jpvmBuffer order = new jpvmBuffer();
            order.pack(new int[] {size, count}, 2, 1);
            jpvm.pvm_send(order, each, 0);
        }
        Map<Integer, Integer> next = new HashMap<>();
        for (int i = 0; i < count * senders.length; i++) {
            jpvmMessage message = jpvm.pvm_recv();
            int port = message.sourceTid.getPort();
            assertThat("the next of task " + port, message.messageTag, is(next.getOrDefault(port, 0)));
            next.put(port, message.messageTag + 1);
            check(message, size);
        }
        System.out.println("all messages as expected");
    }

    /** Takes longer than a sender takes for a message. */
    private static void check(jpvmMessage message, int size) throws jpvmException {
        byte[] data = new byte[size];
        message.buffer.unpack(data, size, 1);
        for (int round = 0; round < WORK; round++) {
            for (int i = 0; i < size; i++) {
                if (data[i] != (byte) (i + message.messageTag)) {
                    throw new AssertionError("byte " + i + " of message " + message.messageTag + " is " + data[i]);
                }
            }
        }
    }

    private static void send(jpvmEnvironment jpvm) throws jpvmException {
        int[] order = new int[2];
        jpvm.pvm_recv().buffer.unpack(order, 2, 1);
        byte[] data = new byte[order[0]];
        for (int number = 0; number < order[1]; number++) {
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) (i + number);
            }
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(data, data.length, 1);
            jpvm.pvm_send(buffer, jpvm.pvm_parent(), number);
        }
    }
}
