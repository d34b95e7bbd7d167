package org.rmi4mpi.tests.faults;

import java.util.Arrays;
import java.util.Random;
import org.rmi4mpi.tests.faults.Faults.Plan;
import org.rmi4mpi.tests.faults.Faults.Where;

/**
 * One case, generated from seed and number, and the same at all ranks.
 *
 * @param calling the ranks that make calls
 * @param target the rank that most of them call
 * @param kind the kind of most calls
 * @param stacks whether the calls are made at the end of the stack
 * @param plans the failures at each rank
 */
record FaultyCase(long seed, int number, boolean[] calling, int target, CallKind kind, boolean stacks, int threads,
        int calls,
        Plan[] plans) {
    private static final int MOST_THREADS = 4;
    private static final int MOST_CALLS = 8;

    static FaultyCase draw(long seed, int number, int ranks) {
        Random random = random(seed, number, -1, 0);
        int caller = random.nextInt(ranks);
        int target = random.nextInt(8) == 0 ? caller : random.nextInt(ranks);
        boolean[] calling = new boolean[ranks];
        Arrays.fill(calling, random.nextInt(4) == 0);
        calling[caller] = true;
        CallKind[] kinds = CallKind.values();
        CallKind kind = kinds[random.nextInt(kinds.length)];
        boolean stacks = random.nextInt(5) == 0;
        Plan[] plans = new Plan[ranks];
        Arrays.fill(plans, Plan.NONE);
        int side = random.nextInt(10);
        if (stacks ? side < 2 : side < 9) {
            if (side % 3 != 1) {
                plans[caller] = plan(random);
            }
            if (side % 3 != 2) {
                plans[target] = plan(random);
            }
            if (side == 0) {
                Arrays.setAll(plans, rank -> plan(random));
            }
        }
        int threads = random.nextBoolean() ? 1 : 1 + random.nextInt(MOST_THREADS);
        return new FaultyCase(seed, number, calling, target, kind, stacks, threads, 1 + random.nextInt(MOST_CALLS),
                plans);
    }

    private static Plan plan(Random random) {
        Where where = Where.values()[1 + random.nextInt(3)];
        int skipped = (int) Math.pow(2, random.nextDouble() * 8) - 1;
        int failing = new int[] {1, 1, 1, 2, 4, 30, Integer.MAX_VALUE}[random.nextInt(7)];
        return new Plan(where, skipped, failing, random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 1);
    }

    /** Draws what one thread of a rank does. */
    Random random(int rank, int thread) {
        return random(seed, number, rank, thread);
    }

    private static Random random(long seed, int number, int rank, int thread) {
        long mixed = (seed * 1_000_003 + number) * 31 + rank + 1;
        Random random = new Random((mixed * 31 + thread) * 0x9E3779B97F4A7C15L);
        random.nextInt();
        return random;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("case " + number + " of seed " + seed + ": ranks");
        for (int rank = 0; rank < calling.length; rank++) {
            text.append(calling[rank] ? " " + rank : "");
        }
        text.append(" by ").append(threads).append(" threads, ").append(calls).append(" calls each, mostly ")
                .append(kind)
                .append(" to rank ").append(target).append(stacks ? ", where the stack ends" : "");
        for (int rank = 0; rank < plans.length; rank++) {
            if (plans[rank].where() != Where.NOWHERE) {
                text.append("; at rank ").append(rank).append(' ').append(plans[rank]);
            }
        }
        return text.toString();
    }
}
