package org.rmi4mpi.tests.programs;

import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mpi.MPI;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** One thread of a {@link Soak}. Makes random calls, and checks their results. */
final class SoakCaller {
    private static final int LONGEST_PATH = 6;
    private static final int LARGE = 1 << 20;

    /** An object that exists for one call, and is called back. */
    private static final class Passing implements SoakAnswer {
        @Override
        public int answer(int a) {
            return -a;
        }
    }

    private final int rank = MPI.COMM_WORLD.Rank();
    private final SoakObject own;
    private final List<SoakTarget> targets;
    private final Random random;
    private final long id;
    private final int[] notes;

    SoakCaller(SoakObject own, List<SoakTarget> targets, Random random) {
        this.own = own;
        this.targets = targets;
        this.random = random;
        this.id = random.nextLong();
        this.notes = new int[targets.size()];
    }

    void callOnce() throws Exception {
        int target = random.nextInt(targets.size());
        SoakTarget stub = targets.get(target);
        own.countSent(target);
        int chance = random.nextInt(100);
        if (chance < 45) {
            byte[] bytes = bytes();
            check(Arrays.equals(bytes, (byte[]) stub.echo(rank, bytes)), "other bytes came back");
        } else if (chance < 60) {
            int[] path = random.ints(random.nextInt(LONGEST_PATH), 0, targets.size()).toArray();
            check(stub.relay(rank, path, 0, bytes()) == path.length, "a path of another length");
        } else if (chance < 68) {
            fail(stub);
        } else if (chance < 76) {
            int a = random.nextInt();
            check(stub.addWithin(rank, targets.get(random.nextInt(targets.size())), a) == a + 1, "another answer");
        } else if (chance < 84) {
            Map<String, List<Integer>> graph = graph();
            check(graph.equals(stub.echo(rank, graph)), "another graph came back");
        } else if (chance < 90) {
            callBack(stub);
        } else if (chance < 92) {
            stub.pause(rank, random.nextInt(4));
        } else if (OneWay.isThere()) {
            OneWay.of(stub).note(rank, id, notes[target]++);
        } else {
            stub.note(rank, id, notes[target]++);
        }
    }

    /** Returns when the one-way calls of this thread have arrived. */
    void flush() throws RemoteException {
        for (SoakTarget target : targets) {
            target.answer(0);
        }
    }

    /** Mostly few, seldom many. */
    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(random.nextInt(200) == 0 ? LARGE : 1 << random.nextInt(16))];
        random.nextBytes(bytes);
        return bytes;
    }

    private Map<String, List<Integer>> graph() {
        Map<String, List<Integer>> graph = new HashMap<>();
        for (int i = random.nextInt(50); i > 0; i--) {
            graph.put("key " + random.nextInt(), random.ints(random.nextInt(10)).boxed().toList());
        }
        return graph;
    }

    private void fail(SoakTarget stub) throws RemoteException {
        String message = "failure " + random.nextInt();
        try {
            stub.fail(rank, message);
        } catch (UnsupportedOperationException e) {
            check(message.equals(e.getMessage()), "another exception: " + e.getMessage());
            return;
        }
        throw new IllegalStateException("what fails went well");
    }

    private void callBack(SoakTarget stub) throws RemoteException {
        Passing passing = new Passing();
        UnicastRemoteObject.exportObject(passing, 0);
        try {
            check(stub.ask(rank, passing, 5) == -5, "another answer to a call-back");
        } finally {
            UnicastRemoteObject.unexportObject(passing, true);
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
