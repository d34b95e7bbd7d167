package e18_puzzle;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Random;

/**
 * A position of the sliding-tile puzzle with 15 tiles, and how it was reached. The solved position has the gap in the
 * first place, then tiles 1 to 15.
 *
 * @param tiles tile in each place; 0 for the gap
 * @param gap place of the gap
 * @param last direction in which the gap moved last; -1 for none
 * @param moves number of moves so far
 * @param distance sum of the tiles' distances from their places, below which no solution can be
 */
record Board(byte[] tiles, int gap, int last, int moves, int distance) implements Serializable {
    static final int SIDE = 4;
    static final int DIRECTIONS = 4;
    private static final int PLACES = SIDE * SIDE;
    /** The place to which the gap moves; -1 beyond the edge. */
    private static final int[][] MOVED = new int[PLACES][DIRECTIONS];
    /** Distance of a tile from its place. */
    private static final int[][] DISTANCES = new int[PLACES][PLACES];

    static {
        for (int place = 0; place < PLACES; place++) {
            int row = place / SIDE;
            int column = place % SIDE;
            MOVED[place] = new int[] {row > 0 ? place - SIDE : -1, column > 0 ? place - 1 : -1,
                column < SIDE - 1 ? place + 1 : -1, row < SIDE - 1 ? place + SIDE : -1};
            for (int tile = 1; tile < PLACES; tile++) {
                DISTANCES[tile][place] = Math.abs(row - tile / SIDE) + Math.abs(column - tile % SIDE);
            }
        }
    }

    static Board of(byte... tiles) {
        int gap = 0;
        int distance = 0;
        for (int place = 0; place < PLACES; place++) {
            gap = tiles[place] == 0 ? place : gap;
            distance += DISTANCES[tiles[place]][place];
        }
        return new Board(tiles, gap, -1, 0, distance);
    }

    /** Returns a position that can be solved: random tiles, two of which are exchanged if it could not. */
    static Board random(long seed) {
        Random random = new Random(seed);
        byte[] tiles = new byte[PLACES];
        for (int i = 0; i < PLACES; i++) {
            int other = random.nextInt(i + 1);
            tiles[i] = tiles[other];
            tiles[other] = (byte) i;
        }
        Board board = of(tiles);
        if (board.isOdd()) {
            int first = tiles[0] == 0 ? 1 : 0;
            int second = tiles[first + 1] == 0 ? first + 2 : first + 1;
            byte tile = tiles[first];
            tiles[first] = tiles[second];
            tiles[second] = tile;
        }
        return of(tiles);
    }

    /** Each move exchanges two places, and moves the gap by one. */
    private boolean isOdd() {
        int inversions = 0;
        for (int i = 0; i < PLACES; i++) {
            for (int j = 0; j < i; j++) {
                inversions += tiles[j] > tiles[i] ? 1 : 0;
            }
        }
        return (inversions + gap / SIDE + gap % SIDE) % 2 != 0;
    }

    /** Returns the position after a move of the gap; null for a move beyond the edge, or back. */
    Board moved(int direction) {
        int to = MOVED[gap][direction];
        if (to < 0 || last == DIRECTIONS - 1 - direction) {
            return null;
        }
        byte[] after = tiles.clone();
        after[gap] = tiles[to];
        after[to] = 0;
        return new Board(after, to, direction, moves + 1, distance + gain(tiles[to], to, gap));
    }

    private static int gain(int tile, int from, int to) {
        return DISTANCES[tile][to] - DISTANCES[tile][from];
    }

    @Override
    public String toString() {
        return Arrays.toString(tiles);
    }

    /** Counts solutions and positions, depth first. Owned by one thread. */
    static final class Search {
        private final int most;
        private byte[] tiles;
        private long solutions;
        private long positions;

        /** @param most greatest number of moves of a solution */
        Search(int most) {
            this.most = most;
        }

        void run(Board board) {
            tiles = board.tiles.clone();
            from(board.gap, board.last, board.moves, board.distance);
        }

        private void from(int gap, int last, int moves, int distance) {
            positions++;
            if (distance == 0) {
                solutions++;
                return;
            }
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                int to = MOVED[gap][direction];
                if (to >= 0 && last != DIRECTIONS - 1 - direction) {
                    byte tile = tiles[to];
                    int after = distance + gain(tile, to, gap);
                    if (moves + 1 + after <= most) {
                        tiles[gap] = tile;
                        tiles[to] = 0;
                        from(to, direction, moves + 1, after);
                        tiles[to] = tile;
                        tiles[gap] = 0;
                    }
                }
            }
        }

        long solutions() {
            return solutions;
        }

        long positions() {
            return positions;
        }
    }
}
