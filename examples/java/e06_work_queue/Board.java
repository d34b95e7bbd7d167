package e06_work_queue;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A task: a chessboard with queens in its first rows, none of which attacks another.
 *
 * @param name unique number of the board
 * @param columns occupied columns, one bit each
 * @param left columns of the next row that are attacked from the upper right
 * @param right columns of the next row that are attacked from the upper left
 */
record Board(int size, int queens, long name, int columns, int left, int right) implements Serializable {
    static Board empty(int size) {
        return new Board(size, 0, 1, 0, 0, 0);
    }

    /** The boards with one queen more. */
    List<Board> children() {
        List<Board> children = new ArrayList<>();
        for (int column = 0; column < size; column++) {
            int queen = 1 << column;
            if (((columns | left | right) & queen) == 0) {
                children.add(new Board(size, queens + 1, name * (size + 1) + column, columns | queen,
                        (left | queen) << 1, (right | queen) >> 1));
            }
        }
        return children;
    }

    /** Number of ways to fill the remaining rows. */
    long solutions() {
        return solutions((1 << size) - 1, columns, left, right);
    }

    private static long solutions(int all, int columns, int left, int right) {
        if (columns == all) {
            return 1;
        }
        long found = 0;
        for (int free = all & ~(columns | left | right); free != 0; free &= free - 1) {
            int queen = Integer.lowestOneBit(free);
            found += solutions(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
        }
        return found;
    }
}
