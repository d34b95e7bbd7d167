package org.rmi4mpi.launch;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Trims stack traces, so that main is the last frame, as if the JVM had called it. Stateless. */
final class StackTraces {
    private static final String RANK_MAIN = "org.rmi4mpi.launch.RankMain";

    private StackTraces() {}

    /**
     * Removes the frames below main from an exception and from its causes and suppressed exceptions. Returns the
     * exception.
     */
    static Throwable ofProgram(Throwable e) {
        try {
            cut(e, Collections.newSetFromMap(new IdentityHashMap<>()));
        } catch (RuntimeException another) {
            // A program's own exception class may refuse getCause. The remaining traces stay as they are.
        }
        return e;
    }

    private static void cut(Throwable e, Set<Throwable> seen) {
        if (e == null || !seen.add(e)) {
            return;
        }
        StackTraceElement[] frames = e.getStackTrace();
        int end = frames.length;
        while (end > 0 && isBeneathMain(frames[end - 1])) {
            end--;
        }
        boolean isOfRank = end < frames.length
                && frames[frames.length - 1].getClassName().equals(RANK_MAIN);
        if (end > 0 && isOfRank) {
            e.setStackTrace(Arrays.copyOf(frames, end));
        }
        cut(e.getCause(), seen);
        for (Throwable suppressed : e.getSuppressed()) {
            cut(suppressed, seen);
        }
    }

    private static boolean isBeneathMain(StackTraceElement frame) {
        return frame.getClassName().equals(RANK_MAIN) || MainMethod.isOfRun(frame);
    }
}
