package org.rmi4mpi.farm;

import java.io.Serializable;
import java.util.function.Function;

/**
 * A function that can travel to another rank. See {@link SerializableCallable}.
 *
 * @param <A> type of the argument
 * @param <R> type of the result
 */
@FunctionalInterface
public interface SerializableFunction<A, R> extends Function<A, R>, Serializable {}
