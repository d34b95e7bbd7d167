package org.rmi4mpi.tests.faults;

import java.util.concurrent.Callable;

/** Makes calls at the last levels of a thread's stack, until some of them succeed. */
final class ShortStack {
    private static final int WELL = 6;
    private static final int MOST_LEVELS = 4000;

    private final int stride;
    private final Callable<?> call;
    private int levels;
    private boolean ended;
    private int well;
    private int missed;
    /** The traces of the last errors would be too long to keep all of them. */
    private Throwable first;
    private Throwable last;

    /** @param stride levels between two calls */
    ShortStack(int stride, Callable<?> call) {
        this.stride = stride;
        this.call = call;
    }

    /** Recurses to the end of the stack, and calls on the way back. Each level leaves a little more stack. */
    void callAtEnd() {
        try {
            descend();
        } catch (StackOverflowError e) {
            missed(e);
        }
    }

    private void descend() {
        try {
            descend();
        } catch (StackOverflowError e) {
            if (ended) {
                missed(e);
            }
            ended = true;
        }
        if (well < WELL && levels++ < MOST_LEVELS && levels % stride == 0) {
            try {
                call.call();
                well++;
            } catch (Exception | OutOfMemoryError e) {
                missed(e);
            }
        }
    }

    /** Recurses to the end of the stack, and calls at each of the last levels. A stack overflow ends the whole run. */
    void callOnTheWay(int lastLevels) {
        levels = 0;
        try {
            measure();
        } catch (StackOverflowError e) {
            int from = Math.max(0, levels - lastLevels);
            try {
                descend(from);
            } catch (StackOverflowError end) {
                missed(end);
            }
        }
    }

    private void measure() {
        levels++;
        measure();
    }

    private void descend(int from) {
        if (from <= 0 && -from % stride == 0) {
            try {
                call.call();
            } catch (Exception | OutOfMemoryError e) {
                missed(e);
            }
        }
        descend(from - 1);
    }

    private void missed(Throwable e) {
        missed++;
        if (first == null) {
            first = e;
        }
        last = e;
    }

    /** Number of calls that ended by an error. */
    int missed() {
        return missed;
    }

    Throwable first() {
        return first;
    }

    Throwable last() {
        return last;
    }
}
