package e18_puzzle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import processes.Comparison;
import processes.Processes;

/**
 * The sliding-tile puzzle with 15 tiles by IDA*, iterative deepening with a lower bound: all shortest solutions. In
 * each round the processes take jobs, positions after some moves, from a queue of process 0.
 *
 * <p>Arguments: seed of the position, how often.
 */
public final class Puzzle {
    private static final long SEED = 14;
    private static final int MOVES_OF_JOB = 8;

    private final Processes processes;
    private final Board board;
    private final DeskObject ownDesk;
    private final Desk desk;

    /** The moves of the shortest solution, how many solutions there are, and all positions that were looked at. */
    private record Result(int moves, long solutions, long positions) {}

    private Puzzle(Processes processes, Board board) throws Exception {
        this.processes = processes;
        this.board = board;
        if (processes.rank() == 0) {
            ownDesk = new DeskObject();
            processes.bind("desk", ownDesk);
            desk = ownDesk;
        } else {
            ownDesk = null;
            desk = processes.find("desk", 0);
        }
    }

    public static void main(String[] args) throws Exception {
        Processes processes = new Processes();
        Puzzle puzzle = new Puzzle(processes, Board.random(args.length > 0 ? Long.parseLong(args[0]) : SEED));
        Comparison.run(processes, args.length > 1 ? Integer.parseInt(args[1]) : 1, puzzle::sequential, puzzle::byJobs);
        processes.end();
    }

    private Result sequential() {
        long positions = 0;
        for (int most = board.distance();; most += 2) { // each solution has the same parity
            Board.Search search = new Board.Search(most);
            jobs(most).forEach(search::run);
            positions += search.positions();
            if (search.solutions() > 0) {
                return new Result(most, search.solutions(), positions);
            }
        }
    }

    /** Returns the positions after some moves from which a solution may be. */
    private List<Board> jobs(int most) {
        List<Board> boards = List.of(board);
        for (int i = 0; i < Math.min(MOVES_OF_JOB, board.distance()); i++) {
            List<Board> after = new ArrayList<>();
            for (Board each : boards) {
                for (int direction = 0; direction < Board.DIRECTIONS; direction++) {
                    Board moved = each.moved(direction);
                    if (moved != null && moved.moves() + moved.distance() <= most) {
                        after.add(moved);
                    }
                }
            }
            boards = after;
        }
        return boards;
    }

    private Result byJobs() throws Exception {
        for (int most = board.distance();; most += 2) {
            if (processes.rank() == 0) {
                ownDesk.begin(most);
            }
            processes.meet(); // the jobs are there
            Board.Search search = new Board.Search(most);
            for (Board job = desk.next(); job != null; job = desk.next()) {
                search.run(job);
            }
            desk.found(search.solutions(), search.positions());
            processes.meet(); // all jobs are done
            if (processes.rank() == 0) {
                ownDesk.end();
            }
            processes.meet();
            if (desk.most() == 0) {
                return processes.rank() == 0 ? ownDesk.result(most) : null;
            }
        }
    }

    /** Called by any thread. */
    private final class DeskObject implements Desk {
        private Queue<Board> jobs;
        private int most;
        private long solutions;
        private long positions;

        synchronized void begin(int mostMoves) {
            if (mostMoves == board.distance()) {
                positions = 0;
            }
            most = mostMoves;
            jobs = new ArrayDeque<>(jobs(mostMoves));
            solutions = 0;
        }

        synchronized void end() {
            most = solutions > 0 ? 0 : most;
        }

        synchronized Result result(int moves) {
            return new Result(moves, solutions, positions);
        }

        @Override
        public synchronized Board next() {
            return jobs.poll();
        }

        @Override
        public synchronized void found(long more, long looked) {
            solutions += more;
            positions += looked;
        }

        @Override
        public synchronized int most() {
            return most;
        }
    }
}
