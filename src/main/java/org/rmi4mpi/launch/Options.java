package org.rmi4mpi.launch;

/** The options of a rank. Each is a system property, given to the JVM as -Dname=value. */
public enum Options {
    POLLS("rmi4mpi.polls", 2000, "polls",
            "how often a thread that waits polls before it sleeps; for replies at most 100 where a node has more ranks than"
                    + " cores"),
    LONGEST_SLEEP("rmi4mpi.sleep.us", 250000, "microseconds",
            "longest step in which a thread that has nothing to do sleeps between two polls"),
    FINALIZE_GRACE("rmi4mpi.finalize.ms", 2000, "milliseconds",
            "how long MPI.Finalize waits for remote methods that are still running on its rank"),
    OVERDUE("rmi4mpi.overdue.s", 10, "seconds",
            "after which a rank says on standard error that a call has had no reply yet; 0: never"),
    STATISTICS("rmi4mpi.stats", 0, "0 or 1",
            "whether each rank prints at its end what it has done; --stats stands for 1"),
    COLLECTION("rmi4mpi.collect", 1, "0 or 1",
            "whether exported objects are collected when no rank refers to them any more; 0: they stay until unexported"),
    START_PATIENCE("rmi4mpi.start.ms", 30_000, "milliseconds",
            "with --rmi, how long after its start a rank waits for registries and names that others have still to bring"),
    TASK_PREFIX("rmi4mpi.jpvm.prefix", 0, "0 or 1",
            "with --jpvm, whether each line that a task prints begins with its name and port; --prefix stands for 1"),
    MAIL_ROOM("rmi4mpi.jpvm.mail.mib", 0, "MiB",
            "with --jpvm, how much mail that no task has received yet a rank keeps; 0: half of its heap"),
    MAIL_PATIENCE("rmi4mpi.jpvm.patience.ms", 10_000, "milliseconds",
            "with --jpvm, after which a send fails to a rank that keeps all the mail it may, and takes none of it");

    private final String property;
    private final int standard;
    private final String unit;
    private final String sentence;

    Options(String property, int standard, String unit, String sentence) {
        this.property = property;
        this.standard = standard;
        this.unit = unit;
        this.sentence = sentence;
    }

    /**
     * Returns the value of the property, or the default.
     *
     * @throws IllegalArgumentException if the value is not a nonnegative integer
     */
    public int value() {
        String text = System.getProperty(property, Integer.toString(standard));
        try {
            int value = Integer.parseInt(text.trim());
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, together with negative numbers.
        }
        throw new IllegalArgumentException("-D" + property + "=" + text + ": expected a whole number of " + unit
                + " from 0; default " + standard);
    }

    /** Prints the options for the launcher's help. */
    public static void main(String[] args) {
        System.out.printf("  -Drmi4mpi.ranks=LIST%n      which ranks run Java, such as 0,2-5 or all; needed where mpirun is given"
                + " several programs.%n      Default: all ranks of the same program.%n");
        for (Options option : values()) {
            System.out.printf("  -D%s=N%n      %s. In %s; default %d.%n", option.property, option.sentence,
                    option.unit, option.standard);
        }
    }
}
