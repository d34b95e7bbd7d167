package org.rmi4mpi.bench.cold;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import processes.Processes;

/**
 * A program of java.rmi in which each process calls each other one in turn, in rounds from the first call on. All meet
 * between two rounds. Process 0 prints {@code round N:calls} for each, the calls a second of all together.
 */
public final class AllToAll {
    static final int ROUNDS = 4;
    private static final int CALLS_OF_PROCESS = 2000;

    private AllToAll() {}

    public static void main(String[] args) throws Exception {
        Processes processes = new Processes();
        processes.bind(Peer.NAME, new Peer.Adder());
        List<Peer> others = new ArrayList<>();
        for (int i = 1; i < processes.size(); i++) {
            others.add(processes.find(Peer.NAME, (processes.rank() + i) % processes.size()));
        }
        for (int round = 1; round <= ROUNDS; round++) {
            processes.meet();
            long start = System.nanoTime();
            for (int i = 0; i < CALLS_OF_PROCESS; i++) {
                others.get(i % others.size()).next(i);
            }
            processes.meet();
            double seconds = (System.nanoTime() - start) / 1e9;
            if (processes.rank() == 0) {
                System.out.printf(Locale.ROOT, "round %d:%.0f%n", round,
                        CALLS_OF_PROCESS * processes.size() / seconds);
            }
        }
        processes.end();
    }
}
