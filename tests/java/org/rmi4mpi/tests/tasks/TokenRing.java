package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/**
 * Tasks pass tokens around a ring. Each sends all of its own before it receives one. All come, in their order, or the send
 * that finds no room fails. Arguments: tasks, tokens of each, how often each is passed on, and their bytes.
 */
final class TokenRing {
    private static final int START = 1;
    private static final int TOKEN = 2;
    private static final int DONE = 3;
    private static final int FULL = 4;

    private TokenRing() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            jpvm.pvm_send(new jpvmBuffer(), jpvm.pvm_parent(), passOn(jpvm));
            jpvm.pvm_recv(jpvm.pvm_parent()); // The mail of a task that has ended is dropped, and its room is free.
            return;
        }
        jpvmTaskId[] tasks = Expect.spawn(jpvm, TokenRing.class, Integer.parseInt(args[0]));
        for (int i = 0; i < tasks.length; i++) {
            jpvmBuffer order = new jpvmBuffer();
            order.pack(tasks[(i + 1) % tasks.length]);
            for (int j = 1; j < args.length; j++) {
                order.pack(Integer.parseInt(args[j]));
            }
            jpvm.pvm_send(order, tasks[i], START);
        }
        int full = 0;
        for (jpvmTaskId each : tasks) {
            full += jpvm.pvm_recv(each).messageTag == FULL ? 1 : 0;
        }
        jpvm.pvm_mcast(new jpvmBuffer(), tasks, tasks.length, DONE);
        System.out.println(full == 0 ? "the ring is as expected" : full + " tasks have found no room");
    }

    private static int passOn(jpvmEnvironment jpvm) throws jpvmException {
        jpvmBuffer order = jpvm.pvm_recv(START).buffer;
        jpvmTaskId next = order.upktid();
        int tokens = order.upkint();
        int hops = order.upkint();
        byte[] rest = new byte[order.upkint()];
        try {
            for (int i = 0; i < tokens; i++) {
                send(jpvm, next, i, hops, rest);
            }
        } catch (jpvmException e) {
            assertThat(e.toString(), containsString("has no room"));
            return FULL;
        }
        for (int lap = 0; lap <= hops; lap++) {
            for (int i = 0; i < tokens; i++) {
                jpvmBuffer token = jpvm.pvm_recv(TOKEN).buffer;
                assertThat(token.upkint(), is(i));
                assertThat(token.upkint(), is(hops - lap));
                token.unpack(rest, rest.length, 1);
                if (lap < hops) {
                    send(jpvm, next, i, hops - lap - 1, rest);
                }
            }
        }
        return DONE;
    }

    private static void send(jpvmEnvironment jpvm, jpvmTaskId to, int number, int hops, byte[] rest)
            throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(number);
        buffer.pack(hops);
        buffer.pack(rest, rest.length, 1);
        jpvm.pvm_send(buffer, to, TOKEN);
    }
}
