package org.rmi4mpi.launch;

import java.io.File;
import java.nio.charset.StandardCharsets;

/**
 * A program whose jars may lie on the host of rank 0 alone: the job starts before its main class is looked for. Thread-safe.
 *
 * @hidden internal
 */
public final class SharedProgram {
    private static volatile ClassLoader loader = ClassLoader.getSystemClassLoader();

    private SharedProgram() {}

    /** The loader of the program: the class path, or what stands in for it where this rank lacks a part of it. */
    public static ClassLoader loader() {
        return loader;
    }

    /** Called by the main thread, before the first request is taken. */
    public static void setLoader(ClassLoader ofProgram) {
        loader = ofProgram;
        Thread.currentThread().setContextClassLoader(ofProgram);
    }

    /** Finds the main method that the words of a rank name. Starts the job first where classes are shared. */
    static MainMethod find(String[] args) throws StartException {
        String ofFirst = Options.SHARE.isSet() ? begin(args) : "";
        if (!isJar(args)) {
            return MainClass.find(args[0]);
        }
        return MainClass.find(ofFirst.isEmpty() || new File(args[1]).exists() ? MainClass.ofJar(args[1]) : ofFirst);
    }

    /** Whether the words of a rank name a jar. */
    static boolean isJar(String[] args) {
        return args.length > 1 && args[0].equals("-jar");
    }

    /** Starts the job. Returns the main class in the jar of rank 0; empty if rank 0 was given a class. */
    private static String begin(String[] args) throws StartException {
        RankJob.start();
        String main = RankJob.rank() == 0 && isJar(args) ? MainClass.ofJar(args[1]) : "";
        return new String(RankJob.broadcast(main.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
