package org.rmi4mpi.farm;

import java.io.Serializable;
import java.util.concurrent.Callable;

/**
 * A task with a result, which can travel to another rank. A lambda for it captures only objects that can be serialized.
 *
 * @param <T> type of the result, which must be serializable, too
 */
@FunctionalInterface
public interface SerializableCallable<T> extends Callable<T>, Serializable {}
