package e15_paraffins;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import processes.Comparison;
import processes.Processes;

/**
 * All paraffin molecules, CnH2n+2, of up to a given number of carbon atoms, without duplicates. Each process makes a part of each
 * size, and process 0 collects the molecules, which are small trees of objects.
 *
 * <p>Arguments: carbon atoms, how often.
 */
public final class Paraffins {
    private static final int CARBONS = 17;

    /** The molecules of each size. They are equal if they have the same formulas. */
    private record Molecules(List<List<Paraffin>> bySize) {
        /** Depends on the formulas alone, not on their order. */
        private long checksum() {
            return bySize.stream().flatMap(List::stream).mapToLong(each -> each.formula().hashCode() * 2654435761L)
                    .map(hash -> hash * hash).sum();
        }

        private List<Integer> counts() {
            return bySize.stream().map(List::size).toList();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Molecules molecules && counts().equals(molecules.counts())
                    && checksum() == molecules.checksum();
        }

        @Override
        public int hashCode() {
            return (int) checksum();
        }

        @Override
        public String toString() {
            return counts().get(counts().size() - 1) + " of " + bySize.size() + " carbon atoms";
        }
    }

    private Paraffins() {}

    public static void main(String[] args) throws Exception {
        Processes processes = new Processes();
        int carbons = args.length > 0 ? Integer.parseInt(args[0]) : CARBONS;
        Radicals radicals = new Radicals(carbons / 2);
        processes.bind("generator", (Generator) radicals::paraffins);
        List<Generator> generators = new ArrayList<>();
        for (int i = 0; i < processes.size(); i++) {
            generators.add(processes.find("generator", i));
        }
        ExecutorService callers = Executors.newFixedThreadPool(processes.size());
        Comparison.run(processes, args.length > 1 ? Integer.parseInt(args[1]) : 1,
                () -> sequential(radicals, carbons),
                () -> processes.rank() == 0 ? byGenerators(generators, callers, carbons) : null);
        callers.shutdown();
        processes.end();
    }

    private static Molecules sequential(Radicals radicals, int carbons) {
        List<List<Paraffin>> all = new ArrayList<>();
        for (int size = 1; size <= carbons; size++) {
            all.add(radicals.paraffins(size, 0, 1));
        }
        return new Molecules(all);
    }

    /** Asks all generators at once. */
    private static Molecules byGenerators(List<Generator> generators, ExecutorService callers, int carbons)
            throws Exception {
        List<List<Future<List<Paraffin>>>> asked = new ArrayList<>();
        for (int size = 1; size <= carbons; size++) {
            List<Future<List<Paraffin>>> parts = new ArrayList<>();
            for (int i = 0; i < generators.size(); i++) {
                int carbonsOfPart = size;
                int part = i;
                parts.add(callers.submit(
                        () -> generators.get(part).paraffins(carbonsOfPart, part, generators.size())));
            }
            asked.add(parts);
        }
        List<List<Paraffin>> all = new ArrayList<>();
        for (List<Future<List<Paraffin>>> parts : asked) {
            List<Paraffin> ofSize = new ArrayList<>();
            for (Future<List<Paraffin>> part : parts) {
                ofSize.addAll(part.get());
            }
            all.add(ofSize);
        }
        return new Molecules(all);
    }
}
