package org.rmi4mpi.bench.farm;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;

/**
 * Breadth-first search in a random graph, as the C program "graphs search" does it: a call for each edge, level after level.
 * Argument: the power of two of the number of vertices. Rank 0 prints {@code repetition N:milliseconds}.
 */
public final class Search {
    private Search() {}

    /** The vertices of one rank. */
    interface Part extends Remote {
        void visit(int vertex) throws RemoteException;

        int found() throws RemoteException;
    }

    /** Methods run on any thread. All else belongs to main. */
    private static final class OwnPart implements Part {
        private final AtomicIntegerArray levels;
        private final AtomicInteger foundCount = new AtomicInteger();
        private volatile int level;
        private int[] found;
        private int[] frontier;

        OwnPart(int vertices) {
            levels = new AtomicIntegerArray(vertices);
            found = new int[vertices];
            frontier = new int[vertices];
        }

        @Override
        public void visit(int vertex) {
            int local = vertex / Ranks.size();
            if (levels.getPlain(local) == 0 && levels.compareAndSet(local, 0, level)) {
                found[foundCount.getAndIncrement()] = vertex;
            }
        }

        @Override
        public int found() {
            return foundCount.get();
        }

        void clear() {
            for (int i = 0; i < levels.length(); i++) {
                levels.set(i, 0);
            }
            foundCount.set(0);
            level = 1;
        }

        /** @return the number of vertices that were found, and are the frontier now */
        int beginLevel() {
            int[] swapped = frontier;
            frontier = found;
            found = swapped;
            level++;
            return foundCount.getAndSet(0);
        }
    }

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        RandomGraph graph = new RandomGraph(Integer.parseInt(args[0]), Ranks.own(), Ranks.size());
        OwnPart own = new OwnPart(graph.ownVertices());
        List<Part> parts = Ranks.each(Part.class, own);
        List<Part> views = new ArrayList<>();
        parts.forEach(part -> views.add(Calls.aggregated(part)));
        for (int repetition = 1; repetition <= Updates.REPETITIONS; repetition++) {
            own.clear();
            if (graph.root() % Ranks.size() == Ranks.own()) {
                own.visit(graph.root());
            }
            Ranks.barrier();
            long start = System.nanoTime();
            int levels = 0;
            long visited = 0;
            int all = found(parts);
            while (all > 0) {
                visited += all;
                levels++;
                Ranks.barrier(); // all ranks know the number
                visitNeighbours(graph, own, views);
                all = found(parts);
            }
            if (Ranks.own() == 0) {
                System.out.printf(Locale.ROOT, "repetition %d:%.3f%nvisited in %d levels:%d%n", repetition,
                        (System.nanoTime() - start) / 1e6, levels, visited);
            }
        }
    }

    private static int found(List<Part> parts) throws RemoteException {
        int all = 0;
        for (Part part : parts) {
            all += part.found();
        }
        return all;
    }

    private static void visitNeighbours(RandomGraph graph, OwnPart own, List<Part> views) throws RemoteException {
        int count = own.beginLevel();
        int[] frontier = own.frontier;
        Ranks.barrier(); // no rank visits before all have begun
        for (int i = 0; i < count; i++) {
            int local = frontier[i] / views.size();
            for (int j = graph.firstNeighbour(local); j < graph.firstNeighbour(local + 1); j++) {
                int neighbour = graph.neighbour(j);
                views.get(neighbour % views.size()).visit(neighbour);
            }
        }
        Ranks.barrier();
        Ranks.quiesce();
    }
}
