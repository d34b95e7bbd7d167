package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/** The contract of sends and receives. The tasks that it spawns send back everything that they receive. */
final class Letters {
    private static final int STOP = -99;
    private static final int LAST_STATUS = 3;

    private Letters() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment("letters");
        if (jpvm.pvm_parent() != null) {
            sendBack(jpvm);
        }
        toItself(jpvm);
        jpvmTaskId[] others = Expect.spawn(jpvm, Letters.class, 3);
        allTypes(jpvm, others);
        inPlace(jpvm, others[0]);
        order(jpvm, others);
        severalReceivers(jpvm, others);
        refusals(jpvm, others);
        theEnd(jpvm, others);
        System.out.println("letters as expected");
    }

    private static void sendBack(jpvmEnvironment jpvm) throws jpvmException {
        for (jpvmMessage each = jpvm.pvm_recv(); each.messageTag != STOP; each = jpvm.pvm_recv()) {
            jpvm.pvm_send(each.buffer, each.sourceTid, each.messageTag);
        }
        System.exit(LAST_STATUS);
    }

    private static void toItself(jpvmEnvironment jpvm) throws Exception, jpvmException {
        jpvmTaskId own = jpvm.pvm_mytid();
        jpvmBuffer buffer = Expect.buffer(1);
        buffer.pack("two");
        for (int tag : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            jpvm.pvm_send(buffer, own, tag);
        }
        assertThat(jpvm.pvm_probe(-1), is(true));
        assertThat(jpvm.pvm_probe(5), is(false));
        assertThat(jpvm.pvm_nrecv(5), nullValue());
        assertThat("null is no wildcard", jpvm.pvm_nrecv((jpvmTaskId) null), nullValue());
        jpvmMessage last = jpvm.pvm_recv(own, Integer.MAX_VALUE);
        assertThat(last.buffer, sameInstance(buffer));
        assertThat(last.sourceTid.equals(own) && last.destTid.equals(own), is(true));
        assertThat("the oldest", jpvm.pvm_recv().messageTag, is(-1));
        assertThat(buffer.upkint(), is(1));
        Expect.fails(buffer::upkint, "buffer type mismatch", "int", "String", "element 1");
        assertThat(buffer.upkstr(), is("two"));
        Expect.fails(buffer::upkint, "buffer empty", "int");
        buffer.rewind();
        assertThat(buffer.upkint(), is(1));
        assertThat(jpvm.pvm_recv(own).messageTag, is(Integer.MIN_VALUE));
        assertThat(jpvm.pvm_trecv(own, 7, 20), nullValue());
    }

    private static void allTypes(jpvmEnvironment jpvm, jpvmTaskId[] others) throws Exception, jpvmException {
        double[] large = IntStream.range(0, 200_000).mapToDouble(i -> i / 3.0).toArray();
        int[] middle = IntStream.range(0, 10_000).toArray();
        char[] chars = "char\u20ac".toCharArray();
        jpvmBuffer all = new jpvmBuffer();
        all.pack((byte) 1);
        all.pack('x');
        all.pack((short) 3);
        all.pack(4);
        all.pack(5L);
        all.pack(6f);
        all.pack(7.0);
        all.pack(large, 10, 1000);
        all.pack(large, large.length, 1);
        all.pack(middle, middle.length, 1);
        all.pack(chars, chars.length, 1);
        all.pack(others, others.length, 1);
        all.pack(jpvm.pvm_mytid());
        all.pack((jpvmTaskId) null);
        all.pack("\u00e9\u20ac");
        all.pack((String) null);
        all.packObject(new ArrayList<>(List.of("a", 2, Map.of("k", 3L))));
        for (int round = 0; round < 3; round++) {
            for (jpvmTaskId other : others) {
                jpvm.pvm_send(all, other, round);
            }
            for (jpvmTaskId other : others) {
                jpvmBuffer back = jpvm.pvm_recv(other, round).buffer;
                assertThat(back.upkbyte(), is((byte) 1));
                assertThat(back.upkchar(), is('x'));
                assertThat(back.upkshort(), is((short) 3));
                assertThat(back.upkint(), is(4));
                assertThat(back.upklong(), is(5L));
                assertThat(back.upkfloat(), is(6f));
                assertThat(back.upkdouble(), is(7.0));
                double[] strided = new double[20];
                back.unpack(strided, 10, 2);
                for (int i = 0; i < 10; i++) {
                    assertThat(strided[2 * i], is(large[1000 * i]));
                }
                double[] largeBack = new double[large.length];
                back.unpack(largeBack, large.length, 1);
                assertThat(Arrays.equals(largeBack, large), is(true));
                int[] first = new int[100]; // the others of this element are dropped
                back.unpack(first, 100, 1);
                assertThat(first[99], is(99));
                char[] charsBack = new char[chars.length];
                Expect.fails(back::upkstr, "buffer type mismatch", "5 char");
                back.unpack(charsBack, chars.length, 1);
                assertThat(new String(charsBack), is(new String(chars)));
                jpvmTaskId[] tids = new jpvmTaskId[others.length];
                back.unpack(tids, tids.length, 1);
                assertThat(tids, is(others));
                assertThat(back.upktid(), is(jpvm.pvm_mytid()));
                assertThat(back.upktid(), nullValue());
                assertThat(back.upkstr(), is("\u00e9\u20ac"));
                assertThat(back.upkstr(), nullValue());
                assertThat(back.upkobject(), is(List.of("a", 2, Map.of("k", 3L))));
                assertThat(back.nextElement(), nullValue());
            }
        }
    }

    private static void inPlace(jpvmEnvironment jpvm, jpvmTaskId other) throws jpvmException {
        long[] data = new long[100_000];
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.packInPlace(data, data.length, 1);
        for (int round = 1; round < 4; round++) {
            Arrays.fill(data, round); // read when it is sent
            jpvm.pvm_send(buffer, other, round);
            Arrays.fill(data, -1);
            long[] back = new long[data.length];
            jpvm.pvm_recv(other, round).buffer.unpack(back, back.length, 1);
            assertThat(back[0] == round && back[back.length - 1] == round, is(true));
        }
    }

    /** Short and long messages from one task do not overtake each other. */
    private static void order(jpvmEnvironment jpvm, jpvmTaskId[] others) throws jpvmException {
        byte[] data = new byte[300_000];
        int messages = 60;
        for (int i = 0; i < messages; i++) {
            for (jpvmTaskId other : others) {
                jpvmBuffer buffer = Expect.buffer(i);
                buffer.pack(data, i % 3 == 0 ? data.length : i % 3 == 1 ? 20_000 : 1, 1);
                jpvm.pvm_send(buffer, other, i % 2);
            }
        }
        for (jpvmTaskId other : others) {
            for (int i = 0; i < messages; i++) {
                assertThat(jpvm.pvm_recv(other).buffer.upkint(), is(i));
            }
        }
        for (int i = 0; i < messages; i++) {
            jpvm.pvm_send(Expect.buffer(i), others[0], i % 2);
        }
        for (int i = 0; i < messages; i++) {
            assertThat(jpvm.pvm_recv(1 - i / (messages / 2)).buffer.upkint(), is(i * 2 % messages
                    + 1 - i / (messages / 2)));
        }
    }

    private static void severalReceivers(jpvmEnvironment jpvm, jpvmTaskId[] others) throws Exception, jpvmException {
        jpvmTaskId nobody = new jpvmTaskId("nowhere", 5);
        jpvmTaskId[] some = {nobody, jpvm.pvm_mytid(), others[1], null};
        Expect.fails(() -> jpvm.pvm_mcast(Expect.buffer(8), some, 4, 77), "2 of 4", "nowhere", "77");
        assertThat(jpvm.pvm_recv(others[1], 77).buffer.upkint(), is(8));
        assertThat(jpvm.pvm_recv(jpvm.pvm_mytid(), 77).buffer.upkint(), is(8));
    }

    private static void refusals(jpvmEnvironment jpvm, jpvmTaskId[] others) throws Exception, jpvmException {
        jpvmTaskId own = jpvm.pvm_mytid();
        jpvmTaskId[] tids = new jpvmTaskId[2];
        Expect.fails(() -> jpvm.pvm_send(null, own, 1), "buffer is null", own.toString());
        Expect.fails(() -> jpvm.pvm_send(Expect.buffer(1), null, 1), "task id is null");
        Expect.fails(() -> jpvm.pvm_send(Expect.buffer(1), new jpvmTaskId(own.getHost(), own.getPort() + 1_000_000), 1),
                "unknown task", "port #" + (own.getPort() + 1_000_000));
        Expect.fails(() -> jpvm.pvm_spawn("NoSuchTask", 2, tids), "NoSuchTask");
        Expect.fails(() -> jpvm.pvm_spawn("java.lang.String", 2, tids), "java.lang.String",
                "no method public static void main");
        Expect.fails(() -> jpvm.pvm_spawn("NoSuchTask", -2, tids), "-2 tasks");
        Expect.fails(() -> jpvm.pvm_spawn("NoSuchTask", 3, tids), "3 tasks", "2, the length of tids");
        Expect.fails(() -> jpvm.pvm_mcast(Expect.buffer(1), others, 4, 1), "4 tasks", "array of 3");
        Expect.fails(() -> jpvm.pvm_addhosts(1, new String[] {"nowhere"}, null), "nowhere", own.getHost());
        Expect.fails(() -> Expect.buffer(1).unpack(new int[5], 2, 1), "buffer empty", "2 int", "has 1");
        Expect.fails(() -> Expect.buffer(1).unpack(new int[5], -1, 1), "a count of -1");
        Expect.fails(() -> Expect.buffer(1).unpack((int[]) null, 1, 1), "null");
        for (Runnable each : List.<Runnable>of(() -> new jpvmBuffer().pack(new int[3], 4, 1),
                () -> new jpvmBuffer().pack(new int[3], -1, 1), () -> new jpvmBuffer().pack(new int[3], 2, 0),
                () -> new jpvmBuffer().pack((int[]) null, 1, 1))) {
            try {
                each.run();
                throw new AssertionError("was packed");
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage().startsWith("jpvm error: pack: "), is(true));
            }
        }
    }

    private static void theEnd(jpvmEnvironment jpvm, jpvmTaskId[] others) throws Exception, jpvmException {
        jpvm.pvm_notify(555, 2, others);
        jpvm.pvm_mcast(new jpvmBuffer(), others, 3, STOP);
        for (int i = 0; i < 2; i++) {
            assertThat(Expect.status(jpvm.pvm_recv(others[i], 555), others[i]), is(LAST_STATUS));
        }
        jpvm.pvm_notify(556, 1, new jpvmTaskId[] {others[0]});
        assertThat("told of one that has ended", Expect.status(jpvm.pvm_recv(556), others[0]), is(LAST_STATUS));
        Expect.fails(() -> jpvm.pvm_send(Expect.buffer(1), others[0], 1), "unknown task", others[0].toString(),
                "exited");
        jpvmTaskId before = jpvm.pvm_mytid();
        jpvm.pvm_exit();
        Expect.fails(jpvm::pvm_recv, "pvm_exit");
        Expect.fails(() -> jpvm.pvm_send(Expect.buffer(1), before, 1), "pvm_exit");
        Expect.fails(jpvm::pvm_exit, "pvm_exit");
        jpvmEnvironment again = new jpvmEnvironment();
        assertThat(again.pvm_mytid(), not(before));
        again.pvm_exit();
    }
}
