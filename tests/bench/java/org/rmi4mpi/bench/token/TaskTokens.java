package org.rmi4mpi.bench.token;

import java.util.Locale;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * Passes tokens around a ring of tasks. Each task sends all of its tokens before it receives one, so that all wait for
 * room at each other if there is too little. Arguments: tasks, the tokens of each, how often each is passed on, and the
 * bytes of a token beside its count of hops. Prints {@code rate:messages a second of all tasks}.
 */
public final class TaskTokens {
    private static final int START = 1;
    private static final int TOKEN = 2;
    private static final int DONE = 3;

    private TaskTokens() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            passOn(jpvm);
            jpvm.pvm_exit();
            return;
        }
        jpvmTaskId[] tasks = new jpvmTaskId[Integer.parseInt(args[0])];
        int tokens = Integer.parseInt(args[1]);
        int hops = Integer.parseInt(args[2]);
        jpvm.pvm_spawn(TaskTokens.class.getName(), tasks.length, tasks);
        for (int i = 0; i < tasks.length; i++) {
            jpvmBuffer order = new jpvmBuffer();
            order.pack(tasks[(i + 1) % tasks.length]);
            order.pack(new int[] {tokens, hops, Integer.parseInt(args[3])}, 3, 1);
            jpvm.pvm_send(order, tasks[i], START);
        }
        long start = System.nanoTime();
        for (int i = 0; i < tasks.length; i++) {
            jpvm.pvm_recv(DONE);
        }
        System.out.printf(Locale.ROOT, "rate:%.0f%n",
                (double) tasks.length * tokens * (hops + 1) * 1e9 / (System.nanoTime() - start));
        jpvm.pvm_exit();
    }

    private static void passOn(jpvmEnvironment jpvm) throws jpvmException {
        jpvmBuffer order = jpvm.pvm_recv(START).buffer;
        jpvmTaskId next = order.upktid();
        int[] numbers = new int[3];
        order.unpack(numbers, 3, 1);
        for (int i = 0; i < numbers[0]; i++) {
            send(jpvm, next, numbers[1], new byte[numbers[2]]);
        }
        // In a ring each task receives as many tokens as it has sent, at each hop.
        for (long left = (long) numbers[0] * (numbers[1] + 1); left > 0; left--) {
            jpvmMessage message = jpvm.pvm_recv(TOKEN);
            int hops = message.buffer.upkint();
            byte[] rest = new byte[numbers[2]];
            message.buffer.unpack(rest, rest.length, 1);
            if (hops > 0) {
                send(jpvm, next, hops - 1, rest);
            }
        }
        jpvm.pvm_send(new jpvmBuffer(), jpvm.pvm_parent(), DONE);
    }

    private static void send(jpvmEnvironment jpvm, jpvmTaskId to, int hops, byte[] rest) throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(hops);
        buffer.pack(rest, rest.length, 1);
        jpvm.pvm_send(buffer, to, TOKEN);
    }
}
