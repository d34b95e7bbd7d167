package org.rmi4mpi.tests.hostile;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.rmi.Ranks;

/** Methods return futures. Threads complete them near the end of their stacks, each at another depth. */
public final class DeepPromises {
    private static final int STACK = 200 << 10;
    private static final int MOST_LEVELS = 2000;
    private static final int AT_ONCE = 10;

    interface Promiser extends Remote {
        CompletableFuture<String> promise(int levels, int length) throws RemoteException;
    }

    private record DeepPromiser(Tally tally) implements Promiser {
        @Override
        public CompletableFuture<String> promise(int levels, int length) {
            tally.served();
            CompletableFuture<String> promise = new CompletableFuture<>();
            String answer = "x".repeat(length);
            new Thread(null, () -> {
                new Descent(promise, levels, answer).descend();
                promise.complete(answer); // where the stack has fewer levels
            }, "deep", STACK).start();
            return promise;
        }
    }

    /** Recurses to the end of the stack, and completes the promise some levels above it. */
    private static final class Descent {
        private final CompletableFuture<String> promise;
        private final String answer;
        private int levelsToGo;

        Descent(CompletableFuture<String> promise, int levels, String answer) {
            this.promise = promise;
            this.answer = answer;
            levelsToGo = levels;
        }

        void descend() {
            try {
                descend();
            } catch (StackOverflowError e) {
                // from here on it goes back
            }
            if (levelsToGo-- <= 0) {
                promise.complete(answer);
            }
        }
    }

    private DeepPromises() {}

    /** @param args length of the answers */
    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        Tally tally = new Tally();
        List<Promiser> promisers = Ranks.each(Promiser.class, new DeepPromiser(tally));
        Promiser other = promisers.get(Ranks.next());
        int length = Integer.parseInt(args[0]);
        for (int first = 0; first < AT_ONCE; first++) {
            List<CompletableFuture<String>> promises = new ArrayList<>();
            for (int levels = first; levels < MOST_LEVELS; levels += AT_ONCE) {
                promises.add(other.promise(levels, length));
            }
            for (CompletableFuture<String> promise : promises) {
                String answer = tally.call(promise::join);
                if (answer != null && answer.length() != length) {
                    throw new IllegalStateException("an answer of " + answer.length() + " characters");
                }
            }
        }
        Ranks.barrier();
        tally.print(Ranks.own());
    }
}
