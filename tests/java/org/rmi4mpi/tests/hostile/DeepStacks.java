package org.rmi4mpi.tests.hostile;

import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import mpi.MPI;

/** Threads recurse to the end of their stacks and call a stub at each level. Then they call again from the top. */
final class DeepStacks {
    private static final int[] KIBIBYTES = {160, 200, 300, 512, 1024};

    private final Tally tally;
    private final Target[] targets;
    private final int rank = MPI.COMM_WORLD.Rank();

    private DeepStacks(Tally tally, Target[] targets) {
        this.tally = tally;
        this.targets = targets;
    }

    /** @param args number of rounds; "main" where main recurses, too */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Tally tally = new Tally();
        DeepStacks attack = new DeepStacks(tally, RankTarget.all(tally));
        for (int round = 0; round < Integer.parseInt(args[0]); round++) {
            attack.round(round);
        }
        MPI.COMM_WORLD.Barrier();
        tally.print(attack.rank);
        MPI.Finalize();
    }

    private void round(int round) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int kibibytes : KIBIBYTES) {
            Thread thread = new Thread(null, () -> attack(round), "deep-" + kibibytes, (long) kibibytes << 10);
            thread.start();
            threads.add(thread);
        }
        if (round % 4 == 0) {
            attack(round);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void attack(int round) {
        for (int peer = 0; peer < targets.length; peer++) {
            Target target = targets[peer];
            Descent descent = new Descent(target, round);
            try {
                descent.recurse(0);
            } catch (StackOverflowError e) {
                // which is what was wanted
            }
            tally.add(descent.made, descent.answered, StackOverflowError.class);
            for (int i = 0; i < 10; i++) {
                int a = i;
                Integer sum = tally.call(() -> target.add(a, 1));
                if (sum == null || sum != a + 1) {
                    throw new IllegalStateException("a call from the top: " + sum);
                }
            }
        }
    }

    /** Counts in its own fields: near the end of the stack, methods of another class cannot be called any more. */
    private static final class Descent {
        private final Target target;
        private final int round;
        private int made;
        private int answered;

        Descent(Target target, int round) {
            this.target = target;
            this.round = round;
        }

        private int recurse(int depth) {
            if (depth % 8 == round % 8) {
                made++;
                call(depth);
                answered++;
            }
            return recurse(depth + 1) + 1;
        }

        private void call(int depth) {
            try {
                if (depth % 3 == 0) {
                    target.add(depth, 1);
                } else {
                    target.echo(depth % 3 == 1 ? "text" : new int[depth % 5000]);
                }
            } catch (RemoteException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
