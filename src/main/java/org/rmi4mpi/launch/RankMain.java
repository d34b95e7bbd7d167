package org.rmi4mpi.launch;

import java.security.AllPermission;
import java.util.Arrays;

/**
 * The main class that {@code rmi4mpirun} starts on each rank. It runs the program's main method, finalises MPI if the
 * program has not, and aborts the job if an exception leaves main.
 */
public final class RankMain {
    private RankMain() {}

    /** @param args name of the main class, or -jar and a jar file, followed by the program's arguments */
    public static void main(String[] args) {
        checkPolicy();
        SignalledReport.watch();
        Termination.watch();
        HeldLines.install();
        try {
            if (JpvmProgram.isConsole()) {
                JpvmProgram.run(null, args);
            } else if (args.length > 0) {
                run(SharedProgram.find(args),
                        Arrays.copyOfRange(args, SharedProgram.isJar(args) ? 2 : 1, args.length));
            } else {
                throw new StartException("the main class is missing: rmi4mpirun -n 2 -cp app.jar Main");
            }
        } catch (StartException e) {
            RankEnd.notStarted(e);
        } catch (Throwable e) {
            if (!RmiProgram.hasExited()) {
                RankEnd.uncaughtInMain(e);
            }
        }
    }

    /** Rejects a security manager without permissions (JDK 17 to 23), because MPI could not start under it. */
    @SuppressWarnings("removal")
    private static void checkPolicy() {
        SecurityManager manager = System.getSecurityManager();
        if (manager == null) {
            return;
        }
        try {
            manager.checkPermission(new AllPermission());
        } catch (SecurityException e) {
            System.err.println("rmi4mpi: a security manager was set by -Djava.security.manager, and its policy does not"
                    + " give the class path all permissions, which MPI needs: leave it out, or add"
                    + " -Djava.security.policy=FILE, with the line:"
                    + " grant { permission java.security.AllPermission; };");
            System.exit(1);
        }
    }

    private static void run(MainMethod main, String[] args) throws Throwable {
        if (JpvmProgram.isWanted()) {
            JpvmProgram.run(main.type().getName(), args);
        } else if (RmiProgram.isWanted()) {
            RmiProgram.begin();
        }
        main.run(args);
        RankEnd.mainReturned(main.declaringClass());
    }
}
