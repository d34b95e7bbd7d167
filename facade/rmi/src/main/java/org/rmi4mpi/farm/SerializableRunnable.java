package org.rmi4mpi.farm;

import java.io.Serializable;

/** A task without a result, which can travel to another rank. See {@link SerializableCallable}. */
@FunctionalInterface
public interface SerializableRunnable extends Runnable, Serializable {}
