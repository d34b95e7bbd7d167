package org.rmi4mpi.gateway;

/** Prints one line for each login and each refusal. Thread-safe. */
final class Audit {
    private static final int LONGEST = 300;
    private static final int LINES_A_SECOND = 50;

    private final int rank;
    private long second;
    private int printed;
    private int left;

    Audit(int rank) {
        this.rank = rank;
    }

    void login(Caller caller) {
        print("login of " + caller);
    }

    void refused(Caller caller, String what) {
        print("refused " + caller + ": " + what);
    }

    void tell(String what) {
        print(what);
    }

    /** Prints at most some lines a second, so that a flood of bad requests does not fill the disk. */
    private synchronized void print(String text) {
        long now = System.nanoTime() / 1_000_000_000;
        if (now != second) {
            if (left > 0) {
                System.err.println("rmi4mpi: gateway of rank " + rank + ": " + left + " more lines in that second");
            }
            second = now;
            printed = 0;
            left = 0;
        }
        if (++printed > LINES_A_SECOND) {
            left++;
        } else {
            System.err.println("rmi4mpi: gateway of rank " + rank + ": " + printable(text));
        }
    }

    /** Text from outside must not look like lines of ours, nor command a terminal. */
    private static String printable(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }
}
