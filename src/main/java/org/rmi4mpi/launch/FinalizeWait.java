package org.rmi4mpi.launch;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * Reports ranks that wait long in MPI.Finalize for others: which have not come, and where their mains are. Each rank has
 * an object that tells the latter. The first rank that waits asks all others, and prints one line.
 */
final class FinalizeWait {
    private static final long OBJECT_ID = 5;
    /** Ranks come to the end at different times, so the line comes later than that of an overdue call. */
    private static final long OVERDUE_CALLS = 3;
    private static final String WAITS_IN_FINALIZE = "";

    private static volatile Thread main;

    private FinalizeWait() {}

    /** Reports what the main of a rank does. */
    interface Main extends Remote {
        /** The innermost frames; empty where the rank waits in MPI.Finalize. */
        String place() throws RemoteException;
    }

    /** The object of a rank. */
    static final class OwnMain implements Main {
        @Override
        public String place() {
            return Job.isFinishing() ? WAITS_IN_FINALIZE : described(main.getStackTrace());
        }
    }

    /** Called when the rank starts, by its main thread. */
    static void export(ReferenceLayer layer) {
        main = Thread.currentThread();
        try {
            layer.export(OBJECT_ID, new OwnMain());
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        }
    }

    /** Called when this rank has come to MPI.Finalize. */
    static void begin() {
        long seconds = OVERDUE_CALLS * Options.OVERDUE.value();
        if (seconds == 0) {
            return;
        }
        Thread reporter = new Thread(() -> report(seconds), "rmi4mpi-finalize");
        reporter.setDaemon(true);
        try {
            reporter.start();
        } catch (OutOfMemoryError e) {
            // No thread can be started: the rank waits without a report.
        }
    }

    private static void report(long seconds) {
        ProgramMain.pause(TimeUnit.SECONDS.toMillis(seconds));
        if (!Job.isRunning()) {
            return;
        }
        List<String> late = new ArrayList<>();
        try {
            ReferenceLayer layer = ReferenceLayer.current();
            for (int rank = 0; rank < layer.size(); rank++) {
                if (rank == layer.rank()) {
                    continue;
                }
                Main other = (Main) Stubs.create(OwnMain.class, layer.reference(rank, OBJECT_ID));
                String place = other.place();
                if (!place.equals(WAITS_IN_FINALIZE)) {
                    late.add("rank " + Job.javaRanks()[rank] + RankLabels.place(rank) + " " + place);
                } else if (rank < layer.rank()) {
                    return; // that rank tells it
                }
            }
        } catch (RemoteException | IllegalStateException e) {
            return; // the job has gone on
        }
        if (!late.isEmpty()) {
            System.err.println(RankLabels.who() + ": MPI.Finalize() has waited for " + seconds + " s for "
                    + String.join(", and for ", late) + ": every rank has to call it. A rank that waits for one which"
                    + " is there already waits forever");
        }
    }

    private static String described(StackTraceElement[] stack) {
        String call = "";
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (type.startsWith("mpi.")) {
                call = frame.getMethodName();
            } else if (!isOurs(type)) {
                return (call.isEmpty() ? "" : "in " + call + " ") + "at " + place(frame);
            }
        }
        return stack.length == 0 ? "whose main has ended" : "at " + place(stack[stack.length - 1]);
    }

    /** Without the names of loader and module. */
    private static String place(StackTraceElement frame) {
        return new StackTraceElement(frame.getClassName(), frame.getMethodName(), frame.getFileName(),
                frame.getLineNumber()).toString();
    }

    private static boolean isOurs(String type) {
        return type.startsWith("org.rmi4mpi.") && !type.startsWith("org.rmi4mpi.tests.") || type.startsWith("java.")
                || type.startsWith("jdk.") || type.startsWith("sun.");
    }
}
