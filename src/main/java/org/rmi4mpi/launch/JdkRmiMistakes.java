package org.rmi4mpi.launch;

import java.rmi.RemoteException;

/** Explains failures of programs that use the JDK's own RMI by mistake, instead of ours. Stateless. */
final class JdkRmiMistakes {
    private static final int MOST_CAUSES = 20;

    private JdkRmiMistakes() {}

    /** Returns a line with the remedy for an exception of the JDK's RMI; empty for other exceptions. */
    static String remedy(Throwable e) {
        if (Options.RMI.isSet()) {
            return ""; // its calls are ours
        }
        Throwable each = e;
        for (int i = 0; i < MOST_CAUSES && each != null; i++) {
            if (each instanceof RemoteException && isOfJdk(each.getStackTrace())) {
                return "rmi4mpi: this call went to the JDK's own java.rmi, which needs an rmiregistry and sockets. Import"
                        + " Naming, LocateRegistry and UnicastRemoteObject from org.rmi4mpi.rmi, or start the program by"
                        + " rmi4mpirun --rmi" + System.lineSeparator();
            }
            each = each.getCause();
        }
        return "";
    }

    private static boolean isOfJdk(StackTraceElement[] frames) {
        for (StackTraceElement frame : frames) {
            if (frame.getClassName().startsWith("sun.rmi.") || frame.getClassName().equals("java.rmi.Naming")) {
                return true;
            }
        }
        return false;
    }
}
