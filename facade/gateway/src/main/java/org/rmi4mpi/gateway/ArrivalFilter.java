package org.rmi4mpi.gateway;

import java.io.ObjectInputFilter;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The filter of what objects outside return: the JDK has none for results. While a thread calls an object outside, each stream that
 * it reads has the filter of that object, too. Stateless, but for each thread.
 */
final class ArrivalFilter {
    private static final ThreadLocal<ObjectInputFilter> OF_THREAD = new ThreadLocal<>();
    /** Bytes of the arrays that the thread has read since the filter was set. */
    private static final ThreadLocal<Long> ARRAYS = new ThreadLocal<>();
    private static final AtomicBoolean BEGUN = new AtomicBoolean();

    private ArrivalFilter() {}

    /** Sets the filter of this thread's streams; null for none. Returns what it was before. */
    static ObjectInputFilter set(ObjectInputFilter filter) {
        ObjectInputFilter before = OF_THREAD.get();
        OF_THREAD.set(filter);
        ARRAYS.remove();
        return before;
    }

    /** Adds an array to those of this call. Returns the bytes of all. */
    static long addArray(long bytes) {
        Long before = ARRAYS.get();
        long all = bytes + (before == null ? 0 : before);
        ARRAYS.set(all);
        return all;
    }

    /**
     * Has streams of this process ask. The JDK takes a factory of filters only before the first stream, and a filter of the process
     * only where none is given.
     *
     * @return false if the program has both already, so that its own filter decides alone
     */
    static boolean begin() {
        if (BEGUN.getAndSet(true)) {
            return true;
        }
        try {
            ObjectInputFilter.Config.setSerialFilterFactory(ArrivalFilter::merged);
            return true;
        } catch (IllegalStateException e) {
            try {
                ObjectInputFilter.Config.setSerialFilter(ArrivalFilter::checkOfThread);
                return true;
            } catch (IllegalStateException given) {
                return false;
            }
        }
    }

    /** As the JDK's own factory, with the filter of the thread. */
    private static ObjectInputFilter merged(ObjectInputFilter current, ObjectInputFilter next) {
        ObjectInputFilter own = OF_THREAD.get();
        if (current == null && own != null) {
            return next == null ? own : ObjectInputFilter.merge(own, next);
        }
        return next != null ? next : current;
    }

    private static ObjectInputFilter.Status checkOfThread(ObjectInputFilter.FilterInfo info) {
        ObjectInputFilter own = OF_THREAD.get();
        return own == null ? ObjectInputFilter.Status.UNDECIDED : own.checkInput(info);
    }
}
