package mpi;

import org.rmi4mpi.message.OneSided;
import org.rmi4mpi.message.Span;
import org.rmi4mpi.message.Target;

/**
 * The operations of a {@link Win}. The buffers of an operation must be left alone until it is complete: one with a request
 * by a wait for that, the others by the call that ends the epoch, or by a flush.
 */
public sealed interface OpenMpiOneSided permits Win {
    /**
     * Writes to the memory of a rank.
     *
     * @param origin what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType what the buffer holds
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType of the target's elements
     */
    default void put(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
            Datatype targetType) {
        OneSided.put(null, ((Win) this).engine, OpenMpiSpans.sent("put", "origin", origin, orgCount, orgType),
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)));
    }

    /**
     * Starts a {@link #put}; within a lock alone.
     *
     * @param origin what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType what the buffer holds
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType of the target's elements
     * @return a request, to be completed by one of its waits or tests
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
     * @param origin where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType what the buffer holds
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType of the target's elements
     */
    default void get(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
            Datatype targetType) {
        OneSided.get(null, ((Win) this).engine, OpenMpiSpans.received("get", "origin", origin, orgCount, orgType),
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)));
    }

    /**
     * Starts a {@link #get}; within a lock alone.
     *
     * @param origin where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType what the buffer holds
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType of the target's elements
     * @return a request, to be completed by one of its waits or tests
     */
    default Request rGet(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
            Datatype targetType) {
        return OneSided.get(new Request(), ((Win) this).engine,
                OpenMpiSpans.received("rGet", "origin", origin, orgCount, orgType),
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)));
    }

    /**
     * Combines elements with those of a rank, there; each element as a whole, whoever else combines it.
     *
     * @param origin what is combined: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType what the buffer holds
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType of the target's elements
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
     * Starts an {@link #accumulate}; within a lock alone.
     *
     * @param origin what is combined: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType what the buffer holds
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType of the target's elements
     * @param op a predefined operation, such as {@link MPI#SUM} or {@link MPI#REPLACE}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request rAccumulate(Object origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
            int targetCount, Datatype targetType, Op op) {
        return OneSided.accumulate(new Request(), ((Win) this).engine,
                OpenMpiSpans.sent("rAccumulate", "origin", origin, orgCount, orgType), null,
                new Target(targetRank, targetDisp, targetCount, Datatype.layout(targetType)),
                Op.reduction(op));
    }

    /**
     * As {@link #accumulate}, and reads what was there before. With {@link MPI#NO_OP} the origin is not used.
     *
     * @param origin what is combined: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType what the buffer holds
     * @param resultAddr takes what was there before: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param resultCount copies of the result's datatype
     * @param resultType what the result's buffer holds
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType of the target's elements
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
     * Starts a {@link #getAccumulate}; within a lock alone.
     *
     * @param origin what is combined: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param orgCount copies of the datatype
     * @param orgType what the buffer holds
     * @param resultAddr takes what was there before: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param resultCount copies of the result's datatype
     * @param resultType what the result's buffer holds
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
     * @param targetDisp where the target's elements begin, in units of its window
     * @param targetCount copies of the target's datatype
     * @param targetType of the target's elements
     * @param op a predefined operation, such as {@link MPI#SUM} or {@link MPI#REPLACE}
     * @return a request, to be completed by one of its waits or tests
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
     * Writes one element where the target's equals another one, and reads what was there before.
     *
     * @param origin the element that is written
     * @param compareAddr the element that the target's is compared with
     * @param resultAddr takes what was there before
     * @param targetType of all of them: integers, bytes or booleans
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
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
     * Combines one element with the target's, and reads what was there before.
     *
     * @param origin the element that is combined; not used with {@link MPI#NO_OP}
     * @param resultAddr takes what was there before
     * @param dataType of both, and of the target
     * @param targetRank rank of the target in the window, or {@link MPI#PROC_NULL}: then nothing happens
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
