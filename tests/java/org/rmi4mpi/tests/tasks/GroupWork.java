package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import java.util.stream.IntStream;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/** Operations of a group: five tasks and their parent. */
final class GroupWork {
    private static final String TEAM = "team";
    private static final int MEMBERS = 6;
    /** Number of the member that leaves while the others wait for it. */
    private static final int LEAVER = 1;

    private GroupWork() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        boolean isFirst = jpvm.pvm_parent() == null;
        if (isFirst) {
            assertThat(jpvm.pvm_gsize(TEAM), is(0));
            Expect.fails(() -> jpvm.pvm_barrier(TEAM, 1), "not a member", TEAM);
            assertThat(jpvm.pvm_joingroup(TEAM), is(0));
            Expect.spawn(jpvm, GroupWork.class, MEMBERS - 1);
        } else {
            jpvm.pvm_joingroup(TEAM);
        }
        jpvm.pvm_barrier(TEAM, MEMBERS);
        work(jpvm);
        jpvm.pvm_barrier(TEAM, -1);
        if (isFirst) {
            assertThat(jpvm.pvm_gettid(TEAM, 0), is(jpvm.pvm_mytid()));
            assertThat(jpvm.pvm_gettid(TEAM, MEMBERS), nullValue());
            Expect.fails(() -> jpvm.pvm_reduce(jpvmEnvironment.PvmSum, new int[1], 1, 5, TEAM, 0), "has left group");
            jpvm.pvm_barrier(TEAM, -1);
            assertThat("one has left", jpvm.pvm_gsize(TEAM), is(MEMBERS - 1));
            jpvmTaskId other = jpvm.pvm_gettid(TEAM, 3);
            assertThat(jpvm.pvm_getinst(TEAM, other), is(3));
            jpvm.pvm_notify(9, 1, new jpvmTaskId[] {other});
            jpvm.pvm_bcast(new jpvmBuffer(), TEAM, 8);
            jpvm.pvm_recv(9);
            assertThat(jpvm.pvm_getinst(TEAM, other), is(-1));
            Expect.fails(() -> jpvm.pvm_reduce(jpvmEnvironment.PvmSum, new int[1], 2, 1, TEAM, 0), "1 elements < 2");
            Expect.fails(() -> jpvm.pvm_reduce(jpvmEnvironment.PvmSum, "no array", 2, 1, TEAM, 0), "java.lang.String");
            Expect.fails(() -> jpvm.pvm_gather(null, new int[1], 1, 1, TEAM, 7), "root 7");
            jpvm.pvm_lvgroup(TEAM);
            System.out.println("groups as expected");
        } else if (jpvm.pvm_getinst(TEAM, jpvm.pvm_mytid()) == LEAVER) {
            Thread.sleep(1000); // The others are within the reduction, and at the barrier.
        } else {
            jpvm.pvm_reduce(jpvmEnvironment.PvmSum, new int[1], 1, 5, TEAM, 0);
            jpvm.pvm_barrier(TEAM, -1);
            jpvm.pvm_recv(8);
        }
        jpvm.pvm_exit();
    }

    private static void work(jpvmEnvironment jpvm) throws jpvmException {
        int own = jpvm.pvm_getinst(TEAM, jpvm.pvm_mytid());
        for (int root = 0; root < MEMBERS; root++) {
            double[] sum = {own, 1};
            jpvm.pvm_reduce(jpvmEnvironment.PvmSum, sum, 2, 4, TEAM, root);
            int[] largest = {own, -own};
            jpvm.pvm_reduce(jpvmEnvironment.PvmMax, largest, 2, 4, TEAM, root);
            long[] all = new long[2 * MEMBERS];
            jpvm.pvm_gather(all, new long[] {own, 10 + own}, 2, 4, TEAM, root);
            if (own == root) {
                assertThat(sum, is(new double[] {15, MEMBERS}));
                assertThat(largest, is(new int[] {5, 0}));
                assertThat(all, is(new long[] {0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15}));
            }
            byte[] part = new byte[1];
            byte[] parts = new byte[MEMBERS];
            IntStream.range(0, MEMBERS).forEach(i -> parts[i] = (byte) (i * i));
            jpvm.pvm_scatter(part, own == root ? parts : null, 1, 4, TEAM, root);
            assertThat(part[0], is((byte) (own * own)));
        }
    }
}
