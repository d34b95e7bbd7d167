package org.rmi4mpi.launch;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.bridge.MpiLibrary;

/**
 * The options of a rank and of the doctor. They are system properties, given to the JVM as -Dname=value. This is the
 * one place for their names, defaults and descriptions. The code reads them here, {@link Help} prints them, and a test
 * compares them with docs/running.md.
 */
public enum Options {
    STATISTICS("rmi4mpi.stats", "--stats",
            "Each rank prints at its end how many calls it has made and served, their time and bytes, and the counters"
                    + " of its dispatcher. One rank prints the total, and a table of methods, messages, ranks and waits."),
    RMI("rmi4mpi.rmi", "--rmi", "Runs a program of the JDK's java.rmi without changes."),
    SERVES("rmi4mpi.serve", "--serve", "With --rmi: the job does not wait for the mains of these ranks to return."),
    STAYS("rmi4mpi.stay", "--stay", "With --rmi: these ranks have not ended while they have exported objects."),
    JPVM("rmi4mpi.jpvm", "--jpvm", "Runs a program of JPVM."),
    CONSOLE("rmi4mpi.jpvm.console", "--console",
            "With --jpvm: starts a console in place of a main. It reads the terminal or standard input, and its command"
                    + " help lists its commands."),
    TASK_PREFIX("rmi4mpi.jpvm.prefix", "--prefix",
            "With --jpvm: each line that a task prints begins with the task's name and port."),
    SURVIVE(LostRanks.PROPERTY, "--survive",
            "The job goes on where a rank is lost, and calls to it fail. It needs Open MPI 5 or later."),
    JOB("rmi4mpi.job", "", "The folder in which the ranks answer rmi4mpirun --why. The launcher sets it."),
    TERMINAL("rmi4mpi.terminal", "", "Whether the standard error of rmi4mpirun is a terminal. The launcher sets it."),

    TRACE("rmi4mpi.trace", "=FILE", "Default: no trace.",
            "The file that --trace FILE of the launcher names. Give this under plain mpirun."),
    TRACED("rmi4mpi.trace.events", 1_000_000, "events",
            "How many events of a rank a trace keeps, the last ones. An event takes 32 bytes, and all of them at most an"
                    + " eighth of the heap."),
    FIGURES("rmi4mpi.figures", "=FILE", "Default: no file.",
            "The file that --figures FILE of the launcher names. Give this and -Drmi4mpi.stats=1 under plain mpirun."),
    FLIGHT("rmi4mpi.jfr", "=FOLDER", "Default: no recording.",
            "The folder that --jfr FOLDER of the launcher names. Give this under plain mpirun."),
    MONITOR("rmi4mpi.monitor", "=PORT", "Default: no page.",
            "The port that --monitor PORT of the launcher names. Give this under plain mpirun."),
    ABI(MpiLibrary.ABI_PROPERTY, "=ABI", "Default: that of the launcher's MPI.",
            "Which MPI the binaries for every MPI open: openmpi, mpich, or standard (libmpi_abi.so.1)."),
    LIBRARY(MpiLibrary.FILE_PROPERTY, "=FILE", "Default: the launcher's, or where the system looks for libraries.",
            "The file of MPI's library that the binaries for every MPI open. The variable RMI4MPI_LIBMPI names it, too."),
    RANKS(Job.RANKS_PROPERTY, "=LIST", "Default: all ranks of the same program.",
            "The ranks that run Java, such as 0,2-5 or all. Give it under plain mpirun where mpirun starts several"
                    + " programs."),
    PEERS(Job.PEERS_PROPERTY, "=LIST", "Default: no ranks.",
            "The ranks of other languages that have remote objects, such as 2,4-5. --program of the launcher sets it. Under plain"
                    + " mpirun set RMI4MPI_JAVA and RMI4MPI_PEERS in the environment of all ranks."),
    POLLS("rmi4mpi.polls", 2000, "polls",
            "How often a waiting thread polls before it sleeps. A thread that waits for a reply polls at most 100 times"
                    + " where a node has more ranks than cores."),
    LONGEST_SLEEP("rmi4mpi.sleep.us", 250_000, "microseconds",
            "The longest sleep of an idle thread between two polls."),
    FINALIZE_GRACE("rmi4mpi.finalize.ms", 2_000, "milliseconds",
            "How long MPI.Finalize waits for remote methods that still run on its rank."),
    TERMINATION_PATIENCE("rmi4mpi.termination.ms", 30_000, "milliseconds",
            "How long the hooks of Ranks.onTermination may take on all ranks, once the job has been told to end."),
    OVERDUE("rmi4mpi.overdue.s", 10, "seconds",
            "When a call has had no reply for this long, its rank says so on standard error. So does a rank that has waited"
                    + " three times as long in MPI.Finalize. 0 turns that off."),
    HEARTBEAT("rmi4mpi.heartbeat", 0, "seconds",
            "Ends the job when a rank has not been heard for this long: its host or network has failed, or it is stopped."
                    + " All ranks need the same value. 0 turns that off."),
    COLLECTION("rmi4mpi.collect", 1, "0 or 1",
            "1 collects exported objects that no rank refers to any more. 0 keeps them until they are unexported."),
    PIECE("rmi4mpi.piece.bytes", 65_536, "bytes",
            "A longer request or reply leaves in pieces of this length while it is written, and is read while they"
                    + " arrive."),
    STRICT(Job.STRICT_PROPERTY, 0, "0 or 1",
            "1 compares the collective calls of all ranks in package mpi, and tells at the end which handles were not freed"
                    + " and which messages were not received. All ranks need the same value."),
    START_PATIENCE("rmi4mpi.start.ms", 30_000, "milliseconds",
            "With --rmi: how long after its start a rank's lookups wait for registries and names that other ranks still"
                    + " have to bring."),
    REGISTRY("rmi4mpi.registry", 0, "port",
            "With --rmi: creates a registry on this port before main, as rmiregistry does. 0 creates none. Port 1099 has one"
                    + " in every job."),
    BIND("rmi4mpi.bind", 1, "0 or 1",
            "With --rmi: 1 runs the calls of one client thread on one thread of the server while that is free, as the JDK"
                    + " does, once the server's program has used a lock that belongs to a thread, a ThreadLocal or"
                    + " Thread.currentThread(). 0 runs them on any thread, which is faster where several clients call one"
                    + " server."),
    SHARE("rmi4mpi.share", "--share-classes",
            "A rank takes classes that it lacks from the rank that sends their objects, and the program's from rank 0. So the"
                    + " jars may lie on the host of rank 0 alone."),
    CLASSES_MIB("rmi4mpi.classes.mib", 256, "MiB",
            "With --share-classes: how much a rank keeps of other ranks' jars, and takes of their class files and resources."),
    MOST_CLASSES("rmi4mpi.classes.most", 100_000, "classes",
            "With --share-classes: how many classes a rank takes from others."),
    GATEWAY("rmi4mpi.gateway", 0, "port",
            "Opens the gateway of the job at rank 0, on this port, as --gateway PORT of the launcher does. 0 takes a free one."
                    + " Without the option there is none."),
    GATEWAY_NAMES("rmi4mpi.gateway.names", "=LIST", "Default: no names.",
            "The names that the gateway publishes, such as solver,status*. The launcher's form is --gateway-names LIST."),
    GATEWAY_ADDRESS("rmi4mpi.gateway.address", "=HOST", "Default: the loopback interface.",
            "The address at which the gateway listens. The launcher's form is --gateway-address HOST."),
    GATEWAY_TLS("rmi4mpi.gateway.tls", "=KEYSTORE", "Default: connections in plain text.",
            "The key and the trusted certificates of the gateway, whose clients show certificates, too. The launcher's form is"
                    + " --gateway-tls KEYSTORE."),
    GATEWAY_USERS("rmi4mpi.gateway.users", "=FILE", "Default: clients do not log in.",
            "The users of the gateway and their passwords or tokens. The launcher's form is --gateway-users FILE."),
    GATEWAY_RULES("rmi4mpi.gateway.rules", "=FILE", "Default: all calls of published objects are allowed.",
            "Which user may call which method. The launcher's form is --gateway-rules FILE."),
    GATEWAY_TYPES("rmi4mpi.gateway.types", "=PATTERN", "Default: the types of the signatures.",
            "Further classes whose objects may come from outside, as in jdk.serialFilter."),
    GATEWAY_OUT("rmi4mpi.gateway.out", "--gateway-out",
            "With --rmi: registries on hosts that are none of the job's are those outside. Rank 0 calls their objects by the"
                    + " JDK's java.rmi."),
    GATEWAY_CONNECTIONS("rmi4mpi.gateway.connections", 100, "connections",
            "How many connections from outside may be open at the same time."),
    GATEWAY_CALLS("rmi4mpi.gateway.calls", 100, "calls",
            "How many calls from outside may be under way at the same time."),
    GATEWAY_MIB("rmi4mpi.gateway.request.mib", 64, "MiB", "How long a request from outside may be."),
    GATEWAY_SECONDS("rmi4mpi.gateway.s", 60, "seconds",
            "How long a request may take to arrive, a reply to leave, or a connection from outside to be idle."),
    GATEWAY_CALL_SECONDS("rmi4mpi.gateway.call.s", 0, "seconds",
            "How long a method may run for a caller outside. 0 stands for no limit."),
    CHECK_PATIENCE("rmi4mpi.check.s", 60, "seconds",
            "With --check: how long the ranks of the check may take until they have ended."),
    MAIL_ROOM("rmi4mpi.jpvm.mail.mib", 0, "MiB",
            "With --jpvm: how much mail a rank keeps that no task has received yet. 0 stands for half of its heap."),
    MAIL_PATIENCE("rmi4mpi.jpvm.patience.ms", 10_000, "milliseconds",
            "With --jpvm: a send to a rank whose mail is full fails when that rank has received nothing for this long.");

    private static final String SWITCH = "0 or 1";

    private final String property;
    private final int standard;
    /** Unit of a whole number; null for a text. */
    private final String unit;
    /** Text that users write instead of the property, or its value; null for a whole number. */
    private final String form;
    /** Sentence about the values of a text; null for the others. */
    private final String values;
    private final String sentence;

    /** A whole number. */
    Options(String property, int standard, String unit, String sentence) {
        this(property, standard, unit, null, null, sentence);
    }

    /** A text. The code that reads it checks it. */
    Options(String property, String form, String values, String sentence) {
        this(property, 0, null, form, values, sentence);
    }

    /** A switch that the launcher sets. */
    Options(String property, String launcherOption, String sentence) {
        this(property, 0, "0 or 1", launcherOption, null, sentence);
    }

    /** Runs at the start of each rank, and so only stores. */
    Options(String property, int standard, String unit, String form, String values, String sentence) {
        this.property = property;
        this.standard = standard;
        this.unit = unit;
        this.form = form;
        this.values = values;
        this.sentence = sentence;
    }

    public String property() {
        return property;
    }

    /** The option as it is given on the command line, without a value, for messages. */
    public String flag() {
        return isOfLauncher() ? form : "-D" + property;
    }

    /** The option as it is given on the command line, with its value, for the help. */
    String usage() {
        return isOfLauncher() ? form : "-D" + property + (form == null ? "=N" : form);
    }

    /** Whether the launcher sets the property, for an option of its own. */
    boolean isOfLauncher() {
        return unit != null && form != null;
    }

    /** Whether users may give the option at all. */
    boolean isForUsers() {
        return !isOfLauncher() || !form.isEmpty();
    }

    int standard() {
        return standard;
    }

    /** The unit and the default, as a sentence; empty for a switch. */
    String range() {
        if (isOfLauncher()) {
            return "";
        }
        return values != null ? values
                : Character.toUpperCase(unit.charAt(0)) + unit.substring(1) + "; default " + standard + ".";
    }

    String sentence() {
        return sentence;
    }

    public boolean isGiven() {
        return System.getProperty(property) != null;
    }

    /** The value of a text. */
    public String text(String ifMissing) {
        return System.getProperty(property, ifMissing);
    }

    /** The value of a switch that the launcher sets. */
    public boolean isSet() {
        return Boolean.getBoolean(property);
    }

    /**
     * Returns the value of the property, or the default.
     *
     * @throws OptionException if the value is not a whole number from 0, or for a switch not 0 or 1
     */
    public int value() {
        String text = System.getProperty(property);
        if (text == null) {
            return standard;
        }
        try {
            int value = Integer.parseInt(text.trim());
            if (value >= 0 && (value <= 1 || !isSwitch())) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, together with numbers out of range.
        }
        throw new OptionException("-D" + property + "=" + text + ": expected "
                + (isSwitch() ? unit : "a whole number of " + unit + " from 0") + "; default " + standard, null);
    }

    private boolean isSwitch() {
        return unit.equals(SWITCH);
    }
}
