package mpi;

import org.rmi4mpi.message.data.Span;
import org.rmi4mpi.message.window.OneSided;
import org.rmi4mpi.message.window.Target;

/**
 * The operations of a {@link Win}. Do not use the buffers of an operation until it is complete. A wait completes an
 * operation that has a request. The end of the epoch, or a flush, completes the others.
 */
public sealed interface OpenMpiOneSided permits Win {
    /**
     * Writes to the memory of a rank.
     *
     * @param origin the elements to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType datatype of the buffer
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType datatype of the target's elements
     */
    default void put(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
            Datatype targetType) {
        OneSided.put(null, ((Win) this).engine, OpenMpiSpans.sent("put", "origin", origin, orgCount, orgType),
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)));
    }

    /**
     * Starts a {@link #put}; only between lock and unlock.
     *
     * @param origin the elements to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType datatype of the buffer
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType datatype of the target's elements
     * @return a request, which a wait or a test has to complete
     */
    default Request rPut(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
            Datatype targetType) {
        return OneSided.put(new Request(), ((Win) this).engine,
                OpenMpiSpans.sent("rPut", "origin", origin, orgCount, orgType),
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)));
    }

    /**
     * Reads the memory of a rank.
     *
     * @param origin receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType datatype of the buffer
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType datatype of the target's elements
     */
    default void get(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
            Datatype targetType) {
        OneSided.get(null, ((Win) this).engine, OpenMpiSpans.received("get", "origin", origin, orgCount, orgType),
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)));
    }

    /**
     * Starts a {@link #get}; only between lock and unlock.
     *
     * @param origin receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType datatype of the buffer
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType datatype of the target's elements
     * @return a request, which a wait or a test has to complete
     */
    default Request rGet(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
            Datatype targetType) {
        return OneSided.get(new Request(), ((Win) this).engine,
                OpenMpiSpans.received("rGet", "origin", origin, orgCount, orgType),
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)));
    }

    /**
     * Combines elements with those of a rank, in the memory of that rank. Each element is combined atomically.
     *
     * @param origin the elements to combine: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType datatype of the buffer
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType datatype of the target's elements
     * @param op a predefined operation, such as {@link MPI#SUM} or {@link MPI#REPLACE}
     */
    default void accumulate(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
            int targetCount, Datatype targetType, Op op) {
        OneSided.accumulate(null, ((Win) this).engine,
                OpenMpiSpans.sent("accumulate", "origin", origin, orgCount, orgType), null,
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)),
                Op.reduction(op));
    }

    /**
     * Starts an {@link #accumulate}; only between lock and unlock.
     *
     * @param origin the elements to combine: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType datatype of the buffer
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType datatype of the target's elements
     * @param op a predefined operation, such as {@link MPI#SUM} or {@link MPI#REPLACE}
     * @return a request, which a wait or a test has to complete
     */
    default Request rAccumulate(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
            int targetCount, Datatype targetType, Op op) {
        return OneSided.accumulate(new Request(), ((Win) this).engine,
                OpenMpiSpans.sent("rAccumulate", "origin", origin, orgCount, orgType), null,
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)),
                Op.reduction(op));
    }

    /**
     * Like {@link #accumulate}, and reads the target's elements from before. With {@link MPI#NO_OP} the origin is not
     * used.
     *
     * @param origin the elements to combine: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType datatype of the buffer
     * @param resultAddr takes the target's elements from before: an array, or a java.nio buffer from its index 0 on, of
     *     the base type
     * @param resultCount copies of the result's datatype
     * @param resultType datatype of the result's buffer
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType datatype of the target's elements
     * @param op a predefined operation, such as {@link MPI#SUM} or {@link MPI#REPLACE}
     */
    default void getAccumulate(Object origin, int orgCount, Datatype orgType, Object resultAddr, int resultCount,
            Datatype resultType, int targetRank, int targetDisp, int targetCount, Datatype targetType, Op op) {
        OneSided.accumulate(null, ((Win) this).engine,
                op == MPI.NO_OP ? null : OpenMpiSpans.sent("getAccumulate", "origin", origin, orgCount, orgType),
                OpenMpiSpans.received("getAccumulate", "result", resultAddr, resultCount, resultType),
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)),
                Op.reduction(op));
    }

    /**
     * Starts a {@link #getAccumulate}; only between lock and unlock.
     *
     * @param origin the elements to combine: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType datatype of the buffer
     * @param resultAddr takes the target's elements from before: an array, or a java.nio buffer from its index 0 on, of
     *     the base type
     * @param resultCount copies of the result's datatype
     * @param resultType datatype of the result's buffer
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType datatype of the target's elements
     * @param op a predefined operation, such as {@link MPI#SUM} or {@link MPI#REPLACE}
     * @return a request, which a wait or a test has to complete
     */
    default Request rGetAccumulate(Object origin, int orgCount, Datatype orgType, Object resultAddr, int resultCount,
            Datatype resultType, int targetRank, int targetDisp, int targetCount, Datatype targetType, Op op) {
        return OneSided.accumulate(new Request(), ((Win) this).engine,
                op == MPI.NO_OP ? null : OpenMpiSpans.sent("rGetAccumulate", "origin", origin, orgCount, orgType),
                OpenMpiSpans.received("rGetAccumulate", "result", resultAddr, resultCount, resultType),
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)),
                Op.reduction(op));
    }

    /**
     * Compares the target's element with another one, and writes the origin's element if both are equal. Reads the
     * target's element from before.
     *
     * @param origin the element to write
     * @param compareAddr the element to compare with
     * @param resultAddr takes the target's element from before
     * @param targetType datatype of all of them: integers, bytes or booleans
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     */
    default void compareAndSwap(Object origin, Object compareAddr, Object resultAddr, Datatype targetType,
            int targetRank, int targetDisp) {
        String call = "compareAndSwap";
        OneSided.compareAndSwap(((Win) this).engine, OpenMpiSpans.sent(call, "origin", origin, 1, targetType),
                OpenMpiSpans.sent(call, "compare", compareAddr, 1, targetType),
                OpenMpiSpans.received(call, "result", resultAddr, 1, targetType),
                new Target(targetRank, targetDisp, 1, Datatype.layout(targetType)));
    }

    /**
     * Combines one element with the target's, and reads the target's element from before.
     *
     * @param origin the element to combine; not used with {@link MPI#NO_OP}
     * @param resultAddr takes the target's element from before
     * @param dataType datatype of both buffers, and of the target
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL} for no effect
     * @param targetDisp where the target's elements begin, in units of its window
     * @param op a predefined operation, such as {@link MPI#SUM} or {@link MPI#REPLACE}
     */
    default void fetchAndOp(Object origin, Object resultAddr, Datatype dataType, int targetRank, int targetDisp,
            Op op) {
        Span result = OpenMpiSpans.received("fetchAndOp", "result", resultAddr, 1, dataType);
        Span given = op == MPI.NO_OP ? null : OpenMpiSpans.sent("fetchAndOp", "origin", origin, 1, dataType);
        OneSided.fetchAndOp(((Win) this).engine, given, result,
                new Target(targetRank, targetDisp, 1, Datatype.layout(dataType)), Op.reduction(op));
    }
}
