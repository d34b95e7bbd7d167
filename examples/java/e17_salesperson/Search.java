package e17_salesperson;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Looks for tours that are shorter than the bound, depth first. Each process has one, used by one thread. */
final class Search implements Bound {
    private static final int SIDE = 1000;

    private final int[][] distances;
    /** The neighbours of each city, nearest first. */
    private final byte[][] nearest;
    /** Length of the shortest way out of each city. */
    private final int[] shortest;
    private volatile int bound = Integer.MAX_VALUE;

    Search(int cities, long seed) {
        Random random = new Random(seed);
        int[][] places = new int[cities][];
        for (int i = 0; i < cities; i++) {
            places[i] = new int[] {random.nextInt(SIDE), random.nextInt(SIDE)};
        }
        distances = new int[cities][cities];
        nearest = new byte[cities][];
        shortest = new int[cities];
        for (int i = 0; i < cities; i++) {
            List<Byte> others = new ArrayList<>();
            for (int j = 0; j < cities; j++) {
                distances[i][j] =
                        (int) Math.round(Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]));
                if (j != i) {
                    others.add((byte) j);
                }
            }
            int[] own = distances[i];
            others.sort((a, b) -> own[a] - own[b]);
            nearest[i] = new byte[others.size()];
            for (int j = 0; j < others.size(); j++) {
                nearest[i][j] = others.get(j);
            }
            shortest[i] = own[nearest[i][0]];
        }
    }

    /** Returns all beginnings of tours that have this number of cities. */
    List<byte[]> beginnings(int cities) {
        List<byte[]> beginnings = new ArrayList<>();
        byte[] tour = new byte[cities];
        addBeginnings(tour, 1, 1, beginnings);
        return beginnings;
    }

    private void addBeginnings(byte[] tour, int known, int visited, List<byte[]> to) {
        if (known == tour.length) {
            to.add(tour.clone());
            return;
        }
        for (byte city : nearest[tour[known - 1]]) {
            if ((visited & 1 << city) == 0) {
                tour[known] = city;
                addBeginnings(tour, known + 1, visited | 1 << city, to);
            }
        }
    }

    @Override
    public synchronized void shorten(int length) {
        bound = Math.min(bound, length);
    }

    synchronized void forget() {
        bound = Integer.MAX_VALUE;
    }

    int bound() {
        return bound;
    }

    /** Takes each tour that is shorter than all before. */
    interface Listener {
        void found(int length) throws Exception;
    }

    /** Looks at all tours with this beginning that may be shorter than the bound. */
    void run(byte[] beginning, Listener listener) throws Exception {
        int length = 0;
        int visited = 1 << beginning[0];
        for (int i = 1; i < beginning.length; i++) {
            length += distances[beginning[i - 1]][beginning[i]];
            visited |= 1 << beginning[i];
        }
        int rest = shortest[beginning[beginning.length - 1]];
        for (int city = 0; city < distances.length; city++) {
            rest += (visited & 1 << city) == 0 ? shortest[city] : 0;
        }
        extend(beginning[beginning.length - 1], beginning.length, visited, length, rest, listener);
    }

    /** @param rest least length of all ways that are still to go */
    private void extend(int city, int known, int visited, int length, int rest, Listener listener) throws Exception {
        if (known == distances.length) {
            int whole = length + distances[city][0];
            if (whole < bound) {
                shorten(whole);
                listener.found(whole);
            }
            return;
        }
        for (byte next : nearest[city]) {
            if ((visited & 1 << next) == 0) {
                int longer = length + distances[city][next];
                if (longer + rest - shortest[city] >= bound) {
                    return; // the others are further away
                }
                extend(next, known + 1, visited | 1 << next, longer, rest - shortest[city], listener);
            }
        }
    }
}
