package org.rmi4mpi.launch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * What {@code rmi4mpirun} starts on each rank: runs the program's main method, finalises MPI where it has not,
 * and ends the job where an exception leaves it.
 */
public final class RankMain {
    private RankMain() {}

    /** @param args name of the main class, or -jar and a jar file; then the program's arguments */
    public static void main(String[] args) {
        try {
            if (args.length > 1 && args[0].equals("-jar")) {
                run(MainClass.find(MainClass.ofJar(args[1])), Arrays.copyOfRange(args, 2, args.length));
            } else if (args.length > 0) {
                run(MainClass.find(args[0]), Arrays.copyOfRange(args, 1, args.length));
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

    private static void run(Method main, String[] args) throws Throwable {
        if (RmiProgram.isWanted()) {
            RmiProgram.begin();
        }
        try {
            main.invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        RankEnd.mainReturned(main.getDeclaringClass());
    }
}
