package org.rmi4mpi.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Prints the text of {@code rmi4mpirun --help}. Stateless. */
public final class Help {
    private static final int COLUMNS = 80;
    /** The column where the descriptions of the launcher's options begin. */
    private static final int DESCRIPTIONS = 17;

    private static final String BEGINNING = """
            rmi4mpirun starts Java programs on the ranks of an MPI job.

              rmi4mpirun [-n N] [options] -cp CLASSPATH Main [arguments]
              rmi4mpirun [-n N] [options] -jar FILE.jar [arguments]
              rmi4mpirun -n N [options] Main [arguments] : -n N [options] OtherMain ...
              rmi4mpirun --jpvm --console -n N [options]

            Options are those of the launcher, and those of the JVM, such as -Xmx2g. The
            jars of rmi4mpi are on the class path. A program uses one or more of three
            faces:
              messages        Package mpi has the calls of mpiJava: Send, Recv, Bcast.
              java.rmi        Remote objects. Import UnicastRemoteObject, Naming and
                              LocateRegistry from org.rmi4mpi.rmi, or start a program
                              that uses the JDK's own classes by --rmi.
              JPVM            Tasks that are spawned and send each other messages: --jpvm.

            Examples
              rmi4mpirun -n 2 -cp classes Hello
                  runs Hello on two ranks.
              rmi4mpirun -n 4 -Xmx2g -jar app.jar input.csv
                  gives each of four ranks a heap of 2 GB. The jar names its main class.
              rmi4mpirun -n 4 --mpi --host node1:2,node2:2 -- -cp app.jar Main
                  passes --host to mpirun: two ranks run on each of two nodes.
              rmi4mpirun -n 2 --mpi "--mca btl tcp,self" -cp classes Hello
                  does the same with options in one quoted word.
              rmi4mpirun -n 1 -Xmx8g -cp app.jar Master : -n 4 Worker
                  runs two programs in one job: Master is rank 0.
              rmi4mpirun -n 2 -cp app.jar Main : -n 1 --program python3 plot.py
                  runs two ranks in Java, and one in Python with remote objects.
              rmi4mpirun --rmi -n 1 -cp app.jar Server : -n 2 Client rank0
                  runs a server and two clients that were written for the JDK's java.rmi.
              rmi4mpirun --jpvm -n 5 -cp app.jar Master input.txt
                  runs a program of JPVM. Its tasks go to five ranks.

            Launcher options
            """;

    private static final String[][] FIRST_OPTIONS = {
        {"-n N, -np N",
            "The number of ranks. In a job of Slurm, PBS, LSF or Grid Engine it is that of the job, unless given."},
        {"--mpi OPTIONS",
            "Passes the words that follow to mpirun, up to -- or to the first option of the JVM. Several options"
                    + " may stand in one quoted word."},
        {"@FILE",
            "Stands for the words in FILE, as with java: before the main class, with quotes, and comments from # to the end"
                    + " of the line. @@ begins a word that is no file."},
        {"--program COMMAND",
            "Ends the options of a program in another language, whose ranks have remote objects, too: -n 1 --program python3"
                    + " peer.py. docs/other-languages.md tells more."},
        {":",
            "Begins the next program, with its own -n, --mpi, --serve, --stay and options of the JVM. It has the class"
                    + " path of the program before it unless it gives another."},
    };

    private static final String[][] LAST_OPTIONS = {
        {"--stdin FOLDER",
            "Each rank reads its standard input from a file of its own: rank 17 from FOLDER/rank-17.txt. A rank without a file"
                    + " has no input. By default rank 0 has the input of rmi4mpirun."},
        {"--stdin RANK", "This rank has the input of rmi4mpirun, in place of rank 0."},
        {"--terminals",
            "Each rank has a terminal of its own, by tmux or else screen, until the job ends. For jobs on one host."},
        {"--logs FOLDER", "Each rank writes its output to a file of its own: rank 17 to FOLDER/rank-17.log."},
        {"--trace FILE",
            "Writes what the ranks did, and when, to a file: calls, the methods that they ran, and waits. Open it at"
                    + " https://ui.perfetto.dev. A name that ends with .gz is compressed."},
        {"--gateway PORT",
            "Lets programs outside of the job call its objects by the JDK's java.rmi: rank 0 offers a registry on this port, on the"
                    + " loopback interface unless --gateway-address HOST names another one. It has the names that"
                    + " --gateway-names LIST publishes, such as 'solver,status*'. docs/gateway.md tells what protects it:"
                    + " --gateway-tls KEYSTORE, --gateway-users FILE and --gateway-rules FILE."},
        {"--figures FILE",
            "As --stats, and writes the figures of the table to a file for programs: of all methods, ranks and pairs of"
                    + " ranks."},
        {"--jfr FOLDER",
            "Each rank writes a flight recording, rank 17 to FOLDER/rank-17.jfr, for JDK Mission Control."},
        {"--monitor PORT",
            "Rank 0 serves a page of the running job on the loopback interface, and prints its address. Port 0 takes any"
                    + " free one."},
        {"--bind cores",
            "Binds each rank to its part of the node's cores, or by --bind socket to a socket. A part is a range, since a"
                    + " JVM needs cores beside that of main. By default, and by --bind none, a rank may use all cores."},
        {"--debug-rank N",
            "Rank N waits at its start for a debugger, and prints the port that it listens on."},
        {"--jcmd JOB CMD",
            "Runs this command of the JDK's jcmd for each rank of a job on this host: --jcmd 13716 Thread.print."},
        {"--why [JOB]",
            "Tells why a job of this host waits or hangs: what each thread of each rank waits for, cycles, collective calls"
                    + " that do not match, messages that nobody receives, and ranks that compute. Give it in any shell, or"
                    + " press Ctrl-\\ at the job's terminal. JOB is the process of rmi4mpirun, needed if several jobs run."
                    + " With --json all that is known, for programs."},
        {"--hang SECONDS",
            "Prints that report when no rank has gone on for so long. A job in which a thread computes does not count."},
        {"--dry-run", "Prints the command that would start the ranks, and starts nothing."},
        {"--check",
            "Checks the MPI, the JDK, the limits and the network of all nodes, and reports each problem with its remedy."
                    + " It has no main class. Its status is 0 if all is well, 1 otherwise. --doctor is another name."},
        {"--init PACKAGE",
            "Writes a small project for Maven into a new folder: an interface, its object, a main class, a test on three ranks,"
                    + " and a job script."},
        {"--archive",
            "Makes the archive of classes with which ranks start faster on this JDK. It has no main class."},
        {"--stubs-cpp",
            "Writes headers of C++ from remote interfaces of Java: --stubs-cpp -cp app.jar -d include pkg.Solver."
                    + " docs/other-languages.md shows a rank in C++."},
        {"--shell",
            "Has no main class: rank 0 is the JDK's shell, JShell, and what is typed there may run at all ranks. They take the"
                    + " classes that they lack, as by --share-classes: --shell -n 4 -cp classes."},
        {"--image FOLDER",
            "Makes a JRE of the JDK's modules that rmi4mpi and the class path need, which starts ranks as the JDK does:"
                    + " --image jre -cp app.jar. JAVA_HOME=jre takes it."},
        {"-h, --help", "Prints this text."},
        {"--jars",
            "Prints the class path to compile a program with: javac -cp \"$(rmi4mpirun --jars)\" Hello.java."},
        {"--version", "Prints the versions of rmi4mpi and of the MPI that it was built with."},
    };

    private static final String MIDDLE = """

            Programs of java.rmi (--rmi)
              Classes that were compiled against the JDK alone run without changes:
              UnicastRemoteObject, Naming and LocateRegistry are replaced as they load.
              The program needs neither MPI.Init nor an rmiregistry.
              It finds registries by host and port, as before. The host is localhost, a name
              or address of the host of any rank, or rankN for the host of rank N. The job's
              own registry is on port 1099 where the program creates none.
              All ranks start together. For the first 30 s a client waits for the registry
              and the names that it looks up.
              A rank whose main has returned goes on serving the others. The job ends when
              the mains of all ranks have returned and their threads have ended, except for
              daemon threads. System.exit(0) counts as the end of main. Any other status
              ends the job. Start a server that never returns from main with --serve, and a
              client that waits for calls after its main with --stay.
              A program reads its place in the properties rmi4mpi.rank, rmi4mpi.size and
              rmi4mpi.hosts, which lists the hosts of all ranks, with commas between them.
              docs/moving-rmi-programs.md tells what differs from the JDK.

            Programs of JPVM (--jpvm)
              Rank 0 runs Main. The tasks that it spawns go to the other ranks in turn, and
              to rank 0. Several tasks share a rank. Each has its own statics, threads and
              output. System.exit or an exception ends one task. The job ends when Main and
              all tasks have ended, or when all that are left wait for messages that nobody
              can send. Its status is that of Main. docs/jpvm.md tells what is beyond JPVM,
              docs/moving-pvm-programs.md how programs in C are moved.

            Settings of the launcher, unless you give others
              Ranks are not bound to cores: mpirun would bind all threads of a JVM to one.
              A node may have more ranks than cores. Threads that wait give their core away.
              The heap of a rank is a quarter of the node's memory, and three quarters for
              all ranks of a node together at most. -Xmx changes that, and so does
              -XX:MaxRAMPercentage.
              The JVM samples for jstat once a second: -XX:PerfDataSamplingInterval=1000.
              Native access is enabled, and java.lang and java.util are opened to rmi4mpi,
              which serializes exceptions and strings faster then: --add-opens.
              Root may start jobs (Open MPI).

            Status
              0 if all went well; that of the rank that failed, 1 for an exception in main;
              2 if the command line is wrong; 130 after Ctrl-C; 143 after SIGTERM, which
              has the hooks of Ranks.onTermination run.

            Environment
              MPIRUN          The mpirun to use, of the MPI that the bridge was built with;
                              srun has Slurm start the ranks.
              JAVA_HOME       The JDK or JRE to use, 17 or later.

            Without the launcher
              mpirun -n 2 java -cp 'build/lib/*:classes' Main
              starts a program as well. Add --bind-to none with Open MPI. Several programs
              need -Drmi4mpi.ranks=all each. --rmi and --jpvm need the launcher.

            Options of a rank, among the options of the JVM
            """;

    private static final String END = """

            docs/running.md explains how a job ends, and what its messages mean.
            """;

    private Help() {}

    public static void main(String[] args) {
        System.out.print(text());
    }

    /** Each option of the launcher, with its value: {@code -n N} or {@code --stats}. */
    static List<String> launcherOptions() {
        List<String> all = new ArrayList<>();
        Stream.of(FIRST_OPTIONS, LAST_OPTIONS).flatMap(Stream::of).map(option -> option[0])
                .forEach(names -> all.addAll(List.of(names.split(", "))));
        Stream.of(Options.values()).filter(option -> option.isForUsers() && option.isOfLauncher())
                .forEach(option -> all.add(option.usage()));
        return all;
    }

    static String text() {
        StringBuilder text = new StringBuilder(BEGINNING);
        addTo(text, FIRST_OPTIONS);
        for (Options option : Options.values()) {
            if (option.isForUsers() && option.isOfLauncher()) {
                addTo(text, option.usage(), option.sentence());
            }
        }
        addTo(text, LAST_OPTIONS);
        text.append(MIDDLE);
        for (Options option : Options.values()) {
            if (!option.isOfLauncher()) {
                text.append("  ").append(option.usage());
                wrap(text.append("\n      "), option.sentence() + " " + option.range(), 6);
            }
        }
        return text.append(END).toString();
    }

    private static void addTo(StringBuilder text, String[][] options) {
        for (String[] option : options) {
            addTo(text, option[0], option[1]);
        }
    }

    private static void addTo(StringBuilder text, String option, String description) {
        text.append("  ").append(option);
        text.append(option.length() < DESCRIPTIONS - 2 ? " ".repeat(DESCRIPTIONS - 2 - option.length())
                : "\n" + " ".repeat(DESCRIPTIONS));
        wrap(text, description, DESCRIPTIONS);
    }

    /** Adds words in lines that begin at a column. The first line has reached that column already. */
    private static void wrap(StringBuilder text, String words, int indent) {
        int column = indent;
        for (String word : words.split(" ")) {
            if (column > indent && column + 1 + word.length() > COLUMNS) {
                text.append('\n').append(" ".repeat(indent));
                column = indent;
            } else if (column > indent) {
                text.append(' ');
                column++;
            }
            text.append(word);
            column += word.length();
        }
        text.append('\n');
    }
}
